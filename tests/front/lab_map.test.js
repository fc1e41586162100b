import assert from "node:assert/strict";
import {test} from "node:test";
import {LabMap} from "../../cspa_explore/player/front/lab_map.js";

function mapOf(chart) { return Object.assign(new LabMap({getContext: () => null}), {chart}); }

test("the ink of a share lies between the steps on either side", () => {
  const map = mapOf({opacity: [0, 0.25, 1]});
  assert.deepEqual([0, 0.25, 0.5, 0.75, 1].map((share) => map.opacity(share)), [0, 0.125, 0.25, 0.625, 1]);
});

test("before the first drawing the pointer finds no cell", () => assert.equal(mapOf({}).cell({}), null));

test("a σ without a best value is not marked", () => {
  assert.deepEqual(Object.assign(mapOf({}), {view: {best: [null, 3, 0]}}).marked(), [[1, 3], [2, 0]]);
});

test("local colours reach from the lowest to the highest ratio", () => {
  const map = Object.assign(mapOf({}), {view: {local: true, cells: [[0.2, null], [0.6, 0.4]]}});
  assert.deepEqual([...map.extent(), map.placeOf(0.4)], [0.2, 0.6, (0.4 - 0.2) / (0.6 - 0.2)]);
  map.view.local = false;
  assert.deepEqual(map.extent(), [0, 1]);
  map.view = {local: true, cells: [[0.5, 0.5]]};
  assert.deepEqual(map.extent(), [0, 1], "all alike: no scale of its own");
});

test("the frame of a cell has two colours, and the marks of the best values lie on it", () => {
  const calls = [], context = new Proxy({}, {
    get: (known, name) => known[name] ?? ((...args) => calls.push([name, known.strokeStyle, known.lineWidth, ...args])),
    set: (known, name, value) => { known[name] = value; return true; },
  });
  const surface = {width: 400, height: 62, fit() {}, begin: () => context, canvas: {setAttribute() {}}};
  const axis = {scale: "linear", low: 0, high: 1, ticks: [], texts: []};
  const chart = {
    x: {name: "β"}, y: {scale: "linear", low: -0.5, high: 0.5, ticks: [0], texts: ["0"]}, edges: {linear: [0, 0.5, 1]},
    values: [0.25, 0.75], ink: {light: "#336699"}, opacity: [0, 1], colour: "#007a5e", marks: [], rows: [0], cells: [[0.5, 0.6]], alt: "",
  };
  const view = {axis, cells: [[0.5, 0.6]], best: [1], local: true, selected: {i: 0, j: 1}, hovered: null, own: 0};
  const theme = {dark: false, background: "#ffffff", text: "#31333f", font: "sans-serif"};
  Object.assign(mapOf(chart), {surface}).draw(chart, view, {left: 20, right: 300}, theme);
  const drawn = calls.filter(([name]) => name === "strokeRect" || name === "arc");
  assert.deepEqual(drawn.slice(0, 2).map(([, colour, width]) => [colour, width]), [["#ffffff", 5], ["#31333f", 2.5]]);
  assert.deepEqual(drawn.map(([name]) => name), ["strokeRect", "strokeRect", "arc", "arc"], "then the ring, and that of the legend");
});
