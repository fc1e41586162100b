// Sentences of the Arena about a round.

import assert from "node:assert/strict";
import {test} from "node:test";
import {curvesText, described, draggedText} from "../../cspa_explore/player/front/round_text.js";

test("while a handle is dragged, a learner whose ring of proposals is left out says so", () => {
  const learners = [{}, {eta: [0.09, 0.09]}], said = (plane, l) => draggedText({plane, K: 4, learners}, l, {shown: [1, 2, 3]});
  assert.deepEqual([said("sectors", 0), said("sectors", 1)], ["3 of 4 classes have territory", "inner ring: when you let go"]);
  assert.equal(said("polygons", 1), "3 of 4 classes have territory", "no ring there in any case");
  assert.equal(said("", 1), "");
  const tied = draggedText({plane: "sectors", K: 4, learners}, 0, {shown: [1]});
  assert.equal(tied, "1 of 4 classes has territory");
});

test("a screen reader hears directions only where regions are sectors", () => {
  const run = {names: ["a", "b"], learners: [{words: "CSPA"}]};
  const said = (plane, shown) => described({run: {...run, plane}, discs: [{shown}]}, 0);
  assert.equal(said("sectors", [{k: 1, from: 0, width: Math.PI / 2}]), "CSPA, prediction by direction: class b from 0° over 90°");
  for (const plane of ["polygons", "grid"]) assert.equal(said(plane, [{k: 0}, {k: 1}]), "CSPA, classes with territory: a, b");
  assert.equal(described({run: {...run, plane: ""}, discs: []}, 0), "CSPA: proposals by class, and confusion");
});

test("the curves in words have no ratio before the first round", () => {
  const run = /** @type {any} */ ({learners: [{words: "A"}, {words: "B"}], ratio: (l, t) => (t ? (l + 1) / 4 : NaN)});
  assert.equal(curvesText(run, 0, false), "Right proposals: no round is played yet");
  assert.equal(curvesText(run, 9, false), "Right proposals up to round 9: A 25 %, B 50 %");
});
