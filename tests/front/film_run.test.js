import assert from "node:assert/strict";
import {test} from "node:test";
import {Film, nearest} from "../../cspa_explore/player/front/film_run.js";
import {hintOf, keyed} from "../../cspa_explore/player/front/handles.js";
import {parse} from "../../cspa_explore/player/front/payload.js";
import {unpacked} from "../../cspa_explore/player/front/payload_bytes.js";
import {header, packed} from "./replay.js";

const T = 10, K = 3, ROUNDS = [1, 4, 10];
const RUN = parse(packed(header(T, ["b=1", "other"], {
  K, identity: "same", sigma: {value: 0.25, noise: "variance"},
}), {
  y: ["u1", [T], Array(T).fill(0)],
  raw: ["f4", [T, 2], Array.from({length: 2 * T}, (_, i) => i)],
  ...Object.fromEntries([0, 1].flatMap((l) => ["hat", "tilde"].map((name) => [name + l, ["u1", [T], Array(T).fill(l)]]))),
}));

/** A film with values b=1 and b=2 at σ = 0.25 and 1; every number says its cell: 100·σ + 10·slot. */
function film(more = {}, done = [0, 1]) {
  const slots = 3, cells = done.flatMap((s) => Array.from({length: slots}, (_, slot) => 100 * s + 10 * slot));
  const each = (dtype, numbers) => {
    const values = cells.flatMap((cell) => numbers(cell));
    return [dtype, [values.length], values];
  };
  const bytes = packed({
    state: "ready", share: 1, identity: "same", place: 0, param: "b", values: ["1", "2"], shown: ["1", "2"], at: [0, 1],
    texts: ["b=1", "b=2"], words: ["b is 1", "b is 2"], others: ["other"], sigma: {values: [0.25, 1]}, done, noise: "variance",
    lines: [[], [{label: "best", value: 0.5}]], ...more,
  }, {
    rounds: ["i4", [3], ROUNDS],
    hits: each("u1", (cell) => [cell % 100 === 10 ? 0b1001 : 0b11111111, 0b10]),
    total: each("u2", (cell) => [cell, cell + 1, cell + 2]),
    sd: each("f4", (cell) => [cell, 0, 0]),
    recent: each("u2", (cell) => [cell, 0, 0]),
    recent_sd: each("f4", (cell) => [cell, 0, 0]),
    W: each("f4", (cell) => ROUNDS.flatMap((r) => Array(2 * K).fill(cell + r / 16))),
    longest: each("f4", (cell) => [cell + 1]),
    normals: ["f4", [2 * T], Array(2 * T).fill(2)],
  });
  const {header: head, arrays} = unpacked(bytes);
  return new Film(head, arrays);
}

test("a film fits the runs that differ in its values alone", () => {
  assert.ok(film().fits(RUN));
  assert.ok(!film({identity: "another"}).fits(RUN));
  assert.ok(!film({others: ["someone"]}).fits(RUN));
  assert.ok(!film({texts: ["b=2", "b=3"]}).fits(RUN));
  assert.ok(!film({sigma: {values: [0.5, 1]}}).fits(RUN));
  const {header: head, arrays} = unpacked(packed({state: "computing", share: 0.4}, {}));
  assert.ok(!new Film(head, arrays).fits(RUN));
});

test("the round of the film is the nearest on a log scale", () => {
  assert.deepEqual([0, 1, 2, 3, 6, 7, 10].map((t) => film().round(t)), [1, 1, 1, 4, 4, 10, 10]);
  assert.equal(nearest([0, 0.5, 1], 0.8), 2);
});

test("a cell's numbers come from its slot", () => {
  const one = film().frame(RUN, 1, 1); // slot 1 at the second σ: 110; the other learner: slot 2, 120
  assert.deepEqual([one.arrays.W0, one.arrays.W1].map((W) => W[one.row(3) * 2 * K]), [110 + 4 / 16, 120 + 4 / 16]);
  assert.deepEqual([one.longest(0), one.longest(1)], [111, 121]);
  assert.deepEqual(one.average(0, 4, false), {mean: 111 / (2 * 4), sd: 0});
  assert.deepEqual(one.average(1, 10, false).mean, 122 / (2 * 10));
  assert.deepEqual(one.average(0, 1, true), {mean: 110 / 2, sd: 110});
});

test("right proposals are read from bits, in every round", () => {
  const one = film().frame(RUN, 1, 0);
  assert.deepEqual(Array.from({length: T}, (_, t) => Number(one.hit(0, t + 1))), [1, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  assert.equal(one.ratio(0, 4, false), 0.5);
  assert.equal(one.ratio(1, 10, false), 0.9);
});

test("the marked learner has the words of its value; at another σ the lines are others", () => {
  const one = film().frame(RUN, 1, 1), here = film().frame(RUN, 1, 0);
  assert.deepEqual(one.learners.map(({words}) => words), ["b is 2", "other"]);
  assert.deepEqual(one.chart(false).series.map(({name}) => name), ["b is 2", "other"]);
  assert.equal(one.chart(false).lines[0].value, 0.5);
  assert.deepEqual(here.chart(false).lines, []);
  assert.equal(RUN.learners[0].words, "b=1", "the run itself is left alone");
});

test("points at another σ are moved by the same normals; at the run's own they are the run's", () => {
  const one = film();
  assert.equal(one.frame(RUN, 0, 0).arrays.raw, RUN.arrays.raw);
  assert.equal(one.frame(RUN, 1, 0).backgrounds, RUN.backgrounds);
  assert.deepEqual(one.frame(RUN, 0, 1).point(2), {x: 3, y: 4, angle: Math.atan2(4, 3), length: 5}); // 2 + (1 − 0.5)·2, …
  assert.equal(one.frame(RUN, 0, 1).arrays.raw, one.frame(RUN, 1, 1).arrays.raw, "computed once");
});

test("a row holds one σ", () => {
  const row = film({}, [1]);
  assert.deepEqual([row.has(0.25), row.has(1), row.has(0.5)], [false, true, false]);
  assert.deepEqual([row.cell("2", 1), row.cell("2", 0.25), row.cell("3", 1)], [{v: 1, s: 1}, null, null]);
  assert.equal(row.frame(RUN, 0, 1).longest(1), 121);
});

test("without weights only curves are drawn", () => {
  const one = film();
  delete one.arrays.W;
  assert.equal(one.frame(RUN, 0, 0).plane, "");
});

test("keys move from value to value", () => {
  assert.deepEqual(["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"].map((key) => keyed(key, 5, 24)), [6, 6, 4, 4]);
  assert.deepEqual(["Home", "End", "PageUp", "PageDown"].map((key) => keyed(key, 5, 24)), [0, 23, 9, 1]);
  assert.deepEqual([keyed("ArrowLeft", 0, 3), keyed("ArrowRight", 2, 3), keyed("a", 1, 3)], [0, 2, null]);
});

test("a film has no weights of the rounds that it leaves out", () => {
  const one = film().frame(RUN, 0, 0);
  assert.deepEqual([0, 3, 9].map((t) => one.row(t)), [0, 1, 2]);
  assert.throws(() => one.row(4), /round 5 is none of them/);
});

test("a hint says what follows a handle", () => {
  const whole = film(), curves = film();
  delete curves.arrays.W;
  assert.equal(hintOf(whole, 2), ": drag, everything follows");
  assert.equal(hintOf(curves, 2), ": drag, the curves follow");
  assert.deepEqual([hintOf(whole, 1), hintOf(null, 24)], ["", ""]);
});
