import assert from "node:assert/strict";
import {test} from "node:test";
import {barWidth, middles} from "../../cspa_explore/player/front/data_view.js";

test("the largest class has the longest bar", () => {
  assert.equal(barWidth(5, [5, 10]), 50);
  assert.equal(barWidth(10, [5, 10]), 100);
  assert.equal(barWidth(0, [0]), 0);
});

test("a class is named in the middle of its points, one without points nowhere", () => {
  const data = {x: [0, 0.2, 9, -1], y: [1, 2, 3, -1], labels: [0, 0, 0, 2]};
  assert.deepEqual(middles(data, 3), [[0.2, 2], null, [-1, -1]]);
});
