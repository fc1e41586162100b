// Slow motion on the stage: what is said, and what is not said before its beat.

import assert from "node:assert/strict";
import {test} from "node:test";

import {captionsOf} from "../../cspa_explore/player/front/beats.js";
import {saidOf} from "../../cspa_explore/player/front/instance_panel.js";
import {parse} from "../../cspa_explore/player/front/payload.js";
import {sentenceOf} from "../../cspa_explore/player/front/round_text.js";
import {StageBeats} from "../../cspa_explore/player/front/stage_beats.js";
import {header, packed} from "./replay.js";

// Two learners, three rounds; in round 2 the first is wrong and the second, which explores, is right.
function run(plane = "grid") {
  const head = header(3, ["CSPA", "Banditron"], {plane});
  head.learners = head.learners.map((learner, l) => ({...learner, key: ["cspa", "banditron"][l]}));
  const series = (name) => [0, 1].flatMap((l) => [[`${name}${l}`, ["f4", [1], [0.5]]], [`${name}_sd${l}`, ["f4", [1], [0]]]]);
  return parse(packed(head, Object.fromEntries([
    ["y", ["u1", [3], [0, 1, 2]]], ["raw", ["f4", [3, 2], [1, 0, 0, 1, 1, 1]]], ["points", ["i4", [1], [3]]],
    ["hat0", ["u1", [3], [0, 0, 2]]], ["tilde0", ["u1", [3], [0, 0, 2]]], ["loss0", ["f4", [3], [1, 1, 1]]],
    ["hat1", ["u1", [3], [0, 2, 2]]], ["tilde1", ["u1", [3], [0, 1, 2]]], ["loss1", ["f4", [3], [NaN, NaN, NaN]]],
    ...series("mean"), ...series("recent"),
  ])));
}

function stage(t, plane = "grid") {
  const player = /** @type {any} */ ({
    run: run(plane), t, eye: "god", focus: 0, still: true, pause() {}, settle() {}, move(to) { this.t = to; },
  });
  player.beats = new StageBeats(player);
  return player;
}

test("a kernel run has all five beats", () => {
  const player = stage(2);
  player.beats.toggle();
  for (let beat = 1; beat <= 5; beat++) {
    player.beats.frame(0);
    assert.deepEqual(player.beats.views.map((view) => view.beat), [beat, beat]);
    player.beats.step(1);
  }
  assert.equal(player.t, 3);
});

test("before the fourth beat neither words nor numbers know the answer", () => {
  const player = stage(2), {beats} = player, texts = [];
  beats.frame(0);
  assert.deepEqual([beats.known, beats.words], [2, null], "without slow motion the round is complete");
  beats.toggle();
  for (let beat = 1; beat <= 5; beat++) {
    beats.frame(0);
    assert.equal(beats.known, beat < 4 ? 1 : 2, "the last round whose answers are known");
    texts.push(beats.words);
    beats.step(1);
  }
  assert.deepEqual(texts, [
    "① Round 2: it sees x at (0.00, 1.00).",
    "② CSPA: It predicts class a: x lies in its territory. Banditron: It predicts class <c>: x lies in its territory.",
    "③ CSPA: It proposes class a, its prediction (it never explores). " +
      "Banditron: It explores: it proposes class β, not its prediction <c>.",
    "④ CSPA: It hears ✗: not class a, and nothing more. Banditron: It hears ✓: class β was right.",
    "⑤ It updates its weights.",
  ]);
  for (const text of texts.slice(0, 3)) assert.doesNotMatch(text, /[✓✗]|right|wrong/);
  player.t = 2;
  assert.match(sentenceOf(player), /✗.*✓/, "the sentence would have told it");
});

test("the marked learner's caption comes first; equal captions are said once", () => {
  const views = /** @type {any[]} */ (["one.", "two.", "three."].map((words) => ({beat: 2, words})));
  assert.equal(captionsOf(views, ["A", "B", "C"], 1), "② B: two. A: one. C: three.");
  assert.equal(captionsOf([views[0], views[0]], ["A", "B"], 1), "② one.");
  assert.equal(captionsOf([views[0]], ["A"], 0), "② one.");
});

test("what was proposed for an instance is said from the third beat on, whether it was right from the fourth", () => {
  const one = run(), views = (beat) => [0, 1].map(() => ({beat}));
  assert.equal(saidOf(one, 0, 2, null), "a ✗");
  const said = [1, 2, 3, 4, 5].map((beat) => [0, 1].map((l) => saidOf(one, l, 2, /** @type {any} */ (views(beat)[l]))));
  assert.deepEqual(said, [["", ""], ["", ""], ["a", "β"], ["a ✗", "β ✓"], ["a ✗", "β ✓"]]);
});
