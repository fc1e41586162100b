import assert from "node:assert/strict";
import {test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import {about} from "../../cspa_explore/player/front/file_about.js";
import {gathered, jump} from "../../cspa_explore/player/front/jumps.js";
import {parse} from "../../cspa_explore/player/front/payload.js";
import {unpacked} from "../../cspa_explore/player/front/payload_bytes.js";
import {Regions} from "../../cspa_explore/player/front/regions.js";
import {factsOfRun} from "../../cspa_explore/player/front/round_facts.js";
import {sentenceOf} from "../../cspa_explore/player/front/round_text.js";
import {header, packed} from "./replay.js";

// A run of 400 rounds with K = 3 classes: class 0 turns a little in every round, class 2 moves in round 300 alone.
const T = 400, BIG = 300;
const weights = (r) => [Math.fround(Math.cos(r / 1000)), Math.fround(Math.sin(r / 1000)), -1, 0, 0, r >= BIG ? -2 : -1];
const losses = Array.from({length: T + 1}, (_, r) => (r < T ? r / 4 : NaN));
const ONE = {words: "one", text: "one", key: "cspa", branch: null, full: false};
const KEPT = [0, 1, 2, 100, 399, 400];

function coded(rows) {
  const values = [], moved = [];
  let before = [0, 0, 0, 0, 0, 0];
  for (const now of rows.map(weights)) {
    for (const k of [0, 1, 2]) {
      const own = now.slice(2 * k, 2 * k + 2), has = own.some((w, i) => w !== before[2 * k + i]);
      moved.push(Number(has));
      if (has) values.push(...own);
    }
    before = now;
  }
  return {W0: ["f4", [values.length / 2, 2], values], moved_W0: ["u1", [rows.length, 3], moved]};
}

function rowsOf(first, end, id = "a") {
  const rows = Array.from({length: end - first}, (_, i) => first + i);
  return packed({id, t: first + 1, first}, {
    W0: ["f4", [rows.length, 3, 2], rows.flatMap(weights)], loss0: ["f4", [rows.length], rows.map((r) => losses[r])],
  });
}

function thin(kept = KEPT) {
  const zeros = Array(T).fill(0);
  return parse(packed(header(T, ["one"], {id: "a", longest: [2], learners: [ONE]}), {
    y: ["u1", [T], zeros], hat0: ["u1", [T], zeros], tilde0: ["u1", [T], zeros],
    raw: ["f4", [T, 2], Array.from({length: 2 * T}, (_, i) => i)],
    kept: ["i4", [kept.length], kept], ...coded(kept), loss0: ["f4", [kept.length], kept.map((r) => losses[r])],
  }));
}

const row = (run, r) => [...run.arrays.W0.subarray(6 * r, 6 * r + 6)];

test("the rows that travel are exact, and a round in between has the last ones before", () => {
  const run = thin();
  for (const r of KEPT) {
    assert.deepEqual(row(run, r), weights(r));
    assert.ok(run.holds(r, 0));
  }
  assert.deepEqual([0, 2, 50, 100, 398, 400].map((r) => run.row(r, 0)), [0, 2, 2, 100, 100, 400]);
  assert.deepEqual([3, 99, 398].map((r) => run.holds(r, 0)), [false, false, false]);
  assert.equal(run.longest(0), 2, "of all rounds");
  assert.deepEqual([run.loss(0, 101), run.loss(0, 102)], [25, NaN]);
  assert.deepEqual(new Regions(run, 0, 1).at(350), new Regions(run, 0, 1).at(100));
});

test("a replay with all rows leaves nothing out", () => {
  const run = thin(Array.from({length: T + 1}, (_, r) => r));
  assert.equal(run.details, null);
  for (const r of [0, 1, 299, 300, 400]) assert.deepEqual(row(run, r), weights(r));
  assert.equal(run.row(350, 0), 350);
  assert.ok(run.pictures.isComplete(350));
  assert.ok(!String(about(run, "replay")).includes("This file holds"));
});

test("a file of one round says so", () => {
  const one = {learners: [], trials: 1, T: 1, words: "A run", pictures: {}, details: null, plane: "sectors"};
  assert.match(String(about(/** @type {any} */ (one), "replay")), /Right proposals after 1 round \(one seed\)/);
});

test("a file says how many rounds it holds", () => {
  const words = String(about(thin(), "replay"));
  assert.match(words, /This file holds the weights and losses of 6 of\s+400 rounds/);
});

test("what an answer brings is exact from then on", () => {
  const run = thin(), {details} = run;
  assert.deepEqual([0, 1, 2, 3, 250].map((t) => details?.isComplete(t)), [true, true, true, false, false]);
  run.pictures.connect(async () => /** @type {any} */ (rowsOf(140, 260)), () => {});
  return run.pictures.block(0, 140).then((done) => {
    assert.ok(done);
    assert.deepEqual([139, 140, 259, 260, 398].map((r) => run.row(r, 0)), [100, 140, 259, 259, 259]);
    assert.deepEqual(row(run, 200), weights(200));
    assert.equal(run.loss(0, 201), 50);
    assert.deepEqual([241, 250, 260].map((t) => details?.isComplete(t)), [true, true, false], "101 rows before are needed");
  });
});

test("how much of the map a round redraws is known where both states are here", () => {
  const run = thin(), regions = new Regions(run, 0, 1);
  assert.ok(Number.isNaN(regions.churn(BIG)));
  assert.ok(Number.isNaN(regions.recentChurn(200)));
  assert.ok(regions.churn(2) > 0);
  run.details?.add(280, unpacked(rowsOf(280, 320)).arrays);
  assert.ok(regions.churn(BIG) > 10 * regions.churn(BIG - 1), "an unknown share is not remembered");
});

test("slow motion and the sentence say only what is known", () => {
  const run = thin();
  assert.equal(factsOfRun(run, 0, 200).moves, null);
  assert.ok(!sentenceOf({run, t: 200, eye: "god"}).includes("loss"));
  run.details?.add(190, unpacked(rowsOf(190, 210)).arrays);
  assert.deepEqual(factsOfRun(run, 0, 200).moves?.up, [0]);
  assert.ok(sentenceOf({run, t: 200, eye: "god"}).includes("loss of 49.75"));
});

/** A player at round t, as far as a jump needs it; `asked` collects the rows that it asks for. */
function playerAt(t, run, asked, block = 64) {
  const regions = new Regions(run, 0, 1), said = [];
  run.pictures.connect(async ({t: round, learner}) => {
    asked.push([round, learner]);
    return /** @type {any} */ (rowsOf(round - 1, Math.min(T + 1, round - 1 + block)));
  }, () => {});
  const player = {
    run, t, focus: 0, discs: [{regions}], said, pause() {}, say(words) { said.push(words); }, seek(to) { player.t = to; },
  };
  return player;
}

test("a jump fetches the weights that it compares, block by block", async () => {
  const asked = [], player = /** @type {any} */ (playerAt(150, thin(), asked));
  await jump(player, "region");
  assert.equal(player.t, BIG + 1, "an update is seen from the next round on");
  assert.deepEqual(asked, [[150, 0], [213, 0], [276, 0]]);
  assert.ok(player.said.at(-1).startsWith(`Learnt in round ${BIG}`));
  const other = /** @type {any} */ (playerAt(5, thin(), []));
  await jump(other, "biggest");
  assert.equal(other.t, BIG);
});

test("a search ends when the user goes on, and a file says what it does not hold", async () => {
  const asked = [], run = thin(), player = /** @type {any} */ (playerAt(150, run, asked));
  const done = jump(player, "biggest");
  player.t = 7;
  await done;
  assert.deepEqual([player.t, asked.length, player.said], [7, 1, ["Searching…"]]);
  const alone = thin(), churn = (_, t) => new Regions(alone, 0, 1).churn(t);
  assert.match(await gathered("region", alone, 0, 150, churn, () => false), /weights of 6 of 400 rounds/);
});

test("while rounds pass one by one the next ones are asked for, once", async () => {
  const run = thin(), asked = [];
  run.pictures.connect(async ({t}) => {
    asked.push(t);
    return /** @type {any} */ (rowsOf(Math.max(0, t - 129), Math.min(T + 1, t + 20)));
  }, () => {});
  for (const t of [150, 151, 152]) run.pictures.foresee(t);
  await pause(0);
  assert.deepEqual(asked, [150]);
  run.pictures.foresee(160);
  assert.deepEqual(asked, [150], "it is here");
});
