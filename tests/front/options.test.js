// Flipped answers and drift: what the learner was told, and the rounds of a part of the stream.

import assert from "node:assert/strict";
import {test} from "node:test";

import {beatView} from "../../cspa_explore/player/front/beats.js";
import {headlineOf} from "../../cspa_explore/player/front/headline.js";
import {saidOf} from "../../cspa_explore/player/front/instance_panel.js";
import {legendOf, tapeKey} from "../../cspa_explore/player/front/legend.js";
import {MetPoints} from "../../cspa_explore/player/front/met_points.js";
import {truthOf} from "../../cspa_explore/player/front/microscope_text.js";
import {parse} from "../../cspa_explore/player/front/payload.js";
import {ProposalPanel} from "../../cspa_explore/player/front/proposal_panel.js";
import {factsOfRun, factsOfScene} from "../../cspa_explore/player/front/round_facts.js";
import {sentenceOf} from "../../cspa_explore/player/front/round_text.js";
import {header, packed} from "./replay.js";

// Four rounds of class 1. Both learners propose 1, 0, 1, 0; the answers of rounds 2 and 3 are flipped, but the second
// learner is told labels.
function run(more = {noisy: 0.5, drift: 3}, lies = [0, 1, 1, 0]) {
  const head = header(4, ["CSPA", "SPA"], {plane: "", ...more});
  head.learners = head.learners.map((learner, l) => ({...learner, key: l ? "spa" : "cspa", full: l === 1}));
  return parse(packed(head, {
    y: ["u1", [4], [1, 1, 1, 1]], ...(lies ? {lies: ["u1", [4], lies]} : {}),
    ...Object.fromEntries([0, 1].flatMap((l) => [
      [`hat${l}`, ["u1", [4], [1, 0, 1, 0]]], [`tilde${l}`, ["u1", [4], [1, 0, 1, 0]]], [`loss${l}`, ["f4", [4], [1, 1, 0, 1]]]])),
  }));
}

test("right is ỹ = y; told is its opposite where the answer was flipped, and never for full feedback", () => {
  const each = (what) => [0, 1].map((l) => [1, 2, 3, 4].map((t) => run()[what](l, t)));
  assert.deepEqual(each("hit"), [[true, false, true, false], [true, false, true, false]]);
  assert.deepEqual(each("told"), [[true, true, false, false], [true, false, true, false]]);
  assert.deepEqual(run({}, null).told(0, 2), false);
});

test("the learner's eye shows what the learner was told", () => {
  const met = new MetPoints(run(), 0);
  assert.deepEqual([1, 2, 3, 4].map((t) => met.known(t)),
    [{k: 1, is: true}, {k: 0, is: true}, {k: 1, is: false}, {k: 0, is: false}]);
  const told = new MetPoints(run(), 1);
  assert.deepEqual(told.known(2), {k: 1, is: true});
  assert.match(legendOf(run(), "learner"), /50 % of the answers are flipped/);
  assert.deepEqual(["god", "learner"].map((eye) => String(tapeKey(run(), eye)).includes("✓ told right")), [false, true]);
  assert.equal(String(tapeKey(run({}, null), "learner")).includes("told"), false);
});

test("a flipped answer in words: God's eye knows both, the learner's eye only what it was told", () => {
  assert.equal(sentenceOf({run: run(), t: 2, eye: "god"}), "Round 2: class β. CSPA proposes a: wrong ✗ but told ✓, learns from a " +
    "loss of 1.00; SPA proposes a: wrong ✗, learns from a loss of 1.00.");
  const [two, one] = [2, 1].map((t) => sentenceOf({run: run(), t, eye: "learner"}));
  assert.match(two, /CSPA proposes a: told ✓, learns/);
  assert.match(one, /CSPA proposes β: told ✓, learns/, "an honest answer looks the same");
  assert.equal(sentenceOf({run: run({}, null), t: 1, eye: "god"}).includes("Both propose β and are right ✓"), true);
  assert.deepEqual([true, false].map((god) => saidOf(run(), 0, 3, null, god)), ["β ✓", "β ✗"]);
});

test("slow motion: it hears the flipped answer", () => {
  const view = (l, t, beat) => beatView(factsOfRun(run(), l, t), beat);
  assert.equal(view(0, 2, 4).words, "It hears ✓, a flipped answer: class a was wrong.");
  assert.equal(view(0, 3, 4).words, "It hears ✗, a flipped answer: class β was right.");
  assert.equal(view(0, 2, 4).answer, "✓");
  assert.equal(view(0, 4, 4).words, "It hears ✗: not class a, and nothing more.");
  assert.equal(view(1, 2, 4).words, "It is told the answer: class β ✗.");
});

test("the Microscope says what was told", () => {
  const look = {names: ["1", "2"], y: 1, label: 1, y_hat: 0, y_tilde: 0, correct: false, lied: true, full: false};
  const scene = /** @type {any} */ ({moved: false, look});
  assert.equal(truthOf(scene), "The true class was class 2, and the answer was flipped: the learner hears ✓.");
  const seen = {...look, scores_before: [0, 0], scores_after: [0, 0], d: 9, loss: 1, explored: false};
  const facts = factsOfScene(/** @type {any} */ ({t: 1, look: seen, plane: "", point: null, learners: [{key: "cspa"}], which: 0}));
  assert.deepEqual([facts.right, facts.told], [false, true]);
});

test("the panel of proposals counts what the eye sees", () => {
  const canvas = /** @type {any} */ ({getContext: () => ({})}), panel = new ProposalPanel(canvas, run(), 0);
  const right = () => [0, 1].map((k) => panel.confusion(4)[k * 3 + k]);
  assert.deepEqual(right(), [0, 2]);
  panel.sum(false);
  assert.deepEqual(right(), [1, 1], "told ✓ in rounds 1 and 2");
});

test("a drift cuts the stream in two", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((t) => run().part(t)), [[1, 2], [1, 2], [1, 2], [3, 4], [3, 4]]);
  assert.deepEqual(run({}, null).part(3), [1, 4]);
});

test("the headline says that answers are flipped, and whom that does not concern", () => {
  const learners = (...full) => full.map((told, l) => ({words: `L${l}`, full: told})), of = (...full) =>
    headlineOf(/** @type {any} */ ({learners: learners(...full), K: 4, noisy: 0.1}));
  assert.match(of(false, false), /^These learners never see the answer, only ✓ or ✗, flipped in 10 % of the rounds\. Watch/);
  assert.match(of(true, false), /^Full-feedback learners are told every true answer, the others only ✓ or ✗, flipped in 10 % of the/);
  assert.match(of(true), /^This learner is told the answer in every round: noisy answers do not concern full feedback\./);
});

test("a share of flipped answers that is no whole percentage is not rounded to one", () => {
  const learners = [{words: "L", full: false}];
  for (const [noisy, said] of [[0.004, "0.4 %"], [0.125, "12.5 %"]]) {
    assert.match(headlineOf(/** @type {any} */ ({learners, K: 4, noisy})), new RegExp(`flipped in ${said} of the rounds`));
    assert.match(legendOf(run({noisy}), "learner"), new RegExp(`${said} of the answers are flipped`));
  }
});

test("the legend names the learners whose inner ring shows proposals", () => {
  const of = (...names) => legendOf(/** @type {any} */ ({
    plane: "sectors", learners: names.map((label) => ({label})), arrays: Object.fromEntries(names.flatMap((label, l) =>
      (label === "Confidit" ? [[`A${l}`, []]] : label === "LinUCB" ? [[`P${l}`, []]] : []))),
  }), "god");
  assert.match(of("CSPA", "LinUCB", "LinUCB"), /inner ring: what LinUCB would propose$/);
  assert.match(of("Confidit", "LinUCB"), /inner ring: what Confidit or LinUCB would propose$/);
  assert.doesNotMatch(of("CSPA"), /inner ring/);
});
