import assert from "node:assert/strict";
import {test} from "node:test";
import {headlineAt, headlineOf, outcomeOf} from "../../cspa_explore/player/front/headline.js";

const learners = (...full) => full.map((told, l) => ({words: `L${l}`, full: told}));
const run = (ratios) => ({learners: learners(...ratios.map(() => false)), L: ratios.length, ratio: (l) => ratios[l]});

test("the sentence says what the learners are told, and how many classes there are", () => {
  assert.equal(headlineOf({learners: learners(false, false), K: 4}),
    "These learners never see the answer, only ✓ or ✗. Watch them find the four classes.");
  assert.equal(headlineOf({learners: learners(false), K: 26}),
    "This learner never sees the answer, only ✓ or ✗. Watch it find the 26 classes.");
  assert.match(headlineOf({learners: learners(true, true), K: 3}),
    /^These learners are told the answer in every round\. .* three classes\.$/);
  assert.match(headlineOf({learners: learners(true, false), K: 3}),
    /^Full-feedback learners are told every answer, the others only ✓ or ✗\./);
});

test("where learners cannot find the classes, the data set's lesson stands instead", () => {
  assert.equal(headlineOf({learners: learners(false), K: 4, lesson: "It errs for ever."}),
    "This learner never sees the answer, only ✓ or ✗. It errs for ever.");
});

test("the headline of a showing compares the two maps that differ most", () => {
  const shares = [0.007, 0.09, NaN];
  assert.equal(outcomeOf(run([0.8, 0.6, 0.5]), 200, (l) => shares[l]),
    "Around round 200, L1 redraws 9.0 % of its map per round, L0 0.7 %.");
});

test("without a plane, or with maps alike, it compares the ratios", () => {
  assert.equal(outcomeOf(run([0.8, 0.61]), 200, () => NaN), "L0 is right in 80 % of 200 rounds, L1 in 61 %.");
  assert.equal(outcomeOf(run([0.8, 0.61]), 200, () => 0.03), "L0 is right in 80 % of 200 rounds, L1 in 61 %.");
  assert.equal(outcomeOf(run([0.8]), 200, () => 0.2), "L0 is right in 80 % of 200 rounds.");
});

test("some time after a drift, the headline compares what came after it", () => {
  const ratios = [{2000: 0.9, 2050: 0.9, 4000: 0.91}, {2000: 0.95, 2050: 0.94, 4000: 0.5}];
  const drifting = {...run([0, 0]), K: 4, drift: 2001, ratio: (l, t) => ratios[l][t]};
  assert.equal(headlineAt(drifting, 4000), "Since the drift at round 2,001, L0 is right in 92 %, L1 in 5 %.");
  assert.match(headlineAt(drifting, 2050), /^These learners never see/, "too few rounds");
  assert.match(headlineAt({...drifting, drift: Infinity}, 4000), /^These learners never see/);
  assert.match(headlineAt({...drifting, drift: 1}, 4000), /^These learners never see/, "no round before it");
});
