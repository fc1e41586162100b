// The Arena as a file: every learner's disc (or stream), the curves, the tape, and what they mean.

import {shape} from "./canvas.js";
import {Curves, dashes} from "./curves.js";
import {Disc} from "./disc.js";
import {EDGE, PAPER, Picture, PROGRAM} from "./picture.js";
import {hueOf, Streams} from "./streams.js";
import {ROW, Tape} from "./tape.js";
import {factsOf, sentenceOf} from "./words.js";

const PAGE = 1200; // pixels
const GAP = 16;
const DISC = 270;
const STREAM = 340; // across, where there is no plane
const BESIDE = 40; // characters of all names up to which the curves stand beside one or two learners

export function arenaPicture(player) {
  const {t, eye, log, recent} = player, run = Object.assign(Object.create(player.run), {backgrounds: new Map()});
  const view = {theme: PAPER, eye, log, recent, aside: true}, picture = new Picture(PAGE), inner = PAGE - 2 * EDGE;
  const [name] = run.words.split(" · ");
  picture.title(`${name}: round ${t.toLocaleString("en")} of ${run.T.toLocaleString("en")}, ${eye === "god" ? "God's eye" : "learner's eye"}`, sentenceOf(player));
  const top = picture.y, beside = run.L < 3 && run.learners.map(({words}) => words).join("").length <= BESIDE;
  const columns = run.L > 4 ? 3 : run.L, across = run.plane ? DISC : STREAM, cell = beside ? across : (inner - (columns - 1) * GAP) / columns;
  const size = Math.min(across, cell), high = run.plane ? size : (4 / 3) * size;
  for (let row = 0; row * columns < run.L; row++) {
    const some = run.learners.slice(row * columns, (row + 1) * columns).map((learner, i) => ({...learner, l: row * columns + i}));
    const left = (i) => EDGE + i * (cell + GAP), y = picture.y;
    const below = Math.max(...some.map((learner, i) => named(picture, learner, left(i), y, cell)));
    some.forEach(({l}, i) => {
      const draw = (canvas) => (run.plane ? new Disc(canvas, run, l) : new Streams(canvas, run, l)).draw(t, view);
      picture.panel(left(i) + (cell - size) / 2, below, size, high, draw);
      picture.y = picture.write(factsOf(player, l), {x: left(i), y: below + high + 2, width: cell, align: "center"}) + 8;
    });
  }
  const start = beside ? EDGE + run.L * (cell + GAP) + GAP : EDGE, wide = PAGE - EDGE - start, tall = beside ? picture.y - top - 12 : 290;
  picture.panel(start, beside ? top : picture.y, wide, tall, (canvas) => new Curves(canvas, run).draw(t, view));
  if (!beside) picture.y += tall;
  picture.y += 10;
  picture.context.font = `12px ${PAPER.font}`;
  const names = 12 + Math.max(...run.learners.map(({words}) => picture.context.measureText(words).width));
  picture.panel(EDGE, picture.y, inner, run.L * ROW + 2, (canvas) => Object.assign(new Tape(canvas, run), {cell: player.tape.cell}).draw(t, {...view, names}));
  picture.y += run.L * ROW + 12;
  classes(picture, run);
  return picture.finish(`arena-round-${t}`, legend(run, eye), [`${run.words} · ${PROGRAM}`, ...run.ghosts.map(({words}) => `Pinned, in grey: ${words}`)]);
}

// A learner's name under its line, as on the curves; returns where its disc begins.
function named(picture, {words, colour, dash}, x, y, width) {
  const {context} = picture, middle = x + width / 2;
  Object.assign(context, {strokeStyle: colour, lineWidth: 3.5});
  context.setLineDash(dashes(dash));
  context.beginPath();
  context.moveTo(middle - 20, y + 4);
  context.lineTo(middle + 20, y + 4);
  context.stroke();
  context.setLineDash([]);
  return picture.write(words, {x, y: y + 9, width, size: 15, weight: 600, align: "center"}) + 2;
}

// The colour of each class and, in the plane, its shape.
function classes(picture, run) {
  const {context} = picture, write = (text, x) => {
    Object.assign(context, {font: `13px ${PAPER.font}`, textAlign: "left", textBaseline: "middle", fillStyle: PAPER.text});
    context.fillText(text, x, picture.y + 9);
    return x + context.measureText(text).width + 16;
  };
  let x = write("Classes:", EDGE);
  run.names.forEach((name, k) => {
    if (x + 23 + context.measureText(name).width > PAGE - EDGE) [x, picture.y] = [EDGE, picture.y + 24];
    context.fillStyle = run.plane ? run.classes[k].light : hueOf(k, run.K);
    context.fillRect(x, picture.y, 18, 18);
    if (run.plane) {
      context.fillStyle = run.classes[k].ink_light;
      shape(context, run.classes[k].shape, x + 9, picture.y + 9, 5);
      context.fill();
    }
    x = write(name, x + 23);
  });
  picture.y += 26;
}

function legend(run, eye) {
  const god = eye === "god", wide = run.learners.some((_, l) => run.arrays["A" + l]) && run.plane === "sectors";
  const cloud = god ? "dots are all instances in the colour of their true class" : "grey dots are all instances, whose classes the learner never sees";
  const hull = run.plane === "sectors" ? ", the dashed line their hull" : "", ring = run.plane === "sectors" ? `, the outer ring ${god ? "the true class by direction" : "where instances lie"}` : "";
  const discs = `${run.plane === "sectors" ? "Discs" : "Squares"}: tint and digit say which class is predicted there; arrows are the weights of the classes${hull}; ${cloud}${ring}${wide ? ", the inner ring of Confidit what it proposes" : ""}. ` +
    "The large mark is this round's x, circled if the proposal was right and crossed if it was wrong; small ○ right, × wrong: the last 50 rounds, fading.";
  const streams = `${run.why} Shown instead: the share of each class among the proposals over time, and ${god ? "true class against proposed class, darker is more" : "the share of right proposals by class"}.`;
  const tape = `Tape: one cell a round, light ✓ right, dark ✗ wrong${run.everExplores.some(Boolean) ? ", orange dot: the proposal was not the prediction (explored)" : ""}; pale cells are still to come.`;
  const told = run.learners.some(({full}) => full) ? "Learners with full feedback are told every label." : "";
  return [run.plane ? discs : streams, tape, told, ...run.learners.filter(({note}) => note).map(({words, note}) => `${words}: ${note}`)];
}
