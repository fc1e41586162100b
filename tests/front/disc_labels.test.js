import assert from "node:assert/strict";
import {test} from "node:test";
import {besideMark} from "../../cspa_explore/player/front/disc_labels.js";

const box = ([x, y]) => ({at: [x, y], x: x - 6, y: y - 10, width: 12, height: 20});

test("a name gives way to the mark of the round, within its square", () => {
  assert.deepEqual(besideMark(box, [50, 50], 20, null, 14).at, [50, 50]);
  assert.deepEqual(besideMark(box, [50, 50], 20, [90, 90], 14).at, [50, 50], "the mark is elsewhere");
  assert.deepEqual(besideMark(box, [50, 50], 20, [55, 45], 14).at, [30, 30]);
  assert.deepEqual(besideMark(box, [50, 50], 20, [40, 40], 14).at, [70, 30]);
  assert.deepEqual(besideMark(box, [50, 50], 3, [50, 50], 14).at, [50, 50], "a small square has no other place");
});
