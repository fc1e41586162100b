import assert from "node:assert/strict";
import {test} from "node:test";
import {axisOf, readZoom, ticksBetween, valueAt, writeZoom, zoomAround, zoomed} from "../../cspa_explore/player/front/lab_axis.js";

const LINEAR = {scale: "linear", low: 0, high: 1, ticks: [0, 1], texts: ["0", "1"]};
const LOG = {scale: "log", low: 0.01, high: 1, ticks: [0.01, 1], texts: ["0.01", "1"]};

test("the chosen scale is taken where the chart offers it", () => {
  const chart = {x: LINEAR, x_linear: LINEAR, x_log: LOG};
  assert.equal(axisOf(chart, null, null), LINEAR);
  assert.equal(axisOf(chart, "log", null), LOG);
  assert.equal(axisOf({x: LINEAR, x_linear: null, x_log: null}, "log", null), LINEAR);
});

test("keys zoom around a value, within the axis, and back to all of it", () => {
  assert.deepEqual(zoomAround(LINEAR, LINEAR, 0.5, 1 / 2), [0.25, 0.75]);
  assert.deepEqual(zoomAround(LINEAR, LINEAR, 0.1, 1 / 2), [0, 0.5], "at the edge");
  assert.deepEqual(zoomAround(LINEAR, zoomed(LINEAR, [0.25, 0.5]), 0.25, 2), [0, 0.5]);
  const [low, high] = /** @type {number[]} */ (zoomAround(LOG, LOG, 0.1, 1 / 2));
  assert.ok(Math.abs(low - 10 ** -1.5) < 1e-9 && Math.abs(high - 10 ** -0.5) < 1e-9);
  for (const factor of [2, Infinity]) assert.equal(zoomAround(LOG, zoomed(LOG, [0.02, 0.5]), 0.1, factor), null, "all of it");
  const near = zoomed(LINEAR, [0.5, 0.5 + 1 / 64]);
  assert.deepEqual(zoomAround(LINEAR, near, 0.5 + 1 / 128, 1 / 2), [0.5, 0.5 + 1 / 64], "no closer");
});

test("a zoom keeps within the axis and has round ticks", () => {
  const part = zoomed(LINEAR, [0.1, 0.3]);
  assert.deepEqual([part.low, part.high], [0.1, 0.3]);
  assert.deepEqual(part.ticks, [0.1, 0.15, 0.2, 0.25, 0.3]);
  assert.deepEqual(part.texts, ["0.1", "0.15", "0.2", "0.25", "0.3"]);
  const large = {...LOG, low: 1, high: 1e6};
  assert.deepEqual(zoomed(large, [500, 20000]).texts, ["500", "1,000", "2,000", "5,000", "10,000", "20,000"]);
  assert.equal(zoomed(LOG, [2, 3]), LOG, "nothing of the axis is left");
  assert.deepEqual(ticksBetween(0.01, 0.2, true), [0.01, 0.02, 0.05, 0.1, 0.2]);
});

test("a pixel has a value on both scales", () => {
  const box = {left: 10, right: 110};
  assert.equal(valueAt(LINEAR, box, 60), 0.5);
  assert.ok(Math.abs(valueAt(LOG, box, 60) - 0.1) < 1e-12);
  assert.equal(valueAt(LINEAR, box, 500), 1);
});

test("a zoom survives the link, and nonsense is none", () => {
  assert.deepEqual(readZoom(writeZoom([0.0123456, 0.2])), [0.01235, 0.2]);
  for (const text of [null, "", "1", "0.2_0.1", "a_b"]) assert.equal(readZoom(text), null);
  assert.equal(writeZoom(null), null);
});
