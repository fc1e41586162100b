import assert from "node:assert/strict";
import {test} from "node:test";
import {LabMap} from "../../cspa_explore/player/front/lab_map.js";

function mapOf(chart) { return Object.assign(new LabMap({getContext: () => null}), {chart}); }

test("the ink of a share lies between the steps on either side", () => {
  const map = mapOf({opacity: [0, 0.25, 1]});
  assert.deepEqual([0, 0.25, 0.5, 0.75, 1].map((share) => map.opacity(share)), [0, 0.125, 0.25, 0.625, 1]);
});

test("a σ without a best value is not marked", () => {
  assert.deepEqual(mapOf({best: [null, 3, 0]}).marked(), [[1, 3], [2, 0]]);
});
