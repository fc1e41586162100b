// Text in saved pictures.

import assert from "node:assert/strict";
import {test} from "node:test";

import {broken} from "../../cspa_explore/player/front/picture.js";

test("a text is broken where the width ends and at its own line ends", () => {
  const lines = (text) => broken(text, 10, (line) => line.length);
  assert.deepEqual(lines("one two three"), ["one two", "three"]);
  assert.deepEqual(lines("never\nredraws 2"), ["never", "redraws 2"]);
  assert.deepEqual(lines("abcdefghijkl"), ["abcdefghij", "kl"]);
  assert.deepEqual(lines(""), [""]);
});
