import assert from "node:assert/strict";
import {test} from "node:test";
import {LabMap} from "../../cspa_explore/player/front/lab_map.js";

function mapOf(chart) { return Object.assign(new LabMap({getContext: () => null}), {chart}); }

test("the ink of a share lies between the steps on either side", () => {
  const map = mapOf({opacity: [0, 0.25, 1]});
  assert.deepEqual([0, 0.25, 0.5, 0.75, 1].map((share) => map.opacity(share)), [0, 0.125, 0.25, 0.625, 1]);
});

test("before the first drawing the pointer finds no cell", () => assert.equal(mapOf({}).cell({}), null));

test("a σ without a best value is not marked", () => {
  assert.deepEqual(Object.assign(mapOf({}), {view: {best: [null, 3, 0]}}).marked(), [[1, 3], [2, 0]]);
});

test("local colours reach from the lowest to the highest ratio", () => {
  const map = Object.assign(mapOf({}), {view: {local: true, cells: [[0.2, null], [0.6, 0.4]]}});
  assert.deepEqual([...map.extent(), map.placeOf(0.4)], [0.2, 0.6, (0.4 - 0.2) / (0.6 - 0.2)]);
  map.view.local = false;
  assert.deepEqual(map.extent(), [0, 1]);
  map.view = {local: true, cells: [[0.5, 0.5]]};
  assert.deepEqual(map.extent(), [0, 1], "all alike: no scale of its own");
});
