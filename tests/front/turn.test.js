// A game: what the browser knows of it, its sentences, and the places of its pictures.

import assert from "node:assert/strict";
import {test} from "node:test";
import {gridOf, truthNote} from "../../cspa_explore/player/front/turn_images.js";
import {inkWords, penWords} from "../../cspa_explore/player/front/turn_ink.js";
import {clearPlace, TurnPlane} from "../../cspa_explore/player/front/turn_plane.js";
import {bytes, TurnRun} from "../../cspa_explore/player/front/turn_run.js";
import {
  answerWords, boardWords, howWords, instanceWords, noteOf, scoreWords, taskWords,
} from "../../cspa_explore/player/front/turn_words.js";

const data = (more = {}) => /** @type {any} */ ({
  id: "a", starts: 0, rounds: 3, signs: "1234", classes: [], normalised: true, picture: null, noisy: 0, view: 2,
  keys: "", told: [], seen: [[0, 1]], end: null, ...more,
});
const series = (y) => ({name: "", x: [1, 2, 3], y, sd: [null, null, null]});
const END = {
  y: [0, 1, 3], lies: [0, 1, 0], names: ["c", "a", "b", "d"], players: [
    {words: "You", proposals: [0, 0, 3], full: false}, {words: "CSPA", proposals: [1, 1, 3], full: false},
    {words: "SPA", proposals: [1, 2, 3], full: true},
  ], chart: {series: [series([1, 0.5, 2 / 3]), series([0, 0.5, 2 / 3]), series([0, 0, 1 / 3])]},
};

test("answers are added in their order, each once", () => {
  const run = new TurnRun(data());
  assert.deepEqual([run.t, run.finished, run.right], [1, false, 0]);
  assert.equal(run.add({t: 1, key: "2", told: 0, next: [1, 0]}), true);
  assert.equal(run.add({t: 1, key: "2", told: 0, next: [1, 0]}), false);
  assert.equal(run.add({t: 3, key: "2", told: 0, next: null}), false);
  assert.equal(run.add({t: 2, key: "3", told: 1, next: [-1, 0]}), true);
  assert.deepEqual([run.keys, run.bits, run.t, run.right], ["23", [0, 1], 3, 1]);
  assert.equal(run.add({t: 3, key: "4", told: 1, next: null}), true);
  assert.deepEqual([run.finished, run.t, run.point(3).x, run.point(4).x], [true, 3, -1, NaN]);
});

test("before the end no label is known", () => {
  const run = new TurnRun(data({keys: "2", told: [1], seen: [[0, 1], [1, 0]]}));
  assert.deepEqual([run.truth(1), run.L, run.told(0, 1), run.proposal(0, 1)], [-1, 1, true, 1]);
});

test("a screen reader hears the answer, the score and the next point", () => {
  const run = new TurnRun(data({keys: "23", told: [0, 1], seen: [[0, 1], [1, 0], [0, -2]]}));
  const next = "Round 3 of 3: a point at 270 degrees, 2.0 from the centre.";
  assert.equal(answerWords(run), `Round 2: right. Right so far: 1 of 2. ${next}`);
  assert.equal(boardWords(run, {t: 3, god: false, who: 0}), `${next} The latest answers, newest first: ✓3, ≠2.`);
  const picture = {kind: "image", rows: 1, columns: 2};
  const noisy = new TurnRun(data({noisy: 0.1, picture, keys: "2", told: [0], seen: ["AP8=", "AP8="]}));
  assert.equal(scoreWords(noisy), "Told right so far: 0 of 1.");
  assert.match(taskWords(noisy), /^Which class is this picture in\?.*keys 1–4/);
  assert.match(taskWords(new TurnRun(data({signs: "1234567890"}))), /point in\?.*keys 1–9 and 0 or/);
  assert.match(howWords(noisy), /10 % of the answers are flipped\. After 3 rounds/);
  assert.match(howWords(new TurnRun(data({noisy: 0.005}))), / 0\.5 % of the answers are flipped\./);
  assert.match(instanceWords(noisy, 2), /^Round 2 of 3: a picture\. Its ink in 5 rows .*: blank grey dark; /);
  assert.match(answerWords(noisy), /Its ink in 5 rows/);
  const over = new TurnRun(data({keys: "234", told: [0, 1, 0]}));
  assert.match(answerWords(over), /^Round 3: wrong\. Right so far: 1 of 3\. That was the last round\.$/);
});

// Pixels from a drawing: # ink, + half, anything else paper.
const drawn = (...rows) => rows.flatMap((row) => [...row].map((sign) => ({"#": 255, "+": 128})[sign] ?? 0));
const words = (...rows) => inkWords(drawn(...rows), {rows: rows.length, columns: rows[0].length});

test("a picture is told by where its ink is, in 5 rows of 3 cells", () => {
  const one = words("  ##  ", "  ##  ", "  ##  ", "  ##  ", "  ##  ");
  const seven = words("######", "    ##", "    ##", "  ++  ", "  ++  ");
  assert.equal(one, `Its ink in 5 rows from the top, each from left to right: ${Array(5).fill("blank dark blank").join("; ")}.`);
  assert.match(seven, /: dark dark dark; blank blank dark; blank blank dark; blank grey blank; blank grey blank\.$/);
  assert.equal(words("   ", "   "), "It is blank.");
  const upper = words("########", "########", "########", ...Array(5).fill("        ")); // 8 × 8: parts overlap by a pixel
  assert.match(upper, /: dark dark dark; dark dark dark; blank blank blank; /);
});

test("the words of a picture follow from its pixels alone", () => {
  const picture = {kind: "image", rows: 1, columns: 3}, seen = ["/wAA", "AAD/"];
  const [mine, theirs] = ["1234", "4321"].map((signs) => new TurnRun(data({picture, signs, keys: "1", told: [0], seen})));
  assert.equal(instanceWords(mine, 2), instanceWords(theirs, 2));
  assert.notEqual(instanceWords(mine, 1), instanceWords(mine, 2).replace("Round 2", "Round 1"));
});

test("a pen stroke is told by the parts that it passes", () => {
  assert.equal(penWords([0, 255, 10, 250, 128, 128, 255, 0]), "The pen goes from top left to middle centre to bottom right.");
});

test("at the end everybody's proposals, answers and ratios are known", () => {
  const run = new TurnRun(data({keys: "114", told: [1, 1, 1], seen: [[0, 1], [1, 0], [0, -2]], end: END}));
  const hits = [0, 1, 2].map((l) => [1, 2, 3].map((t) => Number(run.hit(l, t))).join(""));
  assert.deepEqual(hits, ["101", "011", "001"]);
  assert.deepEqual([0, 1].map((l) => noteOf(run, l, 2)), ["✓1", "≠2"], "both were told a flipped answer");
  assert.equal(noteOf(run, 2, 2), "✓2", "SPA is told the label");
  assert.deepEqual([truthNote(run, 0, 2), truthNote(run, 0, 3)], ["a ✗c", "d ✓"]);
  assert.deepEqual([run.ratio(0, 0), run.average(1, 3).mean, run.chart().series.length], [NaN, 2 / 3, 3]);
  assert.match(boardWords(run, {t: 3, god: true, who: 1}), /3 instances, .* CSPA: ○ right in 2, × wrong in 1/);
  assert.match(boardWords(run, {t: 1, god: true, who: 0}), /^God's eye: 1 instance, /);
  assert.match(boardWords(run, {t: 2, god: false, who: 1}), /newest first: ≠2, ≠2\.$/, "round 2 is played, too");
});

test("God's eye names the classes as the data set does, not by the keys", () => {
  const run = new TurnRun(data({keys: "114", told: [1, 1, 1], seen: [[0, 1], [1, 0], [0, -2]], end: END}));
  const written = /** @type {any[]} */ ([]);
  const context = {measureText: () => ({width: 5}), beginPath() {}, arc() {}, fill() {}, fillText: (text) => written.push(text)};
  const plane = Object.assign(Object.create(TurnPlane.prototype), {run, R: 100, cx: 0, cy: 0, view: 1, unit: 1});
  plane.names(context, 3, {background: "#ffffff"});
  assert.deepEqual(written, ["c", "a", "d"]);
});

test("pictures fit into their box, as large as possible", () => {
  for (const [count, width, height] of [[10, 600, 300], [100, 380, 300], [1, 50, 50], [30, 900, 200]]) {
    const {columns, size} = gridOf(count, width, height);
    assert.ok(size > 0 && columns * (size + 8) - 8 <= width + 1e-9, `${count}`);
    assert.ok(Math.ceil(count / columns) * (size + 22) <= height + 1e-9, `${count}`);
  }
  assert.deepEqual([...bytes("AP8=")], [0, 255]);
});

test("the key of a class is written where it covers no point", () => {
  assert.deepEqual(clearPlace([0, 0], [[50, 0]], 20), [0, 0]);
  const [x, y] = clearPlace([0, 0], [[0, 0], [5, 5]], 20);
  assert.ok(Math.min(Math.hypot(x, y), Math.hypot(x - 5, y - 5)) >= 20 && Math.hypot(x, y) <= 1.7 * 20 + 1e-9);
});
