import assert from "node:assert/strict";
import {test} from "node:test";
import {GAP, stageSizes} from "../../cspa_explore/player/front/stage_size.js";

const plane = {width: 960, room: 480, shape: 1, phone: false};

test("three learners by hand: the height decides", () => {
  const {columns, side, graph, lines} = stageSizes({...plane, figures: 3}); // 480 − 0.28·480 − 28 − 2·18
  assert.deepEqual([columns, side, graph, lines], [3, 281, 135, 2]);
});

test("three learners by hand: the width decides, and the curves get the rest", () => {
  const side = Math.floor((660 - 2 * GAP) / 3);
  const found = stageSizes({...plane, width: 660, figures: 3});
  assert.deepEqual([found.side, found.graph, found.lines, found.tight], [side, 480 - side - 28 - 3 * 18, 3, false]);
});

test("whatever the room, drawings fit side by side, and the curves keep their least height", () => {
  for (const width of [400, 660, 960, 1600]) for (const room of [200, 420, 900]) for (let figures = 1; figures <= 7; figures++) {
    for (const shape of [1, 4 / 3]) {
      const {columns, side, graph} = stageSizes({width, room, figures, shape, phone: false});
      assert.ok(columns * side + (columns - 1) * GAP <= width, `${columns} × ${side} in ${width}`);
      assert.ok(graph >= 120);
      assert.ok(columns >= 1 && columns <= figures);
    }
  }
});

test("more room never makes a drawing smaller", () => {
  for (let figures = 1; figures <= 6; figures++) {
    const sides = [420, 500, 700, 1000].map((room) => stageSizes({...plane, room, figures}).side);
    assert.deepEqual(sides, [...sides].sort((a, b) => a - b));
  }
});

test("six learners take two rows where there is room for them", () => {
  assert.equal(stageSizes({...plane, width: 1560, room: 1100, figures: 6}).columns, 3);
  assert.equal(stageSizes({...plane, width: 960, room: 420, figures: 6}).columns, 6);
});

test("one or two learners stand beside the curves where that makes them larger", () => {
  const one = stageSizes({...plane, figures: 1}), three = stageSizes({...plane, figures: 3});
  assert.deepEqual([one.beside, one.side, one.graph], [true, 480 - 28 - 2 * 18, 480]);
  assert.equal(three.beside, false);
  assert.equal(stageSizes({...plane, room: 2000, figures: 1}).beside, false);
});

test("one learner stands above the curves where they would be too narrow beside it", () => {
  assert.equal(stageSizes({...plane, width: 668, figures: 1}).beside, false);
  const {side, beside} = stageSizes({...plane, width: 924, room: 560, figures: 1});
  assert.ok(beside && 924 - side >= 480);
});

test("in narrow columns names have lines of their own, and facts are short", () => {
  const {tight, lines} = stageSizes({...plane, width: 660, figures: 6});
  assert.deepEqual([tight, lines], [true, 2]);
});

test("on a phone two drawings stand side by side", () => {
  const {columns, side, graph} = stageSizes({...plane, width: 368, figures: 3, phone: true});
  assert.deepEqual([columns, side, graph], [2, 178, 220]);
  assert.equal(stageSizes({...plane, width: 368, figures: 1, phone: true}).side, 368);
  assert.equal(stageSizes({...plane, width: 368, figures: 3, phone: true, names: 92}).graph, 312, "names stand below the curves");
});
