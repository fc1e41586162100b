import assert from "node:assert/strict";
import {test} from "node:test";
import {TheoryLink} from "../../cspa_explore/player/front/theory_link.js";
import {amount} from "../../cspa_explore/player/front/theory_numbers.js";

test("amounts of any size can be read", () => {
  assert.deepEqual([0, 2, 8.767, 0.25, 270.11, 16600.2, 1296000, 2.5e9].map(amount),
    ["0", "2", "8.8", "0.25", "270.1", "16,600", "1.30 million", "2.50 billion"]);
  assert.deepEqual([999.96, 999.6e6, 2.5e12, 999.6e9].map(amount), ["1,000", "1.00 billion", "2,500 billion", "1,000 billion"]);
});

test("a link shows whole rounds of the run, and α from 0 to 0.99", () => {
  const adopted = (t, alpha) => {
    const view = {data: {T: 400}, usual: () => 0.5, t: 0, alpha: 0};
    TheoryLink.prototype.adopt.call({view, wanted: {t, alpha}});
    return [view.t, view.alpha];
  };
  assert.deepEqual([["7", "0.25"], ["3.7", "-3"], ["900", "5"], [null, null]].map(([t, alpha]) => adopted(t, alpha)),
    [[7, 0.25], [4, 0], [400, 0.99], [400, 0.5]]);
});
