import assert from "node:assert/strict";
import {test} from "node:test";
import {pieces} from "../../cspa_explore/player/front/formula.js";

test("every second part is a subscript", () => {
  assert.deepEqual(pieces("s_i − max_{i≠ỹ} s_i"), ["s", "i", " − max", "i≠ỹ", " s", "i", ""]);
  assert.deepEqual(pieces("plain"), ["plain"]);
  assert.deepEqual(pieces("w_1x"), ["w", "1", "x"]);
});

test("what is not a subscript stays as it is", () => {
  assert.deepEqual(pieces("a_ b __ {c}"), ["a_ b __ {c}"]);
  assert.deepEqual(pieces("<b>_i"), ["<b>", "i", ""]);
});
