// The bars of the contest.

import assert from "node:assert/strict";
import {test} from "node:test";
import {contestOf} from "../../cspa_explore/player/front/lab_contest.js";

function spreadOf(value, sd) {
  const bar = {name: "CSPA", more: "β = 1/6", value, sd, colour: "#123456", text: "", opens: "cspa", title: ""};
  const contest = {chart: {bars: [bar]}, how: "", size: "", answer: ""};
  const text = String(contestOf(/** @type {any} */ ({contest, waits: {contest: ""}})));
  const [, left, width] = /<u style="left: ([\d.]+)%; width: ([\d.]+)%">/.exec(text) ?? [];
  return left === undefined ? null : [Math.round(Number(left)), Math.round(Number(left) + Number(width))];
}

test("a spread reaches from one sd below the value to one above it, within 0 to 100 %", () => {
  assert.deepEqual(spreadOf(0.5, 0.1), [40, 60]);
  assert.deepEqual(spreadOf(0.05, 0.1), [0, 15]);
  assert.deepEqual(spreadOf(0.95, 0.1), [85, 100]);
  assert.equal(spreadOf(0.5, null), null);
});
