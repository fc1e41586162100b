// Going from round to round in the Microscope.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Microscope} from "../../cspa_explore/player/front/microscope.js";

/** The round that is asked for from round t of 400, or what is said instead. */
function gone(t, to) {
  const done = [], scope = {scene: {t, T: 400}, probe: (changes) => done.push(changes.t), say: (text) => done.push(text)};
  Microscope.prototype.go.call(/** @type {any} */ (scope), to);
  return done;
}

test("a hundred rounds beyond an end lead to that end, and only there it is said", () => {
  assert.deepEqual(gone(350, 450), [400]);
  assert.deepEqual(gone(50, -50), [1]);
  assert.deepEqual(gone(400, 401), ["This is the last round."]);
  assert.deepEqual(gone(1, 0), ["This is the first round."]);
  assert.deepEqual([gone(7, 8), gone(7, 7)], [[8], [7]], "the same round brings x back");
});
