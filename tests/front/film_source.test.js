import assert from "node:assert/strict";
import {test} from "node:test";
import {deflateSync} from "node:zlib";
import {FilmSource} from "../../cspa_explore/player/front/film_source.js";
import {packed} from "./replay.js";

const answer = (header) => new Uint8Array(deflateSync(packed({share: 0, ...header}, {})));

/** A source whose desk gives these answers in turn. */
function source(answers) {
  const asked = [], taken = [];
  let came = () => {};
  const news = new Promise((done) => { came = () => done(null); }); // something was taken
  const desk = {ask: async (name, query) => (asked.push([name, query]), answers.shift() ?? null)};
  const take = ({header}, sent) => (taken.push([header.state, header.share, sent > 0]), came());
  return {asked, taken, news, it: new FilmSource(desk, take)};
}

test("it polls until the film is whole, and says which part it has", async () => {
  const row = answer({state: "row", done: [3]});
  const {it, asked, taken} = source([
    answer({state: "later"}), answer({state: "computing", share: 0.5}), row, answer({state: "same"}),
    answer({state: "ready", done: [0, 1, 2, 3]}),
  ]);
  await it.load({run: "a", place: 1});
  assert.deepEqual(taken, [["computing", 0.5, true], ["row", 0, true], ["ready", 0, true]]);
  assert.deepEqual(asked.map(([name, {run, place, here}]) => [name, run, place, here].join(" ")), [
    "film a 1 0", "film a 1 0", "film a 1 0", "film a 1 1", "film a 1 1",
  ]);
});

test("without an answer there is no film", async () => {
  const {it, taken} = source([]);
  await it.load({run: "a"});
  assert.deepEqual(taken, [["none", 0, false]]);
});

test("another film ends the fetching of the one before, and so does stop", async () => {
  const {it, asked, taken, news} = source(Array.from({length: 9}, () => answer({state: "computing"})));
  const first = it.load({run: "a"}), second = it.load({run: "b"});
  await it.load({run: "b"}); // is under way already
  await first;
  await news;
  it.stop();
  await second;
  assert.deepEqual([asked.map(([, {run}]) => run), taken.length], [["a", "b"], 1]);
});
