// Sentences of the Arena about a round.

import assert from "node:assert/strict";
import {test} from "node:test";
import {draggedText} from "../../cspa_explore/player/front/round_text.js";

test("while a handle is dragged, a learner whose ring of proposals is left out says so", () => {
  const learners = [{}, {eta: [0.09, 0.09]}], said = (plane, l) => draggedText({plane, K: 4, learners}, l, {shown: [1, 2, 3]});
  assert.deepEqual([said("sectors", 0), said("sectors", 1)], ["3 of 4 classes have territory", "inner ring: when you let go"]);
  assert.equal(said("polygons", 1), "3 of 4 classes have territory", "no ring there in any case");
  assert.equal(said("", 1), "");
});
