import assert from "node:assert/strict";
import {test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import {FilmGrids} from "../../cspa_explore/player/front/film_grids.js";
import {packed} from "./replay.js";

const cellOf = (plane = "grid") => {
  const cell = {id: "a", header: {plane}, found: /** @type {any[]} */ ([]), sampled(found) { cell.found.push(found); }};
  return /** @type {any} */ (cell);
};

function gridsOf(answers = true) {
  const asked = [];
  let drawn = 0;
  const ask = async (name, query) => {
    asked.push([name, query.value]);
    return /** @type {any} */ (packed({t: query.t, half: 2}, {grid_rounds: ["i4", [1], [query.t]]}));
  };
  return {grids: new FilmGrids({answers, ask}, () => drawn++), asked, drawn: () => drawn};
}

test("regions are asked for where the handle rests, and kept", async () => {
  const {grids, asked, drawn} = gridsOf(), [passed, rests] = [cellOf(), cellOf()];
  grids.want(passed, {value: "1/6", t: 9});
  grids.want(rests, {value: "1/3", t: 9});
  await pause(200);
  assert.deepEqual([asked, drawn(), passed.found.length], [[["regions", "1/3"]], 1, 0]);
  assert.deepEqual([...rests.found[0].arrays.grid_rounds], [9]);
  const again = cellOf();
  grids.want(again, {value: "1/3", t: 9});
  assert.equal(again.found.length, 1, "at once");
});

test("nothing is asked for without a kernel, without a server, or after the drag", async () => {
  const {grids, asked} = gridsOf(), file = gridsOf(false);
  grids.want(cellOf("sectors"), {value: "1/6", t: 9});
  file.grids.want(cellOf(), {value: "1/6", t: 9});
  grids.want(cellOf(), {value: "1/6", t: 9});
  grids.stop();
  await pause(200);
  assert.deepEqual([asked, file.asked], [[], []]);
});
