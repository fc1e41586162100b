import assert from "node:assert/strict";
import {test} from "node:test";
import {besideMark, tiedNames} from "../../cspa_explore/player/front/disc_labels.js";

const box = ([x, y]) => ({at: [x, y], x: x - 6, y: y - 10, width: 12, height: 20});

test("a name gives way to the mark of the round, within its square", () => {
  assert.deepEqual(besideMark(box, [50, 50], 20, null, 14).at, [50, 50]);
  assert.deepEqual(besideMark(box, [50, 50], 20, [90, 90], 14).at, [50, 50], "the mark is elsewhere");
  assert.deepEqual(besideMark(box, [50, 50], 20, [55, 45], 14).at, [30, 30]);
  assert.deepEqual(besideMark(box, [50, 50], 20, [40, 40], 14).at, [70, 30]);
  assert.deepEqual(besideMark(box, [50, 50], 3, [50, 50], 14).at, [50, 50], "a small square has no other place");
});

test("weights that are all 0 are a tie, whose prediction is named if it is the region's class", () => {
  const context = {font: "700 15px Arial", measureText: (text) => ({width: 8 * text.length})};
  const words = (hat, known = true, t = 0) => tiedNames(context, /** @type {any} */ ({
    l: 0, cx: 60, cy: 60, R: 50, shown: [{k: 0}], run: {names: ["1", "2"], knowsProposals: known, prediction: (l, t) => hat[t - 1]},
  }), t).map(({text}) => text);
  assert.deepEqual(words([0]), ["all tied:", "predicts 1"]);
  assert.deepEqual(words([0, 0, 1], true, 2), ["all tied:", "predicts 1"]);
  assert.deepEqual([words([1]), words([0, 1, 0], true, 3)], [["all tied"], ["all tied"]], "Uniform guess");
  assert.deepEqual(words([], false), ["all tied:", "predicts 1"], "a film has no proposals");
});
