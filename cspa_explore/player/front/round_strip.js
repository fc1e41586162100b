// One cell per round and learner: right (in the learner's eye: told right), wrong, explored. Shown around the playhead; can be zoomed.

import {Surface} from "./canvas.js";
import {clipped} from "./labels.js";

export const ROW = 22; // pixels per learner, times the scale of the type
const LIGHT = {coming: "#f3f4f6", right: "#e4e7ec", wrong: "#3c4048", onRight: "#20242c", onWrong: "#ffffff"};
const DARK = {coming: "#262a33", right: "#3a3f4b", wrong: "#d8dbe2", onRight: "#ffffff", onWrong: "#101318"};
const EXPLORED = "#d55e00";

export class RoundStrip {
  /** @param {import("./payload").Run} run */
  constructor(canvas, run) {
    this.surface = new Surface(canvas);
    this.run = run;
    this.cell = 14;
    /** @type {Map<string, string>} */
    this.names = new Map(); // as far as there is room for them; measuring is slow
    this.first = this.last = this.left = this.shown = 1;
  }

  zoom(step) { this.cell = Math.min(28, Math.max(3, this.cell * (step > 0 ? 1.5 : 1 / 1.5))); }

  // Draw the rounds around t, and the outcomes of those up to round `known`.
  draw(t, {theme, eye = "god", names = /** @type {number | null} */ (null), known = t}) {
    const {surface, run} = this;
    surface.fit();
    if (!surface.width) return;
    const scale = theme.scale || 1, row = ROW * scale, cell = this.cell * scale;
    const context = surface.begin(), left = names ?? (surface.width < 500 ? 92 : 150) * scale;
    const room = Math.max(1, Math.floor((surface.width - left - 4) / cell));
    const first = Math.max(1, Math.min(t - Math.floor(0.75 * room), run.T - room + 1));
    Object.assign(this, {left, shown: cell, first, last: Math.min(run.T, first + room - 1)});
    context.textBaseline = "middle";
    run.learners.forEach(({words}, l) => {
      const y = l * row + 2, h = row - 6, place = {y, h, cell, known, god: eye === "god", colours: theme.dark ? DARK : LIGHT};
      context.font = `${12 * scale}px ${theme.font}`;
      context.textAlign = "left";
      context.fillStyle = theme.text;
      context.fillText(this.fitting(context, words, left - 8), 0, y + h / 2);
      context.textAlign = "center";
      context.font = `${Math.min(13 * scale, cell)}px ${theme.font}`;
      for (let s = first; s <= this.last; s++) this.round(context, l, s, place);
    });
    if (t > 0) {
      context.strokeStyle = theme.text;
      context.lineWidth = 2;
      context.strokeRect(left + (t - first) * cell, 1, cell, run.L * row - 3);
    }
  }

  round(context, l, s, {y, h, cell, known, god, colours}) {
    const {run} = this, x = this.left + (s - this.first) * cell, right = god ? run.hit(l, s) : run.told(l, s), coming = s > known;
    context.fillStyle = coming ? colours.coming : right ? colours.right : colours.wrong;
    context.fillRect(x + 0.5, y, cell - 1, h);
    if (coming) return;
    if (cell >= 10) {
      context.fillStyle = right ? colours.onRight : colours.onWrong;
      context.fillText(right ? "✓" : "✗", x + cell / 2, y + h / 2 + 0.5);
    }
    if (run.explored(l, s)) {
      context.fillStyle = EXPLORED;
      context.beginPath();
      context.arc(x + cell / 2, y + h + 1, Math.min(3, cell / 2), 0, 2 * Math.PI);
      context.fill();
    }
  }

  fitting(context, words, room) {
    const key = `${context.font} ${room} ${words}`, name = this.names.get(key) ?? clipped(context, words, room);
    this.names.set(key, name);
    return name;
  }

  // The round under a pixel of the canvas.
  at(px) { return Math.min(this.last, Math.max(this.first, this.first + Math.floor((px - this.left) / this.shown))); }
}
