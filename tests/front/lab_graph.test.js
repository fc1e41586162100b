// The curves of the β Lab.

import assert from "node:assert/strict";
import {test} from "node:test";
import {LabGraph} from "../../cspa_explore/player/front/lab_graph.js";

test("a zoomed curve ends at the box, and its points outside are not drawn", () => {
  const calls = [], graph = Object.create(LabGraph.prototype);
  const context = new Proxy(/** @type {any} */ ({}), {
    get: (_, name) => (...args) => calls.push([name, ...args]), set: () => true,
  });
  Object.assign(graph, {
    box: {left: 40, right: 140, top: 10, bottom: 60}, x: (value) => 40 + 100 * value, y: (share) => 60 - 50 * share,
    view: {axis: {low: 0, high: 1}},
  });
  graph.clipped(context, () => calls.push(["drawn"]));
  const [, x, , width] = calls.splice(0).find(([name]) => name === "rect");
  assert.deepEqual([x, x + width], [40, 140]);
  const series = {x: [-0.1, 0, 0.5, 1, 1.2], y: [0.1, 0.2, null, 0.4, 0.5], sd: [], colour: "red", marker: "circle", dash: "solid"};
  assert.equal(graph.markers(context, series, false), 40, "the name stands at the last visible point");
  const drawn = calls.filter(([name]) => name === "arc").map(([, px, py]) => [px, py]);
  assert.deepEqual(drawn, [[40, 50], [140, 40]]);
  assert.equal(graph.markers(context, {...series, y: Array(5).fill(null)}, false), null);
});
