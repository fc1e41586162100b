import assert from "node:assert/strict";
import {test} from "node:test";
import {barWidth, DataView, middles} from "../../cspa_explore/player/front/data_view.js";

test("the largest class has the longest bar", () => {
  assert.equal(barWidth(5, [5, 10]), 50);
  assert.equal(barWidth(10, [5, 10]), 100);
  assert.equal(barWidth(0, [0]), 0);
});

test("a chosen class that is gone is not chosen any longer", () => {
  const part = {setAttribute() {}}, root = {querySelector: () => part};
  const glance = (names, title = "Your own points") => /** @type {any} */ (
    {title, names, counts: names.map(() => 1), more: 0, classes: [], words: "", instances: []});
  const chosen = (now, next) => {
    const view = Object.assign(Object.create(DataView.prototype), {root, data: now, chosen: 2, draw() {}});
    view.load(next);
    return view.chosen;
  };
  assert.equal(chosen(glance(["1", "2", "3"]), glance(["1", "2", "3"])), 2);
  assert.equal(chosen(glance(["1", "2", "3"]), glance(["1", "2"])), -1);
  assert.equal(chosen(glance(["1", "2", "3"]), glance(["1", "2", "3"], "Iris")), -1);
});

test("a class is named in the middle of its points, one without points nowhere", () => {
  const data = {x: [0, 0.2, 9, -1], y: [1, 2, 3, -1], labels: [0, 0, 0, 2]};
  assert.deepEqual(middles(data, 3), [[0.2, 2], null, [-1, -1]]);
});
