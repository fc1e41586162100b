// The Microscope as a file: before and after, the scores, the steps of the round and its rule with numbers.

import {exact, shown} from "./bars.js";
import {EDGE, PAPER, Picture, PROGRAM} from "./picture.js";
import {ScopeDisc} from "./scope_disc.js";

const SHEET = 1200; // pixels
const SPAN = 285; // of a disc
const LINE = 24; // of a row of scores
const MOST_ROWS = 30;
const COLUMN = (SHEET - 2 * EDGE - 32) / 2;

export function scopePicture(scope) {
  const {scene, scene: {look}} = scope, picture = new Picture(SHEET), right = EDGE + COLUMN + 32;
  const moved = scene.moved ? ` x was moved to (${scene.point.map((value) => value.toFixed(2)).join(", ")}).` : "";
  picture.title(scope.title(), `${scope.truth()}${moved} ${scope.supposed()}`);
  const top = picture.y, left = scene.plane ? pair(picture, scope) : top, [x, width] = scene.plane ? [right, COLUMN] : [EDGE, SHEET - 2 * EDGE];
  const happened = picture.heading("What happened", {x, y: scores(picture, look, x, top, width) + 14, width});
  picture.y = Math.max(left, listed(picture, look.steps.map((step, i) => `${i + 1}. ${step}`), x, happened, width)) + 16;
  const rule = look.equations.length ? equations(picture, look, picture.y) : picture.y;
  const place = look.equations.length ? right : EDGE, must = picture.heading("What must hold, checked on the weights", {x: place, width: COLUMN});
  const held = look.invariants.map(([name, value, holds]) => `${holds ? "✓" : "✗ does not hold:"} ${name} (${value})`);
  let below = listed(picture, held, place, must, COLUMN);
  if (look.support) below = support(picture, look, place, below + 12);
  picture.y = Math.max(rule, below) + 14;
  const discs = !scene.plane ? `${scene.why} ` : "Tint and digit say which class is predicted there, arrows are the weights of the classes; after: thick lines show the way of each tip" +
    `${scene.plane === "sectors" ? ", what changed hands is hatched; the ray leads to x. " : "; the knob is x. "}`;
  const key = scene.learners[scene.which].key;
  return picture.finish(`microscope-${key}-round-${scene.t}`, [`${discs}Bars: outlined before, filled after; ŷ predicted, ỹ proposed, ✓ right, ✗ wrong.`], [`${scene.words} · ${PROGRAM}`]);
}

function listed(picture, texts, x, y, width) {
  return texts.reduce((below, text) => picture.write(text, {x, y: below, width, formulas: true}) + 1, y);
}

function pair(picture, scope) {
  const {scene, scene: {look}} = scope, options = {theme: PAPER, ...scope.scales()}, y = picture.y;
  let below = y;
  ["before", "after"].forEach((name, i) => {
    const x = EDGE + i * (COLUMN - SPAN);
    below = picture.write(name, {x, y, width: SPAN, size: 15, weight: 600, align: "center"});
    picture.panel(x, below, SPAN, SPAN, (canvas) =>
      new ScopeDisc(canvas).draw(scene, i ? look.W_after : look.W_before, i ? {...options, from: look.W_before} : options));
  });
  return below + SPAN;
}

// Rows of classes: name, mark, score before, two bars from a common zero, score after, change.
function scores(picture, look, x, top, width) {
  const {context} = picture, values = [...look.scores_before, ...look.scores_after, 0];
  const low = Math.min(...values), span = Math.max(...values) - low || 1;
  const [mark, before, bar, end, after, change] = [90, 205, 225, width - 165, width - 85, width].map((place) => x + place);
  const at = (value) => bar + ((end - bar) * (value - low)) / span;
  const cell = (text, place, y, align = "left", weight = 400) => {
    Object.assign(context, {font: `${weight} 14px ${PAPER.font}`, fillStyle: PAPER.text, textAlign: align, textBaseline: "middle"});
    context.fillText(text, place, y);
  };
  const head = top + 10;
  cell("class", x, head, "left", 600);
  cell("before", before, head, "right", 600);
  cell("scores w·x", bar + 4, head, "left", 600);
  cell("after", after, head, "right", 600);
  cell("change", change, head, "right", 600);
  const rows = look.names.slice(0, MOST_ROWS);
  rows.forEach((name, k) => {
    const y = top + 22 + k * LINE, middle = y + LINE / 2, marks = [k === look.y_hat ? "ŷ" : "", k === look.y_tilde ? (look.correct ? "ỹ ✓" : "ỹ ✗") : ""];
    cell(name.length > 12 ? `${name.slice(0, 11)}…` : name, x, middle, "left", 600);
    cell(marks.filter(Boolean).join(" "), mark, middle);
    cell(shown(look.scores_before[k]), before, middle, "right");
    bars(context, [at(0), at(look.scores_before[k])], [at(0), at(look.scores_after[k])], middle);
    cell(shown(look.scores_after[k]), after, middle, "right");
    cell(shown(look.scores_after[k] - look.scores_before[k]), change, middle, "right");
  });
  const bottom = top + 22 + rows.length * LINE;
  zero(context, at(0), top + 22, bottom);
  const hidden = look.names.length - rows.length;
  return hidden ? picture.write(`and ${hidden} more classes`, {x, y: bottom + 2}) : bottom;
}

function bars(context, was, is, middle) {
  Object.assign(context, {strokeStyle: PAPER.text, fillStyle: PAPER.text, lineWidth: 1});
  const wide = ([from, to]) => Math.max(1, Math.abs(to - from));
  if (was) context.strokeRect(Math.min(...was), middle - 8, wide(was), 7);
  if (is) context.fillRect(Math.min(...is), middle, wide(is), 7);
}

function zero(context, x, top, bottom) {
  Object.assign(context, {strokeStyle: PAPER.text, lineWidth: 1});
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  context.stroke();
  context.setLineDash([]);
}

function equations(picture, look, top) {
  const x = EDGE;
  let y = picture.heading("The rule with this round's numbers", {y: top, width: COLUMN});
  const [formula, numbers] = [0.4 * COLUMN, 0.4 * COLUMN], rest = COLUMN - formula - numbers;
  for (const [text, values, result, holds] of look.equations) {
    const ends = [
      picture.write(text, {x, y, width: formula - 12, formulas: true}),
      picture.write(`= ${values}`, {x: x + formula, y, width: numbers - 12}),
      picture.write(`= ${exact(result)} ${holds ? "✓" : "✗ does not hold"}`, {x: x + formula + numbers, y, width: rest}),
    ];
    y = Math.max(...ends) + 3;
  }
  return y;
}

// Losses that a support-class step cuts at its water line.
function support(picture, {names, support: {y: own, losses, inside, line}}, x, top) {
  const {context} = picture, most = Math.max(line, ...losses.map((loss) => loss ?? 0), 0.01) * 1.1, from = x + 130, wide = COLUMN - 300;
  const start = picture.heading("Support class: losses ℓᵢ cut at the water line", {x, y: top, width: COLUMN});
  let y = start;
  losses.slice(0, MOST_ROWS).forEach((loss, k) => {
    if (k === own) return;
    picture.write(names[k].slice(0, 8), {x, y: y + 2, weight: 600});
    picture.write(shown(loss), {x: x + 60, y: y + 2, width: 60, align: "right"});
    const to = (value) => from + (wide * Math.max(0, value)) / most;
    bars(context, [from, to(loss)], inside[k] ? [from, to(line)] : null, y + LINE / 2);
    picture.write(inside[k] ? "in S, cut at the line" : "not in S", {x: from + wide + 12, y: y + 2});
    y += LINE;
  });
  zero(context, from + (wide * line) / most, start, y);
  return y;
}
