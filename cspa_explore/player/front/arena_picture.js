// The Arena as a file: every learner's disc (or panel), the curves, the strip of rounds, and what they mean.

import {line} from "./canvas.js";
import {hueOf} from "./class_labels.js";
import {Curves} from "./curves.js";
import {GridDisc, sampledText} from "./grid_disc.js";
import {InstancePanel} from "./instance_panel.js";
import {LearnerDisc} from "./learner_disc.js";
import {legendOf} from "./legend.js";
import {dashes, shape} from "./marks.js";
import {chosenPercent, whole} from "./numbers.js";
import {EDGE, PAGE, PAPER, Picture, PROGRAM} from "./picture.js";
import {MOST_CELLS, ProposalPanel} from "./proposal_panel.js";
import {ROW, RoundStrip} from "./round_strip.js";
import {factsOf, sentenceOf} from "./round_text.js";

const INNER = PAGE - 2 * EDGE;
const GAP = 16;
const DISC = 270; // pixels
const INSTANCE = 180; // pixels
const PANEL = 340; // pixels, where there is no plane
const BESIDE = 40; // letters of all names up to which the curves stand beside one or two learners

/** @param {import("./player_view").PlayerView} player */
export function arenaPicture(player) {
  const {t, eye, log, recent} = player, picture = new Picture();
  /** @type {import("./payload").Run} */
  const run = Object.assign(Object.create(player.run), {backgrounds: new Map()}); // those of the screen are bitmaps
  const view = {theme: PAPER, eye, log, recent, aside: true}, [name] = run.words.split(" · ");
  const title = `${name}: round ${whole(t)} of ${whole(run.T)}, ${eye === "god" ? "God's eye" : "learner's eye"}`;
  picture.title(title, sentenceOf(player));
  if (run.picture && !run.plane && t) instance(picture, player, run, view);
  const top = picture.y, beside = run.L < 3 && run.learners.map(({words}) => words).join("").length <= BESIDE;
  const start = learners(picture, player, run, view, beside);
  const tall = beside ? picture.y - top - 12 : 290;
  picture.panel(start, beside ? top : picture.y, PAGE - EDGE - start, tall, (canvas) => new Curves(canvas, run).draw(t, view));
  if (!beside) picture.y += tall;
  picture.y += 10;
  strip(picture, player, run, view);
  classes(picture, run);
  const pinned = run.ghosts.map(({words}) => `Pinned, in grey: ${words}`);
  return picture.finish(`arena-round-${t}`, legend(run, eye), [`${run.words} · ${PROGRAM}`, ...pinned]);
}

// The instance of the round, where there is no plane.
function instance(picture, player, run, view) {
  picture.panel(EDGE, picture.y, 2 * INSTANCE, INSTANCE, (canvas) => new InstancePanel(canvas, run).draw(player.t, view));
  picture.y += INSTANCE + 12;
}

// Rows of learners with their names and facts; returns where the curves begin.
function learners(picture, player, run, view, beside) {
  const columns = run.L > 4 ? 3 : run.L, across = run.plane ? DISC : PANEL;
  const cell = beside ? across : (INNER - (columns - 1) * GAP) / columns;
  const size = Math.min(across, cell), high = run.plane ? size : (4 / 3) * size, left = (i) => EDGE + i * (cell + GAP);
  for (let row = 0; row * columns < run.L; row++) {
    const some = run.learners.slice(row * columns, (row + 1) * columns), {y} = picture;
    const below = Math.max(...some.map((learner, i) => named(picture, learner, left(i), y, cell)));
    some.forEach((_, i) => {
      const l = row * columns + i, Kind = run.plane === "grid" ? GridDisc : run.plane ? LearnerDisc : ProposalPanel;
      picture.panel(left(i) + (cell - size) / 2, below, size, high, (canvas) => new Kind(canvas, run, l).draw(player.t, view));
      const facts = factsOf({...player, narrow: false, tight: false}, l);
      picture.y = picture.write(facts, {x: left(i), y: below + high + 2, width: cell, align: "center"}) + 8;
    });
  }
  return beside ? EDGE + run.L * (cell + GAP) + GAP : EDGE;
}

// A learner's name under its line, as on the curves; returns where its disc begins.
function named(picture, {words, colour, dash}, x, y, width) {
  const {context} = picture, middle = x + width / 2;
  Object.assign(context, {strokeStyle: colour, lineWidth: 3.5});
  context.setLineDash(dashes(dash));
  line(context, middle - 20, y + 4, middle + 20, y + 4);
  context.setLineDash([]);
  return picture.write(words, {x, y: y + 9, width, size: 15, weight: 600, align: "center"}) + 2;
}

function strip(picture, player, run, view) {
  picture.context.font = `12px ${PAPER.font}`;
  const names = 12 + Math.max(...run.learners.map(({words}) => picture.context.measureText(words).width));
  picture.panel(EDGE, picture.y, INNER, run.L * ROW + 2, (canvas) =>
    Object.assign(new RoundStrip(canvas, run), {cell: player.strip.cell}).draw(player.t, {...view, names}));
  picture.y += run.L * ROW + 12;
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
  const explores = run.everExplores.some(Boolean) ? ", orange dot: the proposal was not the prediction (explored)" : "";
  const told = run.noisy && eye !== "god" ? "told " : "";
  const strip = `Tape: one cell per round, light ✓ ${told}right, dark ✗ ${told}wrong${explores}; pale cells are still to come.`;
  const notes = run.learners.filter(({note}) => note).map(({words, note}) => `${words}: ${note}`);
  const drawn = run.plane ? [run.plane === "grid" ? sampledText(run) : "", legendOf(run, eye)] : [panelLegend(run, eye === "god")];
  const labels = run.learners.some(({full}) => full) ? "Learners with full feedback are told every label." : "";
  const flipped = run.noisy ? `${chosenPercent(run.noisy)} % of the answers ✓ and ✗ are flipped.` : "";
  return [...drawn, strip, labels, flipped, ...notes].filter(Boolean);
}

function panelLegend(run, god) {
  const many = run.K > MOST_CELLS ? "the share of each class that was recognised" : "true class against proposed class, darker is more";
  const matrix = god ? many : `the share of proposals that ${run.noisy ? "it was told are" : "are"} right, by proposed class`;
  return `${run.why} Shown instead: the share of each class among the proposals over time, and ${matrix}.`;
}
