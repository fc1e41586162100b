import assert from "node:assert/strict";
import {test} from "node:test";
import {barWidth} from "../../cspa_explore/player/front/data_view.js";

test("the largest class has the longest bar", () => {
  assert.equal(barWidth(5, [5, 10]), 50);
  assert.equal(barWidth(10, [5, 10]), 100);
  assert.equal(barWidth(0, [0]), 0);
});
