// The β Lab when another sweep arrives.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Lab} from "../../cspa_explore/player/front/lab.js";
import {missingRun} from "../../cspa_explore/player/front/lab_controls.js";
import {cellOf, readRun, runOf} from "../../cspa_explore/player/front/lab_run.js";

const element = () => ({style: {}, options: [], classList: {toggle() {}}, setAttribute() {}});
const root = {querySelector: element, querySelectorAll: () => [], classList: {toggle() {}}};
const axis = {scale: "linear", low: 0, high: 1, ticks: [], texts: []};

const sweep = (key, param) => ({
  key, param, symbol: "β", values: [0.1, 0.5], names: ["0.1", "0.5"], sigmas: [0], restored: 0, own: 0, T: 9, card: null, film: null,
  theory: null, beside: null, waits: {card: "", contest: ""}, contest: {chart: {bars: []}, note: "", answer: ""},
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

test("the run of a link is selected once the sweep plays it, until another parameter is swept", () => {
  const lab = Object.assign(zoomedLab(), {run: "0.5_0.1", alpha: 0, local: true}), best = {i: 0, j: 1};
  lab.load(sweep("cspa", "beta"), () => {});
  assert.deepEqual([lab.chosen, lab.selected, lab.run], [false, best, "0.5_0.1"], "the first version plays one σ alone");
  assert.equal(missingRun(lab), "The run σ=0.5, β=0.1 is not in this sweep; another one is selected.");
  const whole = sweep("cspa", "beta");
  Object.assign(whole, {sigmas: [0, 0.5], map: {cells: [[0.5, 0.6], [0.5, 0.6]], best: [1, 1]}});
  whole.curves.series.push(whole.curves.series[0]);
  lab.load(whole, () => {});
  assert.deepEqual([lab.chosen, lab.selected, missingRun(lab)], [true, {i: 1, j: 0}, ""]);
  lab.select({i: 0, j: 0});
  assert.deepEqual([lab.run, lab.settled], ["0_0.1", 1]);
  lab.load(sweep("banditron", "gamma"), () => {});
  assert.deepEqual([lab.chosen, lab.selected, lab.run], [false, best, null]);
});

test("a run as text, and its cell", () => {
  const sigmas = [0, 0.5], values = [1 / 9, 0.25, 1e-5];
  assert.deepEqual([0, 1, 2].map((j) => runOf({i: 1, j}, {sigmas, values})), ["0.5_0.111111", "0.5_0.25", "0.5_0.00001"]);
  for (const cell of [{i: 0, j: 0}, {i: 1, j: 2}]) assert.deepEqual(cellOf(runOf(cell, {sigmas, values}), {sigmas, values}), cell);
  for (const run of [null, "", "0.5_0.3", "1_0.25"]) assert.equal(cellOf(run, {sigmas, values}), null);
  for (const run of ["0.5_0.1", "1e-05_1"]) assert.equal(readRun(run), run);
  for (const run of [null, "x", "1", "1_x", "1_", "-1_1", "1_2_3"]) assert.equal(readRun(run), null);
});
