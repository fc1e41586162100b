// The β Lab when another sweep arrives.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Lab} from "../../cspa_explore/player/front/lab.js";

const element = () => ({style: {}, options: [], classList: {toggle() {}}, setAttribute() {}});
const root = {querySelector: element, querySelectorAll: () => [], classList: {toggle() {}}};
const axis = {scale: "linear", low: 0, high: 1, ticks: [], texts: []};

const sweep = (key, param) => ({
  key, param, symbol: "β", values: [0.1, 0.5], names: ["0.1", "0.5"], sigmas: [0], restored: 0, own: 0, T: 9, card: null, film: null,
  theory: null, beside: null, waits: {card: "", contest: ""}, contest: {chart: {bars: []}, how: "", size: "", answer: ""},
  curves: {x: axis, x_log: null, x_linear: null, y: {label: ""}, series: [{x: [0.1, 0.5], y: [0.5, 0.6], sd: [null, null]}]},
  map: {cells: [[0.5, 0.6]], best: [1]},
});

/** A Lab that shows a sweep of β, zoomed in; `settled` counts how often the address is to be written. */
function zoomedLab() {
  const lab = Object.create(Lab.prototype);
  return Object.assign(lab, {
    root, find: root.querySelector, data: sweep("cspa", "beta"), zoom: [0.1, 0.2], restored: 0, clock: {playing: ""}, after: 0, place: 0,
    alpha: 0, settled: 0, settle() { lab.settled++; }, invalidate() {},
  });
}

test("a zoom ends with its parameter, in the address too", () => {
  const lab = zoomedLab();
  lab.load(sweep("cspa", "beta"), () => {});
  assert.deepEqual([lab.zoom, lab.settled], [[0.1, 0.2], 0], "more cells of the same sweep");
  lab.load(sweep("banditron", "gamma"), () => {});
  assert.deepEqual([lab.zoom, lab.settled], [null, 1]);
});
