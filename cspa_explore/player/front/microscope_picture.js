// The Microscope as a file: before and after, the scores, the steps of the round and its rule with numbers.

import {line} from "./canvas.js";
import {ImageRows} from "./image_rows.js";
import {suppositionOf, titleOf, truthOf} from "./microscope_text.js";
import {counted, exact, fixed} from "./numbers.js";
import {EDGE, PAGE, PAPER, Picture, PROGRAM} from "./picture.js";
import {scoreRows, supportRows} from "./score_rows.js";
import {WeightsDisc} from "./weights_disc.js";

const SPAN = 285; // pixels of a disc
const ROW = 24; // pixels of a row of scores
const MOST_ROWS = 30;
const GAP = 32;
const COLUMN = (PAGE - 2 * EDGE - GAP) / 2;
const RIGHT = EDGE + COLUMN + GAP;

/** @param {import("./types").Scene} scene */
export function microscopePicture(scene, scales) {
  const {look} = scene, picture = new Picture();
  const point = scene.point?.map((value) => value.toFixed(2)).join(", "), moved = scene.moved ? ` x was moved to (${point}).` : "";
  picture.title(titleOf(scene), `${truthOf(scene)}${moved} ${suppositionOf(scene)}`);
  if (!scene.plane) images(picture, scene);
  const top = picture.y, left = scene.plane ? pair(picture, scene, scales) : top;
  const [x, width] = scene.plane ? [RIGHT, COLUMN] : [EDGE, PAGE - 2 * EDGE];
  const happened = picture.heading("What happened", {x, y: scores(picture, scene, x, top, width) + 14, width});
  picture.y = Math.max(left, listed(picture, look.steps.map((step, i) => `${i + 1}. ${step}`), x, happened, width)) + 16;
  const rule = look.equations.length ? equations(picture, look, picture.y) : picture.y;
  const place = look.equations.length ? RIGHT : EDGE;
  const must = picture.heading("What must hold, checked on the weights", {x: place, width: COLUMN});
  const held = look.invariants.map(([name, value, holds]) => `${holds ? "✓" : "✗ does not hold:"} ${name} (${value})`);
  let below = listed(picture, held, place, must, COLUMN);
  if (look.support) below = support(picture, look, place, below + 12);
  picture.y = Math.max(rule, below) + 14;
  const file = `microscope-${scene.learners[scene.which].key}-round-${scene.t}`;
  const bars = "Bars: outlined before, filled after; ŷ prediction, ỹ proposal, ✓ right, ✗ wrong; ℓ loss, τ step.";
  return picture.finish(file, [`${discLegend(scene)}${bars}`], [`${scene.words} · ${PROGRAM}`]);
}

function discLegend({plane, why, look}) {
  if (!plane) return `${why} `;
  const changed = plane === "sectors" ? ", what changed hands is hatched; x sits on the rim. " : "; the knob is x. ";
  const learning = look.learning ? "dashed ones those that learn, of which they are the average; " : "";
  return `Tint and digit say which class is predicted there, arrows are the weights of the classes; ${learning}` +
    `after: thick lines show the way of each tip${changed}`;
}

function listed(picture, texts, x, y, width) {
  return texts.reduce((below, text) => picture.write(text, {x, y: below, width, formulas: true}) + 1, y);
}

// The discs before and after; returns where they end.
function pair(picture, scene, scales) {
  const {look} = scene, options = {theme: PAPER, ...scales}, {y} = picture;
  let below = y;
  ["before", "after"].forEach((name, i) => {
    const x = EDGE + i * (COLUMN - SPAN);
    below = picture.write(name, {x, y, width: SPAN, size: 15, weight: 600, align: "center"});
    picture.panel(x, below, SPAN, SPAN, (canvas) =>
      new WeightsDisc(canvas).draw(scene, i ? look.W_after : look.W_before, {...options, from: i ? look.W_before : null,
        learning: i ? look.learning?.W_after : look.learning?.W_before}));
  });
  return below + SPAN;
}

// x, weights and step as pictures, where there is no plane.
function images(picture, scene) {
  const width = PAGE - 2 * EDGE, high = ImageRows.height(scene, width);
  if (!high) return;
  picture.panel(EDGE, picture.y, width, high, (canvas) => new ImageRows(canvas).draw(scene, PAPER));
  picture.y += high + 12;
}

function cell(context, text, x, y, align = "left", weight = 400) {
  Object.assign(context, {font: `${weight} 14px ${PAPER.font}`, fillStyle: PAPER.text, textAlign: align, textBaseline: "middle"});
  context.fillText(text, x, y);
}

// Rows of classes: name, mark, score before, two bars from a common zero, score after, change.
function scores(picture, scene, x, top, width) {
  const {context} = picture, {rows, zero, end: most} = scoreRows(scene), shown = rows.slice(0, MOST_ROWS), head = top + 10;
  const [marks, before, bar, end, after, change] = [90, 205, 225, width - 165, width - 85, width].map((place) => x + place);
  const at = (share) => bar + (end - bar) * share;
  cell(context, "class", x, head, "left", 600);
  cell(context, "before", before, head, "right", 600);
  cell(context, `score w·x, ${exact(-most)} to ${exact(most)}`, bar + 4, head, "left", 600);
  cell(context, "after", after, head, "right", 600);
  cell(context, "change", change, head, "right", 600);
  shown.forEach((row, k) => {
    const middle = top + 22 + k * ROW + ROW / 2;
    cell(context, row.name.length > 12 ? `${row.name.slice(0, 11)}…` : row.name, x, middle, "left", 600);
    cell(context, row.mark, marks, middle);
    cell(context, fixed(row.before), before, middle, "right");
    bars(context, row.was.map(at), row.is.map(at), middle);
    cell(context, fixed(row.after), after, middle, "right");
    cell(context, fixed(row.change), change, middle, "right");
  });
  const bottom = top + 22 + shown.length * ROW, hidden = rows.length - shown.length;
  dashedLine(context, at(zero), top + 22, bottom);
  return hidden ? picture.write(`and ${counted(hidden, "more class", "more classes")}`, {x, y: bottom + 2}) : bottom;
}

// Two bars [from, to]: outlined before, filled after.
function bars(context, was, is, middle) {
  Object.assign(context, {strokeStyle: PAPER.text, fillStyle: PAPER.text, lineWidth: 1});
  const wide = ([from, to]) => Math.max(1, to - from);
  context.strokeRect(was[0], middle - 8, wide(was), 7);
  if (is) context.fillRect(is[0], middle, wide(is), 7);
}

function dashedLine(context, x, top, bottom) {
  Object.assign(context, {strokeStyle: PAPER.text, lineWidth: 1});
  context.setLineDash([3, 3]);
  line(context, x, top, x, bottom);
  context.setLineDash([]);
}

function equations(picture, look, top) {
  const x = EDGE, part = 0.4 * COLUMN;
  let y = picture.heading("The rule with this round's numbers", {y: top, width: COLUMN});
  for (const [text, values, result, holds] of look.equations) {
    const ends = [
      picture.write(text, {x, y, width: part - 12, formulas: true}),
      picture.write(`= ${values}`, {x: x + part, y, width: part - 12}),
      picture.write(`= ${exact(result)} ${holds ? "✓" : "✗ does not hold"}`, {x: x + 2 * part, y, width: COLUMN - 2 * part}),
    ];
    y = Math.max(...ends) + 3;
  }
  return y;
}

// Losses that a support-class step cuts at its water line.
function support(picture, look, x, top) {
  const {context} = picture, {rows, line: waterLine} = supportRows(look.names, look.support);
  const from = x + 130, wide = COLUMN - 300, at = (share) => from + wide * share;
  const start = picture.heading("Which rivals get pushed down: S, with a loss ℓᵢ above the line", {x, y: top, width: COLUMN});
  let y = start;
  for (const row of rows.filter(({k}) => k < MOST_ROWS)) {
    picture.write(row.name.slice(0, 8), {x, y: y + 2, weight: 600});
    picture.write(fixed(row.loss), {x: x + 60, y: y + 2, width: 60, align: "right"});
    bars(context, [from, at(row.was)], row.is === null ? null : [from, at(row.is)], y + ROW / 2);
    picture.write(row.words, {x: from + wide + 12, y: y + 2});
    y += ROW;
  }
  dashedLine(context, at(waterLine), start, y);
  return y;
}
