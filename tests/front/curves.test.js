import assert from "node:assert/strict";
import {test} from "node:test";
import {Curves} from "../../cspa_explore/player/front/curves.js";

const context = /** @type {any} */ ({
  measureText: (text) => ({width: 7 * text.length}), setLineDash() {}, beginPath() {}, moveTo() {}, lineTo() {}, stroke() {}, fillText() {},
});

/** The names beside curves in a box of this height. */
function names(high) {
  const series = ["A", "B", "C"].map((name) => ({name, colour: "#000000", dash: "solid"}));
  const curves = Object.assign(Object.create(Curves.prototype), {
    run: {trials: 1, L: 3}, chart: {series, lines: []}, surface: {width: 600, height: high + 44}, font: "13px sans-serif", scale: 1,
    box: {left: 50, right: 450, top: 24, bottom: 24 + high}, y: (share) => 24 + high * (1 - share),
  });
  curves.name(context, 9, {text: "#000000"}, false, series.map(() => ({mean: 0.5, sd: 0})));
  return curves.labels.map(({text}) => text);
}

test("names that find no room are left out, however low the drawing is", () => {
  assert.deepEqual(names(200), ["A 50.0", "B 50.0", "C 50.0"]);
  assert.deepEqual(names(16), ["A 50.0", "B 50.0"]);
  assert.deepEqual(names(-40), [], "a drawing that is being laid out");
});
