// The learner's eye: only instances that it has met, each with all that it was told. ✓2: it is 2. ≠2: it is not 2.

import {line} from "./canvas.js";
import {inkOf} from "./plane.js";

const WRITTEN = 30; // of the latest rounds are written, older ones are small signs: a dot (it is k), a ring (it is not k)
const FADED = 0.4; // how much weaker the oldest of them is
const SIGN = 2.1; // pixels: radius of a sign
export const MARK = 14; // pixels: half the side of the mark of this round

export class MetPoints {
  /** @type {HTMLCanvasElement | null} */
  signs = null; // of the rounds 1…painted
  painted = 0;
  style = "";

  /** @param {import("./payload").Run} run */
  constructor(run, l, {written = WRITTEN, faded = FADED} = {}) {
    this.run = run;
    this.l = l;
    this.written = written;
    this.faded = faded;
  }

  // What the learner knows of round t: {k, is}. With full feedback it is told the label, otherwise only right or wrong.
  known(t) {
    const {run, l} = this;
    return run.learners[l].full ? {k: run.truth(t), is: true} : {k: run.proposal(l, t), is: run.told(l, t)};
  }

  // Draw the rounds before t; the written ones keep clear of labels and of newer ones, the others are signs.
  draw(context, disc, t, theme, clear) {
    const older = Math.max(0, t - 1 - this.written);
    this.paint(disc, older, theme);
    disc.surface.copy(this.signs);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `600 ${Math.round(12 * (theme.scale || 1) * Math.max(1, disc.unit))}px ${theme.font}`;
    const notes = this.notes(context, disc, t, clear), written = new Set(notes.map(({s}) => s));
    context.globalAlpha = 0.85;
    for (let s = older + 1; s < t; s++) if (!written.has(s)) this.sign(context, disc, s, theme);
    for (const {s, k, text, x, y} of notes.reverse()) { // the newest on top
      context.globalAlpha = 1 - (this.faded * (t - s)) / (this.written + 1);
      context.fillStyle = inkOf(this.run.classes, k, theme);
      context.strokeStyle = theme.background;
      context.lineWidth = 4;
      context.strokeText(text, x, y);
      context.fillText(text, x, y);
    }
    context.globalAlpha = 1;
  }

  // The latest rounds that can be written without covering each other, the newest first.
  notes(context, disc, t, clear) {
    const high = parseInt(context.font.split(" ")[1]), [x0, y0] = disc.inside(t, 9), mark = MARK * disc.unit;
    const notes = [], boxes = [{x: x0, y: y0, wide: 2 * mark, high: 2 * mark}];
    for (let s = t - 1; s > Math.max(0, t - 1 - this.written); s--) {
      const {k, is} = this.known(s), [x, y] = disc.inside(s, 9), text = `${is ? "✓" : "≠"}${this.run.names[k]}`;
      const box = {x, y, wide: context.measureText(text).width, high};
      if (!clear(x, y, 8) || boxes.some((other) => overlap(box, other))) continue;
      boxes.push(box);
      notes.push({s, k, text, x, y});
    }
    return notes;
  }

  // Bring the small signs up to date: add those of new rounds, or start again after a step back or a new size.
  paint(disc, upTo, theme) {
    const {canvas, ratio} = disc.surface, style = `${canvas.width} ${canvas.height} ${theme.background}`;
    if (!this.signs || style !== this.style || upTo < this.painted) {
      Object.assign(this, {signs: disc.surface.layer(() => {}), style, painted: 0});
    }
    const context = /** @type {any} */ (this.signs).getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.globalAlpha = 0.85;
    for (let s = this.painted + 1; s <= upTo; s++) this.sign(context, disc, s, theme);
    this.painted = upTo;
  }

  sign(context, disc, s, theme) {
    const {k, is} = this.known(s), [x, y] = disc.inside(s, 4), r = SIGN * disc.unit;
    context.fillStyle = context.strokeStyle = inkOf(this.run.classes, k, theme);
    context.lineWidth = 1;
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    is ? context.fill() : context.stroke();
    if (!is) line(context, x - r, y + r, x + r, y - r);
  }
}

// Whether two boxes, given by their middles, overlap.
function overlap(one, other) {
  return Math.abs(one.x - other.x) < (one.wide + other.wide) / 2 && Math.abs(one.y - other.y) < (one.high + other.high) / 2;
}
