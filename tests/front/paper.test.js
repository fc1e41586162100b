// The dots of the Paper page: where lanes and notes go.

import assert from "node:assert/strict";
import {test} from "node:test";

import {noteAt, places, wrapped} from "../../cspa_explore/player/front/paper_dots.js";
import {actionOf, tableOf} from "../../cspa_explore/player/front/paper_table.js";

const dot = (name, more = {}) => ({
  name, paper: 0.5, paper_sd: 0.01, ours: 0.51, ours_sd: 0.02, paper_best: false, ours_best: false, colour: "#123456", marker: "circle",
  paper_text: "50.0 (1.0)", ours_text: "51.0 (2.0)", apart: "0.6 pooled sd above", value: "β = 0.1", note: "", far: false,
  title: `Set, ${name}`, opens: `set.${name}`, ...more,
});
const row = (name, names, more = {}) => ({
  name, more: "K 4 · 10 × 2", dots: names.map((each) => dot(each)), verdict: "same winner", agrees: true, opens: "set.cspa",
  action: "curves", ...more,
});
const chart = (...rows) => /** @type {any} */ ({rows, title: "Table <1>", alt: "", caption: "", legend: "", x: {}});

test("lanes lie below each other, rows touch, and the plot lies between names and verdicts", () => {
  for (const width of [360, 700, 1200]) {
    const at = places(chart(row("a", ["x", "y"]), row("b", ["x", "y", "z"])), width);
    assert.equal(at.rows[1].top, at.rows[0].top + at.rows[0].height);
    assert.equal(at.bottom, at.rows[1].top + at.rows[1].height);
    for (const {top, height, middles} of at.rows) {
      middles.forEach((y, i) => assert.ok(y > top && y < top + height && (!i || y - middles[i - 1] === at.lane)));
    }
    assert.ok(at.left < at.right && at.right <= width);
    assert.equal(at.narrow, width < 640);
  }
});

test("a note stands where there is room, and never to the left of the plot", () => {
  assert.deepEqual(noteAt(300, 320, 100, 100, 600), {x: 332, room: 268});
  assert.deepEqual(noteAt(500, 560, 100, 100, 600), {x: 388, room: 388});
  assert.ok(noteAt(300, 350, 400, 100, 600).x >= 100);
});

test("a verdict has at most two lines", () => {
  const context = /** @type {any} */ ({measureText: (text) => ({width: 7 * text.length})});
  assert.deepEqual(wrapped(context, "same winner", 100), ["same winner"]);
  const [first, second, ...more] = wrapped(context, "BPA wins here, CSPA is not significantly worse", 150);
  assert.deepEqual([first, more], ["BPA wins here, CSPA", []]);
  assert.ok(second.length * 7 <= 150 + 7);
});

test("the table has both numbers of every learner, bold where they are best, and escapes texts", () => {
  const best = dot("CSPA", {ours_best: true, far: true, ours_text: "<b>51</b>"});
  const text = tableOf(chart({...row("a", []), dots: [best, dot("BPA")]}, row("b", ["CSPA"]))).toString();
  assert.equal(text.match(/<tr>/g)?.length, 3);
  assert.equal(text.match(/50\.0 \(1\.0\)/g)?.length, 3);
  assert.ok(text.includes("<b>&#60;b&#62;51&#60;/b&#62;</b>"));
  assert.ok(text.includes("Table &#60;1&#62;"));
  assert.ok(text.includes('class="far"'));
  assert.ok(text.includes('class="none"'), "b has no BPA");
  assert.ok(actionOf({opens: "data:x", action: "get the data", name: "X"}).toString().includes("X: get the data"));
});
