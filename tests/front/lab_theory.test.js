import assert from "node:assert/strict";
import {test} from "node:test";
import {statementsOf} from "../../cspa_explore/player/front/lab_theory.js";
import {drawTheoryBands, edgeWords} from "../../cspa_explore/player/front/theory_bands.js";
import {placeOf} from "../../cspa_explore/player/front/theory_range.js";

test("the end of a range is as given at α = 0, else a number that shrinks", () => {
  const band = {at: "1/9", high: 1 / 9};
  assert.deepEqual([0, 0.25, 0.5].map((alpha) => edgeWords(band, alpha)), ["1/9", "0.083", "0.056"]);
});

test("where β lies is said in the words of the sidebar, and depends on α", () => {
  const bands = [{high: 1 / 9}, {high: 2 / 9}], beyond = "beyond the theory range, within the proof,";
  assert.deepEqual([1 / 9, 1 / 6, 2 / 9, 0.25].map((beta) => placeOf(beta, bands, 0)),
    ["inside the theory range", beyond, "outside the theory range", "outside the theory range"]);
  assert.deepEqual([0.05, 0.1, 0.2].map((beta) => placeOf(beta, bands, 0.5)),
    ["inside the theory range", beyond, "outside the theory range"]);
});

test("the statements stand side by side, and two of three shrink with α", () => {
  const said = [["theorem", true], ["figures", false], ["proof", true]];
  const statements = said.map(([who, shrinks]) => ({who, formula: "f", value: 0.4, shrinks}));
  const text = String(statementsOf({statements}, 0.25));
  const cells = [...text.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell);
  assert.deepEqual(cells, ["f", "f", "f", "0.300 at α = 0.25", "0.400", "0.300 at α = 0.25"]);
  assert.deepEqual([...text.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, cell]) => cell), ["theorem", "figures", "proof"]);
});

test("a band whose end is out of sight keeps its label in the middle of what is seen, without a line", () => {
  const drawn = [], paint = (name) => (...args) => drawn.push([name, ...args]);
  const context = new Proxy({measureText: () => ({width: 40})}, {get: (known, name) => known[name] ?? paint(name), set: () => true});
  const bands = [{low: 0, high: 1 / 3, at: "1/3", label: "theory range: β ≤", colour: "#5c61d6", dash: "solid"},
    {low: 1 / 3, high: 2 / 3, at: "2/3", label: "proof: β <", colour: "#5c61d6", dash: "3px,4px", hatched: true}];
  const box = {left: 0, right: 400, top: 30, bottom: 200}, theme = {text: "#000", dark: false};
  const at = (low, high) => {
    drawn.length = 0;
    const x = (value) => (400 * (value - low)) / (high - low);
    return drawTheoryBands(context, {bands, axis: {low, high}, x, alpha: 0, box, theme}).labels;
  };
  assert.deepEqual(at(0.1, 0.3).map(({text, x}) => [text, Math.round(x)]), [["theory range: β ≤ 1/3", 180]]);
  assert.ok(!drawn.some(([name]) => name === "lineTo"), "its end is not on the axis");
  assert.deepEqual(at(0.7, 1), []);
  assert.deepEqual(at(0, 1).map(({text}) => text), ["theory range: β ≤ 1/3", "proof: β < 2/3"]);
});
