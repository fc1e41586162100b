// The Microscope's sentences and the scale of its bars.

import assert from "node:assert/strict";
import {test} from "node:test";

import {learningText, suppositionOf, truthOf, unableText} from "../../cspa_explore/player/front/microscope_text.js";
import {scaleEnd, scoreRows} from "../../cspa_explore/player/front/score_rows.js";

const LOOK = {names: ["1", "2", "3"], y: 2, label: 2, y_hat: 0, y_tilde: 0, full: false};
const scene = (look, more = {}) => /** @type {any} */ ({moved: false, told: null, reach: 1, ...more, look: {...LOOK, ...look}});

test("the true class is hidden only from a learner that was not told it", () => {
  assert.equal(truthOf(scene({correct: false})), "The true class was class 3, hidden from the learner: it only hears ✗.");
  assert.equal(truthOf(scene({correct: true, y_tilde: 2})), "The true class was class 3. The learner knows it, because it heard ✓.");
  for (const correct of [true, false]) {
    assert.equal(truthOf(scene({correct, full: true})), "The true class was class 3; the learner is told so.");
  }
});

test("a supposed answer decides the class, not the run", () => {
  const told = (look, more) => truthOf(scene({supposed: true, ...look}, {moved: true, ...more}));
  const run = " In the run it was class 3.", wrong = {correct: false, y_tilde: 2};
  assert.equal(told({correct: true, label: 0}), `Told ✓: here class 1 counts as the true class.${run}`);
  assert.equal(told({...wrong, label: null}), `Told ✗: here the true class may be any but class 3.${run}`);
  assert.equal(told({...wrong, label: 1, full: true}), `Told ✗: here class 2 counts as the true class.${run}`);
  assert.equal(told({correct: false}), "The true class stays class 3, wherever x is, hidden from the learner: it only hears ✗.");
  assert.equal(suppositionOf(scene({supposed: true})), "What-if: not part of the run.");
  assert.equal(suppositionOf(scene({supposed: false})), "");
});

test("an averaged learner shows the weights that learn beside the average", () => {
  assert.equal(learningText(scene({learning: null})), "");
  const learning = {scores_before: [0, 0.5, -1], scores_after: [0.25, 0.5, -1]};
  const list = "Scores of the weights that learn: class 1 0.000 → 0.250, class 2 0.500 → 0.500, class 3 −1.000 → −1.000.";
  assert.equal(learningText(scene({learning}, {plane: "sectors"})),
    `Solid arrows: the average, which proposes. Dashed: the weights that learn. ${list}`);
  const flat = (kind, weights = {}) => learningText(scene({learning}, {plane: "", picture: {kind}, weights}));
  const images = "First block: the average, which proposes. Second block: the weights that learn.";
  const bars = "Bars: the average, which proposes. Thin lines with a ring: the weights that learn.";
  assert.deepEqual(["image", "pen", "bars"].map((kind) => flat(kind)), [images, bars, bars].map((words) => `${words} ${list}`));
  assert.equal(flat("bars", null), `It proposes with the average of the weights that learn. ${list}`);
});

test("learners that cannot be compared are listed by reason", () => {
  const reasons = {A: "they also keep variances", B: "", C: "they keep more than weights", D: "they also keep variances"};
  const others = Object.entries(reasons).map(([words, reason]) => ({words, reason}));
  assert.equal(unableText(/** @type {any} */ ({others})), "Not comparable here, because they also keep variances: A · D. " +
    "Not comparable here, because they keep more than weights: C.");
  assert.equal(unableText(/** @type {any} */ ({others: []})), "");
});

test("the scale of the bars ends at a round number and does not depend on x", () => {
  assert.deepEqual([0.3, 0.31, 1, 1.2, 7.5, 0.0021, 0].map(scaleEnd), [0.3, 0.5, 1, 1.5, 10, 0.003, 1e-9]);
  const bars = (scores) => scoreRows(scene({scores_before: scores, scores_after: [0, 0, 0], correct: true}, {reach: 0.9}));
  assert.equal(bars([0.5, -0.5, 0]).end, 1);
  assert.equal(bars([0.1, 0.2, 0.9]).end, 1);
  assert.deepEqual(bars([0.5, -0.5, 0]).rows.map(({was}) => was), [[0.5, 0.75], [0.25, 0.5], [0.5, 0.5]]);
  assert.deepEqual(bars([1e-4, -1e-4, 0]).rows.map(({was}) => was), [[0.5, 0.52], [0.48, 0.5], [0.5, 0.5]], "small ones are seen");
  assert.deepEqual(bars([0.5, -0.5, 0]).rows.map(({mark}) => mark), ["ŷ ỹ ✓", "", ""]);
});
