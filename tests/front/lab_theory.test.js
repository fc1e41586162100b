import assert from "node:assert/strict";
import {test} from "node:test";
import {statementsOf} from "../../cspa_explore/player/front/lab_theory.js";
import {edgeWords} from "../../cspa_explore/player/front/theory_bands.js";
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
