// Rounds as facts for slow motion.

import assert from "node:assert/strict";
import {test} from "node:test";

import {beatView} from "../../cspa_explore/player/front/beats.js";
import {parse} from "../../cspa_explore/player/front/payload.js";
import {factsOfRun, factsOfScene, whereIs} from "../../cspa_explore/player/front/round_facts.js";
import {factsOf, sentenceOf} from "../../cspa_explore/player/front/round_text.js";
import {header, packed} from "./replay.js";

const LEARNERS = ["CSPA β=1/6", "Banditron γ=0.05"];

function run(more = {}, weights = true) {
  const head = header(2, LEARNERS, more), keys = ["cspa", "banditron"];
  head.learners = head.learners.map((learner, l) => ({...learner, key: keys[l]}));
  const W = [0, 0, 0, 0, 0, 0, -2, 0, 1, 0, 1, 0, -2, 0, 1, 0, 1, 0];
  return parse(packed(head, {
    y: ["u1", [2], [1, 1]], raw: ["f4", [2, 2], [1, 0, 0, 1]], points: ["i4", [1], [2]],
    ...Object.fromEntries([0, 1].flatMap((l) => [
      [`hat${l}`, ["u1", [2], [0, 1]]], [`tilde${l}`, ["u1", [2], [0, l ? 0 : 1]]], [`loss${l}`, ["f4", [2], [1, l ? NaN : 0]]],
      ...(weights ? [[`W${l}`, ["f4", [3, 3, 2], W]]] : []), [`mean${l}`, ["f4", [1], [0.5]]], [`mean_sd${l}`, ["f4", [1], [0]]],
      [`recent${l}`, ["f4", [1], [0.5]]], [`recent_sd${l}`, ["f4", [1], [0]]]])),
  }));
}

test("rounds of a run by hand", () => {
  const facts = factsOfRun(run(), 0, 1);
  assert.deepEqual(facts, {
    t: 1, names: ["a", "β", "<c>"], full: false, explored: false, prediction: 0, proposal: 0, right: false, told: false, label: null,
    loss: 1,
    where: "at 0°", why: "x lies in its territory", draws: false, moves: {up: [1, 2], down: [0], along: true}, along: true,
  });
  assert.equal(beatView(facts, 5).caption, "⑤ Tips slide: a back along x, the others forward.");
  const second = factsOfRun(run(), 0, 2);
  assert.deepEqual([second.where, second.right, second.moves], ["at 90°", true, {up: [], down: [], along: true}]);
  assert.equal(beatView(second, 5).caption, "⑤ Nothing to learn: it was right by a margin.");
  const other = factsOfRun(run(), 1, 2);
  assert.deepEqual([other.explored, other.draws, other.loss], [true, true, null]);
  assert.equal(beatView(other, 3).caption, "③ It explores: it proposes class a, not its prediction β.");
});

test("x without a plane is told by its number of features", () => {
  assert.deepEqual([1, 16].map((d) => whereIs("", 0, 0, d)), ["with 1 feature", "with 16 features"]);
});

test("a kernel run sends no weights: no class is said to move", () => {
  const facts = factsOfRun(run({plane: "grid"}, false), 0, 1);
  assert.deepEqual([facts.moves, facts.along, facts.where], [null, undefined, "at (1.00, 0.00)"]);
  assert.equal(beatView(facts, 5).caption, "⑤ It updates its weights.");
});

test("the sentence of a round and its first beat say in the same words where x is", () => {
  for (const [plane, weights] of /** @type {[any, boolean][]} */ ([["sectors", true], ["polygons", true], ["grid", false]])) {
    const one = run({plane}, weights), {where} = factsOfRun(one, 0, 2);
    assert.ok(sentenceOf({run: one, t: 2, eye: "learner"}).startsWith(`Round 2: x lies ${where}. `));
  }
});

test("what a learner would have predicted is shown in God's eye only: a learner cannot count it", () => {
  const one = run({plane: ""}), player = {run: one, t: 2, discs: []}, nb = "\u00a0";
  assert.equal(factsOf({...player, eye: "god"}, 1), `explored 50.0${nb}% · would have predicted 50${nb}%`);
  assert.equal(factsOf({...player, eye: "learner"}, 1), `explored 50.0${nb}%`);
  assert.equal(factsOf({...player, eye: "learner"}, 0), "never explores");
});

test("in a narrow column every fact has its line: three at most, and what the map costs stays", () => {
  const nb = "\u00a0", disc = (owners) => ({regions: {recentChurn: () => 0.173}, shown: owners.map((k) => ({k}))});
  const one = Object.assign(Object.create(run()), {K: 4, plane: "sectors"}), of = (sizes, l, owners = [0, 1, 2]) =>
    factsOf({run: one, t: 2, eye: "god", discs: [disc(owners), disc(owners)], ...sizes}, l).replaceAll(nb, " ").split("\n");
  const [narrow, tight] = [{narrow: true}, {narrow: true, tight: true}], redraws = "redraws 17.3 % of its map per round";
  assert.deepEqual(of({}, 1), ["explored 50.0 % · would have predicted 50 %", "3 of 4 classes have territory · redraws 17.3 %"]);
  assert.deepEqual(of(narrow, 1), ["explored 50.0 %", "would have predicted 50 %", redraws]);
  assert.deepEqual(of(narrow, 0), ["never explores", "3 of 4 classes have territory", redraws]);
  assert.deepEqual(of(narrow, 0, [0, 1, 2, 3]), ["never explores", redraws]);
  assert.deepEqual(of(tight, 1), ["explored 50.0 %", "redraws 17.3 %"]);
});

test("scenes of the Microscope by hand, with and without a plane", () => {
  const look = {
    names: ["1", "2"], d: 2, x: [0, 1], y_hat: 1, y_tilde: 1, label: 1, correct: true, explored: false, full: false, loss: 0.5,
    scores_before: [0, 0.2], scores_after: [-0.1, 0.3], W_before: [0, 0, 0, 0.2], W_after: [0, -0.1, 0, 0.3],
  };
  const scene = /** @type {any} */ ({t: 8, look, plane: "sectors", point: [0, 2], which: 0, learners: [{key: "cspa"}]});
  const facts = factsOfScene(scene);
  assert.equal(beatView(facts, 1).caption, "① Round 8: it sees x at 90°.");
  assert.equal(beatView(facts, 2).caption, "② It predicts class 2: x lies in its territory.");
  assert.equal(beatView(facts, 5).caption, "⑤ Tips slide: 2 forward along x, 1 back.");
  const tied = factsOfScene({...scene, look: {...look, scores_before: [0, 0]}});
  assert.equal(beatView(tied, 2).caption, "② It predicts class 2: all scores tie, it takes the first.");
  const wide = factsOfScene({...scene, plane: "", point: null, look: {...look, d: 16, x: null, W_before: null, W_after: null}});
  assert.equal(beatView(wide, 1).caption, "① Round 8: it sees x with 16 features.");
  assert.deepEqual(wide.moves, {up: [1], down: [0], along: true});
  assert.equal(factsOfScene({...scene, look: {...look, y_hat: 0}}).why, "", "its prediction is not its highest score");
});
