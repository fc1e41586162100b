import assert from "node:assert/strict";
import {test} from "node:test";
import {diverging, floats, headOf, ImageRows, largestOf, weightSets} from "../../cspa_explore/player/front/image_rows.js";
import {barOf} from "../../cspa_explore/player/front/instance_drawing.js";

test("floats from base 64", () => {
  const text = Buffer.from(Float32Array.of(1.5, -2, 0).buffer).toString("base64");
  assert.deepEqual([...floats(text)], [1.5, -2, 0]);
});

test("an averaged learner has two sets of weights on one scale, whose steps have their own", () => {
  const packed = (...numbers) => Buffer.from(Float32Array.from(numbers).buffer).toString("base64");
  const one = {before: packed(0, 1), after: packed(0.5, 1)};
  const both = {...one, learning_before: packed(0, -2), learning_after: packed(3, -4)};
  const [alone, [average, learning]] = [weightSets(one), weightSets(both)];
  assert.deepEqual([alone.length, alone[0].title, alone[0].scales], [1, "", {weights: 1, step: 0.5}]);
  assert.deepEqual([average.title, learning.title], ["the average, which proposes", "the weights that learn"]);
  assert.deepEqual([average.scales, learning.scales], [{weights: 4, step: 0.5}, {weights: 4, step: 3}]);
  assert.deepEqual([[...average.step], [...learning.step]], [[0.5, 0], [3, -2]]);
  const high = (kind, weights) => ImageRows.height(/** @type {any} */ ({picture: {kind}, weights, look: {K: 10, d: 16}}), 900);
  for (const kind of ["image", "pen", "bars"]) assert.ok(high(kind, both) > high(kind, one), `${kind}: both are drawn`);
});

test("a diverging scale is symmetric, and nothing is drawn at 0", () => {
  assert.deepEqual([0, 0.5, -0.5, 2, -1].map((value) => diverging(value, 1)), [
    "#d55e0000", "#d55e0080", "#0072b280", "#d55e00ff", "#0072b2ff",
  ]);
  assert.equal(diverging(0, 0), "#d55e0000");
  assert.equal(largestOf([1, -3], [2]), 3);
});

test("a bar starts at zero, or at the end that is nearer to it", () => {
  assert.deepEqual(barOf(0.5, [-1, 1]), [0.5, 0.75]);
  assert.deepEqual(barOf(-0.5, [-1, 1]), [0.25, 0.5]);
  assert.deepEqual(barOf(6, [4, 8]), [0, 0.5]);
  assert.deepEqual(barOf(-6, [-8, -4]), [0.5, 1]);
  assert.deepEqual(barOf(99, [0, 1]), [0, 1], "noise may go beyond the range");
  assert.deepEqual(barOf(3, [3, 3]), [0, 0], "a constant feature");
});

test("a narrow column keeps the class and its answer", () => {
  const context = {measureText: (text) => ({width: 7 * text.length})};
  const look = /** @type {any} */ ({names: ["A", "B", "C"], y_hat: 0, y_tilde: 0, correct: false});
  const heads = (width, more = {}) => [0, 1].map((k) => headOf(context, {...look, ...more}, k, width));
  assert.deepEqual(heads(60), ["A ŷ ỹ ✗", "B"]);
  assert.deepEqual(heads(28), ["Aŷỹ✗", "B"]);
  assert.deepEqual(heads(14), ["A✗", "B"]);
  assert.deepEqual(heads(14, {y_tilde: 1, correct: true}), ["Aŷ", "B✓"]);
  assert.deepEqual(heads(7), ["A", "B"]);
});
