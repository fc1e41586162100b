import assert from "node:assert/strict";
import {test} from "node:test";
import {PictureStore, Rounds} from "../../cspa_explore/player/front/picture_store.js";
import {packed} from "./replay.js";

// Let some time pass on the clock of a test, in steps, with every answer taken in between.
async function pass(t, ms) {
  for (let step = 0; step < ms; step += 10) {
    t.mock.timers.tick(10);
    for (let i = 0; i < 20; i++) await null;
  }
}

test("the last round that is not later", () => {
  const rounds = new Rounds();
  assert.equal(rounds.upTo(5), null);
  for (const t of [10, 2, 40]) rounds.set(t, `at ${t}`);
  assert.deepEqual([1, 2, 9, 10, 39, 400].map((t) => rounds.upTo(t)?.t ?? null), [null, 2, 2, 10, 10, 40]);
  rounds.set(30, "at 30");
  assert.deepEqual(rounds.upTo(39), {t: 30, value: "at 30"});
});

test("instances of a replay and of an answer", () => {
  const arrays = {shown: Int32Array.of(1, 4), x: Uint8Array.of(1, 2, 3, 4, 5, 6)};
  const store = new PictureStore({id: "a", picture: {kind: "image"}, plane: ""}, 2, arrays);
  assert.deepEqual([...store.instance(4)?.value], [4, 5, 6]);
  assert.deepEqual([0, 1, 2, 4].map((t) => store.isComplete(t)), [true, true, false, true]);
  assert.equal(store.instance(3)?.t, 1, "the last one before");
  store.add({shown: Int32Array.of(2, 3), x: Uint8Array.of(7, 7, 7, 8, 8, 8)});
  assert.deepEqual([...store.instance(3)?.value], [8, 8, 8]);
});

test("grids of every learner; before the first round those of the first", () => {
  const arrays = {
    grid_rounds: Int32Array.of(1, 9), grid0: Uint8Array.of(0, 4, 1, 4), grid_starts0: Int32Array.of(0, 2, 4),
    grid1: Uint8Array.of(0, 4, 2, 2, 1, 2), grid_starts1: Int32Array.of(0, 2, 6),
  };
  const store = new PictureStore({id: "b", picture: null, plane: "grid"}, 2, arrays);
  assert.deepEqual([...store.grid(1, 9)?.value], [2, 2, 1, 2]);
  assert.deepEqual([store.grid(0, 0)?.t, store.grid(0, 8)?.t], [1, 1]);
  assert.deepEqual([0, 1, 5, 9].map((t) => store.isComplete(t)), [true, true, false, true]);
});

test("in the plane nothing is missing", () => {
  const store = new PictureStore({id: "c", picture: null, plane: "sectors"}, 3, {});
  assert.ok(store.isComplete(17));
  assert.equal(store.instance(17), null);
});

test("the round asked for last is asked for again, until it is here", async (t) => {
  t.mock.timers.enable({apis: ["setTimeout"]});
  const store = new PictureStore({id: "a", picture: {kind: "image"}, plane: ""}, 1, {}), asked = [];
  let drawn = 0;
  const here = (round) => packed({id: "a", t: round}, {shown: ["i4", [1], [round]], x: ["u1", [1], [round]]});
  const answers = [packed({id: "b", t: null}, {}), here(5), here(7)];
  store.connect(async (query) => {
    asked.push(query);
    if (asked.length === 2) store.want(7); // the user goes on before the answer is here
    return /** @type {any} */ (answers.shift() ?? null);
  }, () => drawn++);
  store.want(5);
  store.want(5);
  await pass(t, 500);
  assert.deepEqual(asked, [5, 5, 7].map((round) => ({run: "a", t: round})));
  assert.deepEqual([drawn, store.instance(5)?.value[0], store.isComplete(7)], [2, 5, true]);
});

test("an answer that cannot be read does not end all further requests", async (t) => {
  t.mock.timers.enable({apis: ["setTimeout"]});
  const store = new PictureStore({id: "a", picture: {kind: "image"}, plane: ""}, 1, {});
  const answers = [new TextEncoder().encode("<html>"), packed({id: "a", t: 5}, {shown: ["i4", [1], [5]], x: ["u1", [1], [9]]})];
  store.connect(async () => /** @type {any} */ (answers.shift() ?? null), () => {});
  store.asked = 5;
  await assert.rejects(store.request(), /not a replay/);
  store.asked = 5;
  await store.request();
  assert.equal(store.instance(5)?.value[0], 9);
});

test("a round that did not arrive is asked for again when it is drawn, and is drawn again a little later", async (t) => {
  t.mock.timers.enable({apis: ["setTimeout"]});
  const store = new PictureStore({id: "a", picture: {kind: "image"}, plane: ""}, 1, {}), asked = [];
  const answers = [null, packed({id: "a", t: 5}, {shown: ["i4", [1], [5]], x: ["u1", [1], [9]]})];
  store.connect(async (query) => {
    asked.push(query.t);
    return /** @type {any} */ (answers.shift());
  }, () => store.want(5));
  store.want(5);
  await pass(t, 1000);
  assert.deepEqual([asked, store.instance(5)], [[5], null], "a server that does not answer is not asked at once");
  await pass(t, 4000);
  assert.deepEqual([asked, store.instance(5)?.value[0]], [[5, 5], 9]);
});

test("a run that cannot ask has what it has", async (t) => {
  t.mock.timers.enable({apis: ["setTimeout"]});
  const store = new PictureStore({id: "a", picture: {kind: "image"}, plane: ""}, 1, {});
  store.want(5);
  await pass(t, 60);
  assert.equal(store.instance(5), null);
});
