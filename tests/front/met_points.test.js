// The learner's eye: what is written beside the latest rounds.

import assert from "node:assert/strict";
import {test} from "node:test";
import {MetPoints} from "../../cspa_explore/player/front/met_points.js";

const run = /** @type {any} */ ({
  names: ["1", "2"], learners: [{full: false}], proposal: (_, t) => t % 2, told: (_, t) => t % 3 === 0,
});
const context = {font: "600 12px sans-serif", measureText: (text) => ({width: 7 * text.length})};

test("the newest notes are written and cover neither each other nor this round", () => {
  const at = {8: [100, 100], 7: [102, 101], 6: [150, 100], 5: [151, 104], 4: [200, 200], 3: [203, 50]};
  const disc = /** @type {any} */ ({unit: 1, inside: (s) => at[s] ?? [0, 0]});
  const notes = new MetPoints(run, 0).notes(context, disc, 8, (x) => x !== 200);
  assert.deepEqual(notes.map(({s, text}) => [s, text]), [[6, "✓1"], [3, "✓2"], [2, "≠1"]]);
});

test("older rounds are not written", () => {
  const disc = /** @type {any} */ ({unit: 1, inside: (s) => [40 * s, 0]});
  const notes = new MetPoints(run, 0).notes(context, disc, 100, () => true);
  assert.deepEqual([notes.length, notes.at(-1)?.s], [30, 70]);
});
