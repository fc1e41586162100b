// The learner's eye: only instances that it has met, each with all that it was told. ✓2: it is 2. ≠2: it is not 2.

import {line} from "./canvas.js";
import {inkOf} from "./plane.js";

const WRITTEN = 30; // of the latest rounds are written, older ones are small signs: a dot (it is k), a ring (it is not k)
const SIGN = 2.1; // pixels: radius of a sign

export class MetPoints {
  /** @type {HTMLCanvasElement | null} */
  signs = null; // of the rounds 1…painted
  painted = 0;
  style = "";

  /** @param {import("./payload").Run} run */
  constructor(run, l) {
    this.run = run;
    this.l = l;
  }

  // What the learner knows of round t: {k, is}. With full feedback it is told the label, otherwise only right or wrong.
  known(t) {
    const {run, l} = this;
    return run.learners[l].full ? {k: run.truth(t), is: true} : {k: run.proposal(l, t), is: run.told(l, t)};
  }

  // Draw the rounds before t; the written ones keep clear of the boxes of labels.
  draw(context, disc, t, theme, clear) {
    const older = Math.max(0, t - 1 - WRITTEN);
    this.paint(disc, older, theme);
    disc.surface.copy(this.signs);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `600 ${Math.round(12 * (theme.scale || 1) * Math.max(1, disc.unit))}px ${theme.font}`;
    for (let s = older + 1; s < t; s++) {
      const {k, is} = this.known(s), [x, y] = disc.inside(s, 9);
      if (!clear(x, y, 8)) continue;
      context.globalAlpha = 0.5 + 0.5 * (1 - (t - s) / (WRITTEN + 1));
      context.fillStyle = inkOf(this.run.classes, k, theme);
      context.strokeStyle = theme.background;
      context.lineWidth = 2.5;
      const text = `${is ? "✓" : "≠"}${this.run.names[k]}`;
      context.strokeText(text, x, y);
      context.fillText(text, x, y);
    }
    context.globalAlpha = 1;
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
