// One cell a round and learner: right, wrong, explored. A window around the playhead, in three zooms.

import {Surface} from "./canvas.js";

export const ROW = 22; // pixels a learner, times the scale of the type

export class Tape {
  constructor(canvas, run) {
    this.surface = new Surface(canvas);
    this.run = run;
    this.cell = 14;
    this.names = new Map();
  }

  zoom(step) { this.cell = Math.min(28, Math.max(3, this.cell * (step > 0 ? 1.5 : 1 / 1.5))); }

  draw(t, {theme, names = null}) {
    const {surface, run} = this;
    surface.fit();
    if (!surface.width) return;
    const scale = theme.scale || 1, row = ROW * scale, cell = this.cell * scale;
    const context = surface.begin(), left = names ?? (surface.width < 500 ? 92 : 150) * scale;
    const room = Math.max(1, Math.floor((surface.width - left - 4) / cell));
    this.first = Math.max(1, Math.min(t - Math.floor(0.75 * room), run.T - room + 1));
    this.last = Math.min(run.T, this.first + room - 1);
    Object.assign(this, {left, shown: cell});
    context.textBaseline = "middle";
    run.learners.forEach(({words}, l) => {
      const y = l * row + 2, h = row - 6;
      context.font = `${12 * scale}px ${theme.font}`;
      context.textAlign = "left";
      context.fillStyle = theme.text;
      context.fillText(this.fitting(context, words, left - 8), 0, y + h / 2);
      context.textAlign = "center";
      context.font = `${Math.min(13 * scale, cell)}px ${theme.font}`;
      for (let s = this.first; s <= this.last; s++) {
        const x = left + (s - this.first) * cell, right = run.hit(l, s);
        if (s > t) { // still to come: an empty cell
          context.fillStyle = theme.dark ? "#262a33" : "#f3f4f6";
          context.fillRect(x + 0.5, y, cell - 1, h);
          continue;
        }
        context.fillStyle = right ? (theme.dark ? "#3a3f4b" : "#e4e7ec") : theme.dark ? "#d8dbe2" : "#3c4048";
        context.fillRect(x + 0.5, y, cell - 1, h);
        if (cell >= 10) {
          context.fillStyle = right === theme.dark ? "#ffffff" : right ? "#20242c" : theme.dark ? "#101318" : "#ffffff";
          context.fillText(right ? "✓" : "✗", x + cell / 2, y + h / 2 + 0.5);
        }
        if (run.explored(l, s)) {
          context.fillStyle = "#d55e00";
          context.beginPath();
          context.arc(x + cell / 2, y + h + 1, Math.min(3, cell / 2), 0, 2 * Math.PI);
          context.fill();
        }
      }
    });
    if (t > 0) {
      context.strokeStyle = theme.text;
      context.lineWidth = 2;
      context.strokeRect(left + (t - this.first) * cell, 1, cell, run.L * row - 3);
    }
  }

  // The name as far as there is room for it; measured once.
  fitting(context, words, room) {
    const key = `${context.font} ${room} ${words}`;
    if (!this.names.has(key)) {
      let name = words;
      while (name.length > 3 && context.measureText(name).width > room) name = `${name.slice(0, -2)}…`;
      this.names.set(key, name);
    }
    return this.names.get(key);
  }

  at(px) { return Math.min(this.last, Math.max(this.first, this.first + Math.floor((px - this.left) / this.shown))); }
}
