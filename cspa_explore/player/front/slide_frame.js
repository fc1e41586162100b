// One picture of a film for slides: title, learners, curves and caption on a canvas of 1280 × 720 pixels, light on white.

import {Curves} from "./curves.js";
import {GridDisc} from "./grid_disc.js";
import {InstancePanel} from "./instance_panel.js";
import {clipped} from "./labels.js";
import {LearnerDisc} from "./learner_disc.js";
import {percent, whole} from "./numbers.js";
import {broken, PAPER, PROGRAM, QUIET} from "./picture.js";
import {ProposalPanel} from "./proposal_panel.js";

const [WIDTH, HEIGHT] = [1280, 720]; // pixels
const EDGE = 32;
const GAP = 20;
const NAME = 30; // pixels of a learner's name and ratio
const THEME = {...PAPER, scale: 1.25};
const [TITLE, CAPTION, SMALL] = [30, 22, 13]; // sizes of type
const CURVES = 0.42; // of the room between title and caption

/** Return the round of a film at a share of its length, from 0 to 1; on a logarithmic time axis it begins slowly.
 * @param {number} share
 */
export function roundAt(share, {from, to, log}) {
  const at = Math.min(1, Math.max(0, share));
  if (!log) return Math.round(from + at * (to - from));
  return Math.round(Math.expm1(Math.log1p(from) + at * (Math.log1p(to) - Math.log1p(from))));
}

// A canvas that is not on the page: drawings ask an element for its size.
function aside(width, height) {
  const canvas = document.createElement("canvas"), fixed = {clientWidth: {value: width}, clientHeight: {value: height}, ratio: {value: 1}};
  return Object.defineProperties(canvas, fixed);
}

export class SlideFrame {
  /**
   * @param {import("./player_view").PlayerView} player
   * @param {{title: string, caption: string}} words
   */
  constructor(player, {title, caption}) {
    const {eye, log, recent} = player;
    this.canvas = Object.assign(document.createElement("canvas"), {width: WIDTH, height: HEIGHT});
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    /** @type {import("./payload").Run} */
    this.run = Object.assign(Object.create(player.run), {backgrounds: new Map()}); // those of the screen have its theme
    this.view = {theme: THEME, eye, log, recent};
    this.words = {title, caption};
    Object.assign(this, this.arranged());
  }

  top = 0; // pixels between which the panels stand
  bottom = 0;
  cell = 0; // pixels of a learner's column
  /** @type {{canvas: any, drawing: any, x: number, y: number, learner: import("./types").Learner, left: number}[]} */
  panels = [];
  /** @type {{canvas: any, drawing: any, x: number, y: number} | null} */
  seen = null; // the instance, where there is no plane
  /** @type {any} */
  graph = null;

  // The panels, placed between title and caption.
  arranged() {
    const {run, words} = this, inner = WIDTH - 2 * EDGE, pictured = !run.plane && Boolean(run.picture);
    const top = EDGE / 2 + this.lines(words.title, TITLE, inner - 240).length * 1.25 * TITLE + 8;
    const bottom = HEIGHT - 3.2 * SMALL - this.lines(words.caption, CAPTION, inner).length * 1.3 * CAPTION - 8;
    const room = bottom - top, graph = CURVES * room, shape = run.plane ? 1 : 4 / 3, count = run.L + Number(pictured);
    const cell = (inner - (count - 1) * GAP) / count, side = Math.min(cell, (room - graph - NAME - 8) / shape);
    const Kind = run.plane === "grid" ? GridDisc : run.plane ? LearnerDisc : ProposalPanel;
    const place = (i) => EDGE + i * (cell + GAP) + (cell - side) / 2, y = top + NAME;
    const panels = run.learners.map((learner, l) => {
      const canvas = aside(side, side * shape), i = l + Number(pictured);
      return {canvas, drawing: /** @type {any} */ (new Kind(canvas, run, l)), x: place(i), y, learner, left: EDGE + i * (cell + GAP)};
    });
    const seen = aside(side, side), curves = aside(inner, graph);
    return {
      top, bottom, cell, panels, seen: pictured ? {canvas: seen, drawing: new InstancePanel(seen, run), x: place(0), y} : null,
      graph: {canvas: curves, drawing: new Curves(curves, run), x: EDGE, y: bottom - graph},
    };
  }

  // Draw round t.
  draw(t) {
    const {context, run, words, view, panels, graph, seen} = this, inner = WIDTH - 2 * EDGE;
    Object.assign(context, {fillStyle: PAPER.background, textBaseline: "alphabetic"});
    context.fillRect(0, 0, WIDTH, HEIGHT);
    this.write(this.lines(words.title, TITLE, inner - 240), EDGE, EDGE / 2, TITLE, 1.25, 600);
    this.text(`round ${whole(t)} / ${whole(run.T)}`, WIDTH - EDGE, EDGE / 2 + TITLE, 20, 600, "right");
    for (const {canvas, drawing, x, y} of [...panels, graph, ...(seen ? [seen] : [])]) {
      drawing.draw(t, view);
      context.drawImage(canvas, x, y);
    }
    panels.forEach(({learner, left}, l) => {
      const ratio = t ? ` ${percent(run.ratio(l, t, view.recent), 0)} % right` : "";
      const name = this.cut(learner.words, ratio, 17, this.cell, 600);
      this.text(name, left + this.cell / 2, this.top + NAME - 10, 17, 600, "center", learner.colour);
    });
    if (seen) this.text(t ? `x of round ${whole(t)}` : "", EDGE + this.cell / 2, this.top + NAME - 10, 17, 600, "center");
    this.write(this.lines(words.caption, CAPTION, inner), EDGE, this.bottom + 4, CAPTION, 1.3, 400);
    this.text(this.cut(run.words, ` · ${PROGRAM}`, SMALL, inner), EDGE, HEIGHT - SMALL, SMALL, 400, "left", QUIET);
  }

  // The lines of a text at this size.
  lines(text, size, width, weight = 400) {
    const {context} = this;
    context.font = `${weight} ${size}px ${PAPER.font}`;
    return text ? broken(text, width, (line) => context.measureText(line).width) : [];
  }

  // The text at this size on one line, cut with "…" before its end where it is too wide.
  cut(text, end, size, width, weight = 400) {
    const {context} = this;
    context.font = `${weight} ${size}px ${PAPER.font}`;
    return clipped(context, text, width - context.measureText(end).width) + end;
  }

  write(lines, x, y, size, spacing, weight) {
    lines.forEach((line, i) => this.text(line, x, y + size + i * spacing * size, size, weight));
  }

  text(text, x, y, size, weight, align = /** @type {CanvasTextAlign} */ ("left"), colour = PAPER.text) {
    const {context} = this;
    Object.assign(context, {font: `${weight} ${size}px ${PAPER.font}`, textAlign: align, textBaseline: "alphabetic", fillStyle: colour});
    context.fillText(text, x, y);
  }
}
