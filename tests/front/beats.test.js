// Slow motion: captions and drawings of the five beats, and its clock.

import assert from "node:assert/strict";
import {test} from "node:test";

import {BEAT, BEATS, Beats, beatView, movesOf} from "../../cspa_explore/player/front/beats.js";

const FACTS = {
  t: 36, where: "at 41°", names: ["1", "2", "3", "4"], prediction: 3, proposal: 3, explored: false, draws: false, right: false,
  full: false, label: null, loss: 1.2, why: "x lies in its territory", moves: {up: [0, 1, 2], down: [3]},
};
const captions = (facts) => BEATS.map((_, i) => beatView(facts, i + 1).caption);

test("a wrong round of CSPA by hand", () => {
  assert.deepEqual(captions(FACTS), [
    "① Round 36: it sees x at 41°.",
    "② It predicts class 4: x lies in its territory.",
    "③ It proposes class 4, its prediction (it never explores).",
    "④ It hears ✗: not class 4, and nothing more.",
    "⑤ Tips slide: 4 back along x, the others forward.",
  ]);
});

test("a right round, an exploration, full feedback, and rounds that teach nothing", () => {
  const last = (facts) => captions(facts)[4], right = {...FACTS, right: true};
  assert.equal(captions(right)[3], "④ It hears ✓: class 4 was right.");
  assert.equal(last({...right, moves: {up: [3], down: [0]}}), "⑤ Tips slide: 4 forward along x, 1 back.");
  assert.equal(last({...right, moves: {up: [], down: []}, loss: 0}), "⑤ Nothing to learn: it was right by a margin.");
  assert.equal(last({...right, moves: {up: [], down: []}, loss: null}), "⑤ Nothing moves.");
  assert.equal(last({...FACTS, moves: null}), "⑤ It updates its weights.");
  assert.equal(last({...FACTS, along: false, moves: {up: [], down: [1, 2]}}), "⑤ Tips slide: 2 and 3 back.");
  const explored = {...FACTS, proposal: 1, explored: true, draws: true};
  assert.equal(captions(explored)[2], "③ It explores: it proposes class 2, not its prediction 4.");
  assert.equal(captions({...FACTS, draws: true})[2], "③ It proposes class 4, its prediction this time.");
  assert.equal(captions({...FACTS, draws: undefined})[2], "③ It proposes class 4, its prediction.");
  assert.equal(captions({...FACTS, full: true, label: 1})[3], "④ It is told the answer: class 2 ✗.");
});

test("no caption is longer than 15 words, whatever the round", () => {
  const names = Array.from({length: 26}, (_, k) => `name${k}`), all = names.map((_, k) => k);
  for (const moves of [null, {up: [], down: []}, {up: all.slice(1), down: [0]}, {up: [0], down: [3, 4, 5]}, {up: all, down: []}])
    for (const [right, explored, full, draws] of [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 1], [1, 0, 1, 0]].map((row) => row.map(Boolean)))
      for (const caption of captions({...FACTS, names, label: 25, moves, right, explored, full, draws, where: "with 16 features"}))
        assert.ok(caption.split(/\s+/).length <= 15, caption);
});

test("each beat adds one thing to the drawing, and only the last moves the weights", () => {
  const shown = BEATS.map((_, i) => beatView(FACTS, i + 1, 0.1));
  assert.deepEqual(shown.map(({region}) => region), [null, 3, 3, 3, 3]);
  assert.deepEqual(shown.map(({proposal}) => proposal), [null, null, 3, 3, 3]);
  assert.deepEqual(shown.map(({answer}) => answer), ["", "", "", "✗", "✗"]);
  assert.deepEqual(shown.map(({dimmed}) => dimmed), [true, true, true, true, false]);
  assert.deepEqual(shown.slice(0, 4).map(({share}) => share), [0, 0, 0, 0]);
  let before = 0;
  for (let s = 0.05; s <= 1; s += 0.05) {
    const {share} = beatView(FACTS, 5, s);
    assert.ok(share >= before && share <= 1);
    before = share;
  }
  assert.equal(beatView(FACTS, 5, 0).share, 0);
  assert.equal(beatView(FACTS, 5, 1).share, 1);
});

test("which classes move, by hand and for any sizes", () => {
  assert.deepEqual(movesOf([0, 0, 0, 0, 0, 0], [1, 0, -1, 0, 0, 5], [1, 0]), {up: [0], down: [1], along: false}, "5 is across x");
  assert.deepEqual(movesOf([1e6, 0, 1, 1], [1e6, 1e-7, 1, 1], [0, 1]), {up: [], down: [], along: true}, "rounding is no step");
  for (let trial = 0; trial < 50; trial++) {
    const x = [Math.cos(trial), Math.sin(trial)], tau = [trial % 3 - 1, (trial % 5) - 2, (trial % 2) - 0.5];
    const from = tau.map((_, k) => [Math.sin(3 * trial + k), Math.cos(7 * trial - k)]);
    const to = from.map((w, k) => w.map((value, r) => value + tau[k] * x[r]));
    const wanted = {up: [0, 1, 2].filter((k) => tau[k] > 0), down: [0, 1, 2].filter((k) => tau[k] < 0), along: true};
    assert.deepEqual(movesOf(from.flat(), to.flat(), x), wanted);
  }
});

test("the clock plays beats of 1.25 s and then the next round", () => {
  const clock = new Beats(), seen = [];
  clock.play(1000);
  let rounds = 0;
  for (let now = 1000; now < 1000 + 5 * BEAT + 100; now += 50) {
    rounds += clock.tick(now);
    seen.push(clock.beat);
  }
  assert.equal(BEAT, 1250);
  assert.equal(rounds, 1);
  assert.deepEqual([...new Set(seen)], [1, 2, 3, 4, 5]);
  assert.equal(seen.at(-1), 1);
  assert.deepEqual(BEATS.map((_, i) => seen.slice(0, 125).filter((beat) => beat === i + 1).length), [25, 25, 25, 25, 25]);
});

test("a late frame skips no beat", () => {
  const clock = new Beats();
  clock.play(0);
  assert.equal(clock.tick(60_000), 0);
  assert.equal(clock.beat, 2);
  clock.tick(60_010);
  assert.ok(clock.share < 0.1);
});

test("steps go beat by beat, over the ends of the round, and stop after one beat", () => {
  const clock = new Beats();
  assert.deepEqual([1, 1, 1, 1, 1].map((by) => [clock.step(by, 0), clock.beat]), [[0, 2], [0, 3], [0, 4], [0, 5], [1, 1]]);
  assert.deepEqual([clock.step(-1, 0), clock.beat, clock.share, clock.moving], [-1, 5, 1, false], "back is shown complete");
  clock.step(-1, 0);
  clock.step(1, 100);
  assert.deepEqual([clock.beat, clock.share, clock.moving], [5, 0, true]);
  clock.tick(100 + BEAT / 2);
  assert.equal(clock.share, 0.5);
  assert.equal(clock.tick(100 + 3 * BEAT), 0);
  assert.deepEqual([clock.beat, clock.share, clock.moving, clock.playing], [5, 1, false, false]);
  clock.play(9000);
  assert.equal(clock.beat, 1, "played once more from the first beat");
});

test("a pause completes the beat; play goes on from it", () => {
  const clock = new Beats();
  clock.play(0);
  clock.tick(BEAT + 1);
  clock.tick(BEAT + 300);
  clock.pause();
  assert.deepEqual([clock.beat, clock.share, clock.moving], [2, 1, false]);
  clock.play(5000);
  assert.deepEqual([clock.beat, clock.share], [2, 0]);
});

test("with reduced motion a beat is a step without tweening", () => {
  const clock = new Beats(true);
  clock.step(-1, 0);
  assert.deepEqual([clock.beat, clock.share, clock.moving], [5, 1, false]);
  clock.step(-1, 0);
  clock.step(1, 0);
  assert.deepEqual([clock.beat, clock.share, clock.moving], [5, 1, false]);
  clock.play(0);
  assert.equal(clock.share, 1);
  clock.tick(10);
  assert.equal(clock.share, 1, "played, each beat is complete from its beginning");
});
