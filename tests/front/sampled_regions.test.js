import assert from "node:assert/strict";
import {test} from "node:test";
import {cellsOf, territories} from "../../cspa_explore/player/front/sampled_regions.js";

test("runs become cells, row by row", () => {
  assert.deepEqual([...cellsOf(Uint8Array.of(2, 2, 1, 1, 1, 3, 0, 3), 3)], [2, 2, 1, 1, 1, 1, 0, 0, 0]);
  assert.throws(() => cellsOf(Uint8Array.of(2, 2), 3), /9 cells, got 2/);
});

test("a class is named in the middle of its largest square", () => {
  const cells = Uint8Array.from([
    1, 1, 1, 0,
    1, 1, 1, 0,
    1, 1, 1, 0,
    0, 0, 0, 0,
  ]);
  assert.deepEqual(territories(cells, 4, false), [
    {k: 1, share: 9 / 16, row: 1, column: 1, size: 3}, {k: 0, share: 7 / 16, row: 0, column: 3, size: 1},
  ]);
});

test("of a disc only the cells inside count", () => {
  const cells = new Uint8Array(100).fill(2);
  for (const corner of [0, 9, 90, 99]) cells[corner] = 1;
  assert.deepEqual(territories(cells, 10, true).map(({k, share}) => [k, share]), [[2, 1]]);
});
