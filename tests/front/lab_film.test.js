import assert from "node:assert/strict";
import {test} from "node:test";
import {bestAt, cellsAt, isEnd, placeOf, roundOf, seriesAt, wayOf} from "../../cspa_explore/player/front/lab_film.js";
import {titleOf} from "../../cspa_explore/player/front/lab_picture.js";

const X = {name: "round", label: "round", scale: "log", low: 20, high: 400, ticks: [20, 400], texts: ["20", "400"], unit: ""};
const FILM = /** @type {any} */ ({rounds: [20, 100, 400], x: X, mean: [[[0.2, 0.4]], [[0.4, 0.6]], [[0.8, 0.7]]],
  sd: [[[0.1, 0.1]], [[0.1, null]], [[0.1, 0.1]]],
  best: [[1], [1], [0]]});
const SERIES = [{name: "σ=0", x: [0.1, 1], y: [0.81, 0.71], sd: [0.01, 0.01]}];

test("a round has the place of the next recorded one", () => {
  assert.deepEqual([0, 20, 21, 100, 9999].map((round) => placeOf(FILM, round)), [2, 0, 1, 1, 2]);
  assert.equal(placeOf(null, 50), 0);
  assert.deepEqual([0, 0.4, 0.6, 2].map((place) => roundOf(FILM, place)), [20, 20, 100, 400]);
});

test("at the end, the chart's own numbers are shown", () => {
  assert.ok(isEnd(FILM, 2) && isEnd(null, 0) && !isEnd(FILM, 1.9));
  assert.equal(seriesAt(SERIES, FILM, 2), SERIES);
  assert.equal(cellsAt("cells", null, 0), "cells");
});

test("before it, the recorded ones, and in between in proportion", () => {
  assert.deepEqual(seriesAt(SERIES, FILM, 1)[0].y, [0.4, 0.6]);
  const [between] = cellsAt([], FILM, 0.5);
  assert.ok(Math.abs(between[0] - 0.3) < 1e-12 && Math.abs(between[1] - 0.5) < 1e-12);
  assert.deepEqual(seriesAt(SERIES, FILM, 0.5)[0].sd, [0.1, null]);
  assert.equal(seriesAt(SERIES, FILM, 1)[0].name, "σ=0");
});

test("the best value is that of the round, at the end the chart's", () => {
  assert.deepEqual([0, 0.6, 2].map((place) => bestAt([0], FILM, place)), [[1], [1], [0]]);
  assert.deepEqual(bestAt([null], null, 0), [null]);
});

test("a picture of a sweep says after how many rounds it is", () => {
  const said = (T) => titleOf({dataset: "Iris", T, symbol: "β", label: "CSPA"});
  assert.deepEqual([1, 4000].map(said), [
    "Iris: right proposals after 1 round, by β of CSPA", "Iris: right proposals after 4,000 rounds, by β of CSPA",
  ]);
});

test("the way of one cell", () => {
  assert.deepEqual(wayOf(FILM, 0, 1), [[20, 0.4], [100, 0.6], [400, 0.7]]);
});
