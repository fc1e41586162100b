import assert from "node:assert/strict";
import {test} from "node:test";
import {amount} from "../../cspa_explore/player/front/theory_numbers.js";

test("amounts of any size can be read", () => {
  assert.deepEqual([0, 2, 8.767, 0.25, 270.11, 16600.2, 1296000, 2.5e9].map(amount),
    ["0", "2", "8.8", "0.25", "270.1", "16,600", "1.30 million", "2.50 billion"]);
});
