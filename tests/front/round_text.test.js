// Sentences of the Arena about a round.

import assert from "node:assert/strict";
import {test} from "node:test";
import {ringText} from "../../cspa_explore/player/front/round_text.js";

test("while a handle is dragged, it is said whose ring of proposals is left out", () => {
  const [cspa, linucb] = [{label: "CSPA"}, {label: "LinUCB", eta: [0.09, 0.09]}];
  assert.equal(ringText({plane: "sectors", learners: [cspa]}), "");
  assert.equal(ringText({plane: "polygons", learners: [cspa, linucb]}), "", "no ring there in any case");
  assert.equal(ringText({plane: "sectors", learners: [cspa, linucb, linucb]}), " The ring of proposals (LinUCB) follows when you let go.");
});
