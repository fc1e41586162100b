import assert from "node:assert/strict";
import {test} from "node:test";
import {clicked, grabbed, moved, rounded} from "../../cspa_explore/player/front/points_editor.js";

const POINTS = [[0, 1, 1], [1, 0, 2]];

test("a click far from every point adds one, rounded to two decimals", () => {
  assert.deepEqual(clicked(POINTS, -0.333, 0.005, 3, 0.1), [...POINTS, [-0.33, 0.01, 3]]);
  assert.deepEqual(clicked([], 0.5, 0.5, 1, 0.1), [[0.5, 0.5, 1]]);
});

test("a click near a point removes the nearest one, whatever class is chosen", () => {
  assert.deepEqual(clicked(POINTS, 0.05, 1.05, 8, 0.1), [[1, 0, 2]]);
  assert.deepEqual(clicked([[0, 0, 1], [0.1, 0, 2]], 0.08, 0, 1, 0.2), [[0, 0, 1]]);
});

test("the given points stay as they are", () => {
  const before = JSON.stringify(POINTS);
  clicked(POINTS, 0, 1, 1, 0.1);
  assert.equal(JSON.stringify(POINTS), before);
});

test("there is no minus zero in a link", () => {
  assert.ok(Object.is(rounded(-0.001), 0));
});

test("a press grabs the nearest point within reach", () => {
  assert.equal(grabbed(POINTS, 0.05, 0.95, 0.1), 0);
  assert.equal(grabbed(POINTS, 0.5, 0.5, 0.1), -1);
  assert.equal(grabbed([], 0, 0, 1), -1);
});

test("a dragged point keeps its class and stays inside the plane", () => {
  assert.deepEqual(moved(POINTS, 1, 0.333, 9, 1.2), [[0, 1, 1], [0.33, 1.2, 2]]);
  assert.deepEqual(POINTS, [[0, 1, 1], [1, 0, 2]]);
});
