import assert from "node:assert/strict";
import {test} from "node:test";
import {parse, same} from "../../cspa_explore/player/front/payload.js";
import {header, packed} from "./replay.js";

const ARRAYS = {
  y: ["u1", [5], [0, 1, 2, 1, 0]],
  hat0: ["u1", [5], [0, 0, 2, 1, 1]],
  tilde0: ["u1", [5], [0, 2, 2, 1, 1]],
  loss0: ["f4", [5], [1, 0.5, NaN, 0, 2]],
  raw: ["f4", [5, 2], [1, 0, 0, 2, -3, 0, 0, -4, 3, 4]],
  points: ["i4", [2], [2, 4]],
  mean0: ["f8", [2], [0.25, 0.75]],
  mean_sd0: ["f8", [2], [0.125, 0]],
  recent0: ["f8", [2], [0.5, 1]],
  recent_sd0: ["f8", [2], [0, 0.5]],
};
const bytes = packed(header(5, ["one"]), ARRAYS);

test("header and arrays are read as they were written", () => {
  const run = parse(bytes);
  assert.deepEqual([run.K, run.T, run.L, run.names], [3, 5, 1, ["a", "β", "<c>"]]);
  assert.deepEqual([...run.arrays.y], [0, 1, 2, 1, 0]);
  assert.ok(run.arrays.points instanceof Int32Array);
  assert.deepEqual([...run.arrays.mean0], [0.25, 0.75]);
});

test("numbers that take few bits", () => {
  const arrays = {
    y: ["u1", [6], [0b01_010_001, 0b1_000_111_1, 0b01], 3], lies: ["u1", [6], [0b101010], 1],
    wide: ["u2", [2], [0xcd, 0x1b, 0xa5], 12], mean0: ["f8", [1], [0.25]],
  };
  const run = parse(packed(header(6, []), arrays));
  assert.deepEqual([...run.arrays.y], [1, 2, 5, 7, 0, 3]);
  assert.deepEqual([...run.arrays.lies], [0, 1, 0, 1, 0, 1]);
  assert.deepEqual([...run.arrays.wide], [0xbcd, 0xa51]);
  assert.deepEqual([...run.arrays.mean0], [0.25]);
});

test("bytes at an odd place in their buffer are read too, and an ArrayBuffer", () => {
  const shifted = new Uint8Array(bytes.length + 3).subarray(3);
  shifted.set(bytes);
  assert.deepEqual([...parse(shifted).arrays.mean0], [0.25, 0.75]);
  assert.deepEqual([...parse(bytes.slice().buffer).arrays.y], [0, 1, 2, 1, 0]);
});

test("other bytes are refused", () => {
  assert.throws(() => parse(new TextEncoder().encode("PNG……………")), /not a replay/);
});

test("a round by hand", () => {
  const run = parse(bytes);
  assert.deepEqual([1, 2, 3, 4, 5].map((t) => run.hit(0, t)), [true, false, true, true, false]);
  assert.deepEqual([1, 2, 3, 4, 5].map((t) => run.explored(0, t)), [false, true, false, false, false]);
  assert.equal(run.loss(0, 2), 0.5);
  assert.deepEqual([0, 1, 2, 4, 5].map((t) => run.ratio(0, t, false)), [NaN, 1, 1 / 2, 3 / 4, 3 / 5]);
  assert.deepEqual(run.point(2), {x: 0, y: 2, angle: Math.PI / 2, length: 2});
  assert.equal(run.next(1, (t) => !run.hit(0, t)), 2);
  assert.equal(run.next(5, () => true), 0, "there is no round after the last");
  assert.deepEqual(run.everExplores, [true]);
});

test("what exploring cost, by hand: explored rounds, and predictions that were the true class", () => {
  const run = parse(bytes);
  assert.deepEqual([0, 1, 2, 3, 5].map((t) => run.exploration(0, t).explored), [0, 0, 1, 1, 1]);
  assert.deepEqual([0, 1, 2, 3, 5].map((t) => run.exploration(0, t).foreseen), [0, 1, 1, 2, 3]);
});

test("an average is that of the last checkpoint", () => {
  const run = parse(bytes);
  assert.deepEqual(run.average(0, 1, false), {mean: NaN, sd: NaN});
  assert.deepEqual([2, 3, 4, 5].map((t) => run.average(0, t, false).mean), [0.25, 0.25, 0.75, 0.75]);
  assert.deepEqual(run.average(0, 4, true), {mean: 1, sd: 0.5});
});

test("the recent ratio looks back as many rounds as the header says", () => {
  const T = 250, right = Array.from({length: T}, (_, i) => (i < 150 ? 0 : 1)), zeros = Array(T).fill(0);
  const arrays = {y: ["u1", [T], right], hat0: ["u1", [T], zeros], tilde0: ["u1", [T], zeros]};
  const run = parse(packed(header(T, ["zero"]), arrays));
  assert.deepEqual([100, 150, 200, 250].map((t) => run.ratio(0, t, true)), [1, 1, 0.5, 0]);
  const shorter = parse(packed(header(T, ["zero"], {recent: 50}), arrays));
  assert.deepEqual([150, 175, 200].map((t) => shorter.ratio(0, t, true)), [1, 0.5, 0]);
});

test("replays are the same if their bytes are", () => {
  assert.ok(same(bytes, bytes.slice()));
  assert.ok(!same(bytes, bytes.slice(0, -1)));
  assert.ok(!same(bytes, bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte))));
  assert.ok(!same(bytes, undefined));
});

test("the view holds nearly all instances and never vanishes", () => {
  assert.ok(Math.abs(parse(bytes).viewRadius() - 1.1 * 4) < 1e-6);
  const still = parse(packed(header(1, []), {y: ["u1", [1], [0]], raw: ["f4", [1, 2], [0, 0]]}));
  assert.equal(still.viewRadius(), 1.1);
});
