import assert from "node:assert/strict";
import {test} from "node:test";
import {pieces} from "../../cspa_explore/player/front/glossary.js";
import {arenaFacts, filled, isDone, scopeFacts} from "../../cspa_explore/player/front/guide_facts.js";

const WORDS = [
  {key: "round", term: "round", text: "One turn.", forms: ["round", "rounds"]},
  {key: "support", term: "support class", text: "A rival.", forms: ["support class", "support classes"]},
  {key: "beta", term: "β", text: "A share.", forms: ["β"]},
];

test("the first occurrence of a word is explained, whole words only, the longest form first", () => {
  const [ROUND, SUPPORT, BETA] = WORDS;
  assert.deepEqual(pieces("around a round, rounds", WORDS, new Set()), ["around a ", ["round", ROUND], ", rounds"]);
  assert.deepEqual(pieces("S: support classes at β=1, a small β", WORDS, new Set(["round"])),
    ["S: ", ["support classes", SUPPORT], " at β=1, a small ", ["β", BETA]]);
  assert.deepEqual(pieces("a round", WORDS, new Set(["round"])), ["a round"]);
  assert.deepEqual(pieces("a round", [], new Set()), ["a round"]);
});

test("an action is done when all facts of its page are as wanted", () => {
  const step = {page: "arena", when: {round: [601, 4000], eye: "god"}};
  assert.ok(isDone(step, {page: "arena", round: 601, eye: "god"}));
  assert.ok(!isDone(step, {page: "arena", round: 600, eye: "god"}));
  assert.ok(!isDone(step, {page: "arena", round: 700, eye: "learner"}));
  assert.ok(!isDone(step, {page: "microscope", round: 700, eye: "god"}));
  assert.ok(!isDone(step, null));
  assert.ok(!isDone({page: "arena", when: {step_size: [0.5, 1]}}, {page: "arena", step_size: NaN}));
});

test("a sentence has the facts of the run", () => {
  const facts = {round: 4000, who: "CSPA", ratio0: "94.1"};
  assert.equal(filled("{round} rounds, {who}: {ratio0} %, {other}", facts), "4,000 rounds, CSPA: 94.1\u00a0%, –");
});

test("a fact of the Arena that is not known is a dash", () => {
  const run = {
    learners: [{words: "CSPA", params: []}], right: [[0, 1]], everExplores: [false], header: {sigma: {value: 0}},
    ratio: (l, t) => (t ? 1 : NaN),
  };
  const facts = (t, redrawn) => arenaFacts(/** @type {any} */ ({run, t, focus: 0, redrawn: () => redrawn}));
  assert.equal(filled("{redraws} %, {ratio0} %", facts(0, NaN)), "–\u00a0%, –\u00a0%");
  assert.equal(filled("{redraws} %, {ratio0} %", facts(1, 0.5)), "50.0\u00a0%, 100.0\u00a0%");
});

test("the facts of the Microscope are changes of scores at x", () => {
  const look = {words: "CSPA", names: ["1", "2", "3"], y_tilde: 1, scores_before: [0, 0.5, 0], scores_after: [0.1, 0.3, 0.1]};
  const facts = scopeFacts({t: 4, told: false, look}, true);
  assert.deepEqual([facts.proposal, facts.change, facts.others, facts.told, facts.beats], ["2", "−0.200", "+0.100", "✗", "on"]);
});
