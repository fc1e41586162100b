import assert from "node:assert/strict";
import {test} from "node:test";
import {cellText, classText, confusions, confusionText, totals} from "../../cspa_explore/player/front/confusions.js";

const NAMES = ["a", "b", "c"];
const COUNTS = [ // rows: true class, columns: proposed
  5, 3, 0,
  3, 1000, 212,
  0, 1, 0,
];

test("the most frequent confusions come first, of equal ones the lower class", () => {
  assert.deepEqual(confusions(COUNTS, 3), [
    {truth: 1, proposed: 2, n: 212}, {truth: 0, proposed: 1, n: 3}, {truth: 1, proposed: 0, n: 3}, {truth: 2, proposed: 1, n: 1},
  ]);
  assert.equal(confusions(COUNTS, 3, 2).length, 2);
  assert.deepEqual(confusions([4, 0, 0, 4], 2), []);
});

test("a confusion in words", () => {
  const found = confusions(COUNTS, 3).map((one) => confusionText(one, NAMES));
  assert.deepEqual(found.slice(0, 2), ["proposed c where the answer was b: 212 times", "proposed b where the answer was a: 3 times"]);
  assert.equal(found[3], "proposed b where the answer was c: once");
});

test("totals of rows and columns", () => {
  assert.deepEqual(totals(COUNTS, 3), [
    {seen: 8, proposed: 8, right: 5}, {seen: 1215, proposed: 1004, right: 1000}, {seen: 1, proposed: 212, right: 0},
  ]);
});

test("a class in God's eye says its recall, in the learner's only what was right", () => {
  assert.equal(classText(COUNTS, 3, 1, NAMES, true), "class b: met 1,215 times, 82.3 % recognised; most often taken for c (212 times)");
  assert.equal(classText(COUNTS, 3, 1, NAMES, false), "b: proposed 1,004 times, 99.6 % right");
  assert.equal(classText([1, 0, 0, 0], 2, 1, NAMES, true), "class b: not met yet");
  assert.equal(classText([1, 0, 0, 0], 2, 1, NAMES, false), "b: not proposed yet");
  assert.equal(classText([2, 0, 0, 0], 2, 0, NAMES, true), "class a: met 2 times, 100.0 % recognised");
});

test("a cell in words", () => {
  assert.equal(cellText(COUNTS, 3, {truth: 1, proposed: 2}, NAMES), "proposed c where the answer was b: 212 times of 1,215 (17.4 %)");
  assert.equal(cellText(COUNTS, 3, {truth: 0, proposed: 0}, NAMES), "class a: recognised 5 times of 8 (62.5 %)");
});
