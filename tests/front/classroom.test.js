import assert from "node:assert/strict";
import {test} from "node:test";
import {
  closest, distance, fromKept, handsOf, isVoted, noVotes, numbersIn, phaseAfter, toKept, total, valueAt, withLatest,
} from "../../cspa_explore/player/front/classroom_votes.js";
import {Classroom} from "../../cspa_explore/player/front/classroom.js";
import {DeckEditor, startOf} from "../../cspa_explore/player/front/deck_editor.js";
import {levels, shareAt, ticks, valueAtShare} from "../../cspa_explore/player/front/question_axis.js";
import {ChooseQuestion} from "../../cspa_explore/player/front/question_choose.js";
import {GuessQuestion} from "../../cspa_explore/player/front/question_guess.js";

const PERCENT = {low: 0, high: 100, unit: "%", log: false}, ROUNDS = {low: 1, high: 4000, unit: "rounds", log: true};

test("votes that were kept come back, and anything else is left out", () => {
  const vote = {phase: "locked", hands: [3, 7], guesses: [61.5], curve: [50, 60]};
  assert.deepEqual(fromKept(toKept({deck: "{}", votes: {a: vote}})), {deck: "{}", votes: {a: vote}});
  assert.deepEqual(fromKept(""), {deck: "", votes: {}});
  assert.deepEqual(fromKept("{{"), {deck: "", votes: {}});
  assert.deepEqual(fromKept("null"), {deck: "", votes: {}});
  const odd = fromKept(JSON.stringify({deck: 3, votes: {a: {phase: "x", hands: ["<b>", -2, 1e9], guesses: "7"}, b: null}}));
  assert.deepEqual(odd, {deck: "", votes: {a: {...noVotes(), hands: [0, 0, 999]}, b: noVotes()}});
});

test("of very many questions the latest votes are kept", () => {
  const votes = Object.fromEntries(Array.from({length: 300}, (_, i) => [`q${i}`, noVotes()]));
  const found = Object.keys(fromKept(toKept({deck: "", votes})).votes);
  assert.equal(found.length, 200);
  assert.equal(found[0], "q100");
});

test("a vote on the oldest question becomes the latest", () => {
  const votes = Object.fromEntries(Array.from({length: 201}, (_, i) => [`q${i}`, noVotes()]));
  const found = Object.keys(fromKept(toKept({deck: "", votes: withLatest(votes, "q0", {...noVotes(), hands: [1]})})).votes);
  assert.deepEqual([found.length, found[0], found.at(-1)], [200, "q2", "q0"]);
  assert.deepEqual(Object.keys(withLatest({}, "a", noVotes())), ["a"]);
});

test("the answer is asked for again if its run is there and it is not", (context) => {
  context.mock.timers.enable({apis: ["setTimeout"]});
  const sent = [], data = {question: {id: "a"}, run: /** @type {any} */ (null), answer: /** @type {any} */ (null)};
  const room = Object.assign(Object.create(Classroom.prototype), {
    data, store: {votes: {a: {...noVotes(), phase: "revealed"}}}, ask: ({kind, id}) => sent.push(`${kind} ${id}`),
  });
  room.request();
  context.mock.timers.tick(20_000);
  assert.deepEqual(sent, ["reveal a"], "the run is being played");
  data.run = "run";
  context.mock.timers.tick(4000);
  assert.deepEqual(sent, ["reveal a", "reveal a"]);
  data.answer = {};
  context.mock.timers.tick(20_000);
  assert.equal(sent.length, 2);
});

test("one hand and one guess are said as one", () => {
  const choose = Object.assign(Object.create(ChooseQuestion.prototype), {vote: {...noVotes(), hands: [0, 1]}});
  assert.deepEqual([choose.sum(), choose.score({right: 1})], ["1 hand", "1 of 1 hand had it."]);
  choose.vote.hands = [3, 1];
  assert.equal(choose.score({right: 1}), "1 of 4 hands had it.");
  const words = (guesses) => {
    const guess = Object.assign(Object.create(GuessQuestion.prototype), {data: {question: {axis: PERCENT}}, vote: {...noVotes(), guesses}});
    return /aria-label="([^"]*)"/.exec(String(guess.picture(300, null)))?.[1];
  };
  assert.deepEqual([[], [70], [5, 6]].map(words), [
    "Axis from 0 to 100 %. 0 guesses.", "Axis from 0 to 100 %. 1 guess: 70.", "Axis from 0 to 100 %. 2 guesses: 5, 6.",
  ]);
});

test("the examples of several guesses are numbers of the axis, and the answer's flag is labelled", () => {
  const hint = (axis) => {
    const place = {clientWidth: 0, innerHTML: "", querySelector: () => ({})};
    const guess = Object.assign(Object.create(GuessQuestion.prototype), {place, changed() {}});
    guess.show(/** @type {any} */ ({question: {id: "a", axis}, answer: null}), noVotes());
    return /class="hint">([^<]*)</.exec(place.innerHTML)?.[1];
  };
  const axes = [ROUNDS, PERCENT, {low: 0, high: 1, unit: "", log: false}];
  assert.deepEqual(axes.map(hint), ["5 63 760", "20 50 80", "0.2 0.5 0.8"].map((text) => `Several guesses at once, such as: ${text}`));
  const guess = Object.assign(Object.create(GuessQuestion.prototype), {data: {question: {axis: PERCENT}}, vote: noVotes()});
  assert.match(String(guess.picture(300, {value: 90, low: 80, high: 95, words: "90 %"})), /text-anchor: end">answer</);
});

test("what is wrong with a guess is not said any longer once the votes are locked", () => {
  const parts = new Map(), querySelector = (name) => parts.get(name) ?? parts.set(name, {}).get(name);
  const place = {clientWidth: 0, innerHTML: "", querySelector};
  const data = /** @type {any} */ ({question: {id: "a", axis: PERCENT}, answer: null}), vote = noVotes();
  const guess = Object.assign(Object.create(GuessQuestion.prototype), {place, changed() {}});
  guess.show(data, vote);
  guess.plant("many");
  assert.match(place.querySelector(".said").textContent, /^A guess is a number/);
  guess.show(data, Object.assign(vote, {phase: "locked"}));
  assert.equal(place.querySelector(".said").textContent, "");
});

/** An editor whose field holds a text; `sent` is what it sent last. */
function editor(value, sent) {
  const field = {value, setAttribute() {}};
  return Object.assign(Object.create(DeckEditor.prototype), {field, sent, trusted: Infinity, place: 1, say() {}});
}

test("what is typed after the field was cleared stays", () => {
  const answer = {text: "{built in}", problem: "", questions: 3, place: 1, most: 9};
  const typing = editor("{", "");
  typing.load(answer, () => {});
  assert.equal(typing.field.value, "{", "the server has read the empty text only");
  const cleared = editor("", "");
  cleared.load(answer, () => {});
  assert.equal(cleared.field.value, "{built in}", "an empty text brings the built-in deck back");
  const stale = editor("{new}", "{new}");
  stale.load(answer, () => {});
  assert.equal(stale.field.value, "{new}");
});

test("a vote is a hand, a flag or a handle that was moved", () => {
  const votes = [{}, {hands: [0, 2]}, {guesses: [0]}, {curve: [50, 50]}, {curve: [50, 51]}];
  assert.deepEqual(votes.map((one) => isVoted({...noVotes(), ...one})), [false, true, true, false, true]);
});

test("hands are whole numbers", () => {
  assert.deepEqual(["3", "", "-1", "2.6", "1e9", "x"].map(handsOf), [3, 0, 0, 3, 999, 0]);
  assert.equal(total([3, 7, 11, 2]), 23);
});

test("guesses are typed one by one or several at once", () => {
  assert.deepEqual(numbersIn("70"), [70]);
  assert.deepEqual(numbersIn(" 10 50  200 "), [10, 50, 200]);
  assert.deepEqual(numbersIn("10, 50; 200"), [10, 50, 200]);
  assert.deepEqual(numbersIn("10,50,200"), [10, 50, 200]);
  assert.deepEqual(numbersIn("1,000 2,500.5"), [1000, 2500.5]);
  assert.deepEqual(numbersIn("54% −3"), [54, -3]);
  assert.deepEqual(numbersIn(""), []);
  assert.ok(Number.isNaN(numbersIn("many")[0]));
});

test("the closest guess, by hand", () => {
  assert.deepEqual(closest([10, 50, 200], 61), {guess: 50, off: 11});
  assert.equal(closest([], 61), null);
  assert.equal(closest([3], NaN), null);
});

test("the distance of a drawn curve is the mean over its handles, by hand", () => {
  const points = [[1, 0], [2, 50], [4, 70]];
  assert.equal(valueAt(points, 1), 0);
  assert.equal(valueAt(points, 3), 60);
  assert.equal(valueAt(points, 9), 70);
  assert.equal(distance([10, 55, 70], [1, 3, 4], points), (10 + 5 + 0) / 3);
});

test("votes are locked before the answer, and what was revealed stays revealed", () => {
  assert.equal(phaseAfter("open", "reveal"), "open");
  assert.equal(phaseAfter("open", "lock"), "locked");
  assert.equal(phaseAfter("locked", "unlock"), "open");
  assert.equal(phaseAfter("locked", "reveal"), "revealed");
  assert.equal(phaseAfter("revealed", "unlock"), "revealed");
  assert.equal(phaseAfter("revealed", "clear"), "open");
});

test("positions on the axis and back", () => {
  assert.equal(shareAt(PERCENT, 25), 0.25);
  assert.equal(shareAt(PERCENT, 900), 1);
  assert.equal(valueAtShare(PERCENT, 0.333), 33);
  assert.equal(valueAtShare(ROUNDS, 0), 1);
  assert.equal(valueAtShare(ROUNDS, 1), 4000);
  for (const value of [1, 3, 70, 990]) assert.equal(valueAtShare(ROUNDS, shareAt(ROUNDS, value)), value);
});

test("ticks of both axes", () => {
  assert.deepEqual(ticks(PERCENT), [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(ticks(ROUNDS), [1, 10, 100, 1000, 4000]);
  assert.deepEqual(ticks({low: -1, high: 1, unit: "", log: false}), [-1, -0.5, 0, 0.5, 1]);
});

test("flags that would cover each other stand on levels of their own", () => {
  const flags = [50, 52, 54, 300].map((x) => ({x, width: 30}));
  assert.deepEqual(levels(flags), [0, 1, 2, 0]);
  assert.deepEqual(levels(Array(5).fill({x: 9, width: 30})), [0, 1, 2, 3, -1]);
});

test("the editor finds where a question begins", () => {
  const text = '{\n  "questions": [\n    {\n      "text": "a"\n    },\n    {\n      "text": "b"\n    }\n  ]\n}\n';
  assert.equal(text.slice(startOf(text, 2)).trim().slice(0, 11), '"text": "b"');
  assert.equal(startOf(text, 9), 0);
});
