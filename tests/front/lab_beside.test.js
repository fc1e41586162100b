// The thin curves of the learner without averaging.

import assert from "node:assert/strict";
import {test} from "node:test";
import {besideHint, drawBeside} from "../../cspa_explore/player/front/lab_beside.js";

test("thin curves have the colours and dashes of the thick ones, at full contrast", () => {
  /** @type {any[]} */
  const strokes = [];
  const context = /** @type {any} */ ({
    setLineDash(dash) { this.dash = dash; },
    beginPath() {}, moveTo() {}, lineTo() {},
    stroke() { strokes.push([this.strokeStyle, this.lineWidth, this.dash.length > 0]); },
  });
  const series = /** @type {any} */ ([{x: [1, 2], colour: "#1f7fc0", dash: "solid"}, {x: [1, 2], colour: "#b07400", dash: "dash"}]);
  const beside = /** @type {any} */ ({label: "CSPA", means: [[0.5, null], [0.25, 0.5]], answer: ""});
  drawBeside(context, beside, series, {x: (value) => value, y: (value) => value});
  assert.deepEqual(strokes, [["#1f7fc0", 1.2, false], ["#b07400", 1.2, true]]);
  assert.equal(besideHint(beside), "thin lines: CSPA");
  assert.equal(besideHint(null), "");
});
