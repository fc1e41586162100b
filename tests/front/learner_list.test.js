import assert from "node:assert/strict";
import {test} from "node:test";
import {LearnerList, remaining} from "../../cspa_explore/player/front/learner_list.js";

const LEARNERS = ["a", "b", "a", "c"].map((text) => ({text, words: text, colour: "#000", dash: "solid"}));
const texts = (rows) => rows.map(({text, place}) => `${text}${place}`).join(" ");

test("rows whose removal is not answered stay hidden", () => {
  assert.equal(texts(remaining(LEARNERS, [])), "a0 b1 a2 c3");
  assert.equal(texts(remaining(LEARNERS, [{number: 1, kind: "remove", text: "a", place: 2}])), "a0 b1 c3");
  const stale = {number: 1, kind: "remove", text: "c", place: 1}; // the row has moved since
  assert.equal(texts(remaining(LEARNERS, [stale, {number: 2, kind: "add", text: "d"}])), "a0 b1 a2");
  assert.equal(texts(remaining(LEARNERS, [{number: 1, kind: "remove", text: "gone", place: 0}])), "a0 b1 a2 c3");
});

test("every request is sent again until the server has answered it", (context) => {
  context.mock.timers.enable({apis: ["setTimeout"]});
  const sent = /** @type {any[]} */ ([]), list = Object.create(LearnerList.prototype);
  Object.assign(list, {data: {answered: 0}, pending: [], ask: ({requests}) => sent.push(requests)});
  for (const text of ["a", "b", "c"]) list.request({kind: "remove", text, place: 0});
  assert.deepEqual(sent.map((requests) => requests.map(({text}) => text).join("")), ["a", "ab", "abc"]);
  const numbers = sent[2].map(({number}) => number);
  assert.ok(numbers[0] < numbers[1] && numbers[1] < numbers[2]);
  context.mock.timers.tick(1500);
  assert.equal(sent.length, 4, "the last trigger may be lost, too");
  sent.pop();
  list.data = {answered: numbers[2] + 1000}; // by an earlier view whose clock was ahead
  list.pending = [];
  list.request({kind: "add", text: "d"});
  assert.deepEqual(sent[3].map(({text, number}) => [text, number > numbers[2] + 1000]), [["d", true]]);
  list.pending = [];
  context.mock.timers.tick(10_000);
  assert.equal(sent.length, 4, "nothing is left to send");
});
