import assert from "node:assert/strict";
import {test} from "node:test";
import {abbreviations} from "../../cspa_explore/player/front/class_labels.js";
import {roundOf, shareOf} from "../../cspa_explore/player/front/curves.js";
import {apart, clearOf, clipped, meets} from "../../cspa_explore/player/front/labels.js";
import {chosenPercent, compass, counted, exact, fixed, short} from "../../cspa_explore/player/front/numbers.js";
import {scoreRows, supportRows} from "../../cspa_explore/player/front/score_rows.js";
import {scoreTable} from "../../cspa_explore/player/front/score_table.js";
import {rangesAt} from "../../cspa_explore/player/front/theory_range.js";

const LOOK = {names: ["<img src=x>", "b"], scores_before: [1, -1], scores_after: [0, 3], y_hat: 0, y_tilde: 1, correct: false};

test("labels are moved apart, in their order and within their limits", () => {
  const labels = [{y: 50, height: 10}, {y: 52, height: 10}, {y: 99, height: 10}];
  apart(labels, 0, 100);
  assert.deepEqual(labels.map(({y}) => y), [50, 60, 95]);
});

test("a text is cut where the room ends", () => {
  const context = {measureText: (text) => ({width: text.length})};
  assert.equal(clipped(context, "abcdef", 6), "abcdef");
  assert.equal(clipped(context, "abcdef", 4), "abc…");
});

test("boxes that touch do not meet; a point beside a line is clear of it", () => {
  const box = {x: 0, y: 0, width: 2, height: 2};
  assert.ok(!meets(box, {...box, x: 2}));
  assert.ok(meets(box, {...box, x: 1}));
  assert.ok(clearOf([4, 7], [0, 0], [[10, 0]], 4));
  assert.ok(!clearOf([5, 3], [0, 0], [[10, 0]], 4));
});

test("classes are abbreviated so that no two are the same", () => {
  assert.deepEqual(abbreviations(["setosa", "versicolor", "virginica"]), ["se", "ve", "vi"]);
  assert.deepEqual(abbreviations(["red wine", "red beer"]), ["rw", "rb"]);
  assert.deepEqual(abbreviations(["aa", "aab", "aac"]), ["1", "2", "3"]);
  assert.deepEqual(abbreviations(["", "-"]), ["", "-"], "also names without a letter");
});

test("numbers as text", () => {
  assert.deepEqual([exact(-0.12345), exact(null), exact(1e-14)], ["−0.1235", "–", "0"]);
  assert.deepEqual([fixed(-1.5), fixed(123.456), fixed(-4e-4), fixed(-6e-4), fixed(null)], ["−1.500", "123.5", "0.000", "−0.001", "–"]);
  assert.equal(short(0.16666), "0.167");
  assert.deepEqual([-Math.PI / 2, 3 * Math.PI, -0.001, 2 * Math.PI - 0.001].map(compass), [270, 180, 0, 0], "never 360");
  assert.deepEqual([0, 1, 2, 1234].map((n) => counted(n, "hand")), ["0 hands", "1 hand", "2 hands", "1,234 hands"]);
  assert.equal(counted(2, "class", "classes"), "2 classes");
  assert.deepEqual([0.1, 0.29, 0.125, 0.004].map(chosenPercent), ["10", "29", "12.5", "0.4"]);
});

test("the time axis and back", () => {
  for (const log of [true, false]) for (const t of [0, 1, 137, 4000]) assert.equal(roundOf(shareOf(t, 4000, log), 4000, log), t);
});

test("scores share one scale, with zero in its middle", () => {
  const {rows, zero, end} = scoreRows({look: LOOK, reach: 3});
  assert.deepEqual([zero, end], [0.5, 3]);
  const share = (value) => (value + 3) / 6, bar = (value) => [share(Math.min(0, value)), share(Math.max(0, value))];
  assert.deepEqual(rows.map(({was}) => was), LOOK.scores_before.map(bar));
  assert.deepEqual(rows.map(({is}) => is), LOOK.scores_after.map(bar));
  assert.deepEqual(rows.map(({mark}) => mark), ["ŷ", "ỹ ✗"]);
});

test("the name of a class in the table of scores is escaped", () => {
  assert.match(String(scoreTable({look: LOOK, reach: 3})), /&#60;img src=x&#62;/);
  assert.doesNotMatch(String(scoreTable({look: LOOK, reach: 3})), /<img/);
});

test("losses inside the support are cut at the line; the own class has none", () => {
  const {rows, line} = supportRows(["a", "b", "c"], {y: 1, losses: [2, null, 0.5], inside: [true, false, false], line: 1});
  assert.deepEqual(rows.map(({name}) => name), ["a", "c"]);
  assert.deepEqual(rows.map(({is}) => is), [line, null]);
  assert.ok(Math.abs(rows[0].was - 2 * line) < 1e-12);
});

test("the theory range shrinks with α", () => {
  assert.deepEqual(rangesAt({theorem: 0.5, proof: 1}, 0.5), {theorem: 0.25, proof: 0.5});
});
