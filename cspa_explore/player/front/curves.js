// Right proposals against the round: mean ± sd over the trials, the watched run as a thin line, pinned runs in grey.

import {band, curve, DOTTED, GREY, heightOf, nameCurves, percentGrid, referenceLine, SWATCH} from "./axes.js";
import {faded, line, Surface} from "./canvas.js";
import {clipped} from "./labels.js";
import {dashes} from "./marks.js";
import {percent, whole} from "./numbers.js";

const [NAME, ABOVE, BELOW] = [16, 26, 36]; // pixels: a name's height, and the room above and below the curves
const TICKS = [1, 10, 100, 1000, 10000, 100000];

// The share of the time axis (0…1) up to round t, and back.
export function shareOf(t, T, log) { return log ? Math.log1p(t) / Math.log1p(T) : t / T; }
export function roundOf(share, T, log) { return Math.round(log ? Math.expm1(share * Math.log1p(T)) : share * T); }

export class Curves {
  /** @type {{mean: number, sd: number, own: number}[]} */
  values = []; // of the learners, in the round that is drawn
  /** @type {any[]} */
  labels = [];
  box = {left: 0, right: 0, top: 0, bottom: 0};
  style = "";
  font = "";
  log = true;
  scale = 1;
  bandName = "";

  /** @param {import("./payload").Run} run */
  constructor(canvas, run) {
    this.surface = new Surface(canvas);
    this.run = run;
  }

  draw(t, {theme, log, recent, hover = /** @type {number | null} */ (null)}) {
    const {surface, run} = this, resized = surface.fit();
    if (!surface.width) return;
    const style = `${theme.background} ${theme.scale} ${log} ${recent}`;
    if (resized || style !== this.style) this.prepare(theme, log, recent, style);
    const context = surface.begin(), {left, top, bottom} = this.box;
    surface.copy(this.axes);
    context.save();
    context.beginPath();
    context.rect(left, top, this.x(t) - left, bottom - top);
    context.clip();
    surface.copy(this.lines);
    context.restore();
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    line(context, this.x(t), top, this.x(t), bottom);
    this.values = run.learners.map((_, l) => ({...run.average(l, t, recent), own: run.ratio(l, t, recent)}));
    this.dots(context, t);
    this.name(context, t, theme, recent);
    if (hover !== null) {
      context.setLineDash([3, 3]);
      line(context, this.x(hover), top, this.x(hover), bottom);
      context.setLineDash([]);
    }
  }

  dots(context, t) {
    this.run.learners.forEach(({colour}, l) => {
      if (Number.isNaN(this.values[l].own)) return;
      context.fillStyle = colour;
      context.beginPath();
      context.arc(this.x(t), this.y(this.values[l].mean), 4, 0, 2 * Math.PI);
      context.fill();
    });
  }

  x(t) { return this.box.left + (this.box.right - this.box.left) * shareOf(t, this.run.T, this.log); }
  y(ratio) { return heightOf(ratio, this.box); }

  // The round under a pixel of the canvas.
  at(px) {
    const {left, right} = this.box;
    return roundOf(Math.min(1, Math.max(0, (px - left) / (right - left))), this.run.T, this.log);
  }

  // The height that all names need, one below the other.
  room(scale) {
    const {learners, lines, ghosts} = this.run;
    const names = learners.length + lines.length + ghosts.reduce((sum, ghost) => sum + ghost.learners.length, 0);
    return (names * NAME + ABOVE + BELOW) * scale - 16;
  }

  // Draw once what stays the same from round to round.
  prepare(theme, log, recent, style) {
    const {surface, run} = this, {context} = surface, scale = theme.scale || 1;
    Object.assign(this, {style, log, scale, font: `${(surface.width < 420 ? 12 : 13) * scale}px ${theme.font}`});
    context.font = this.font;
    const widest = Math.max(...[
      ...run.learners.map(({words}) => `${words} 88.8${run.trials > 1 ? " ± 88.8" : ""}`),
      ...run.lines.map(({name}) => `${name} 88.8`),
      ...run.ghosts.flatMap((ghost) => ghost.learners.map(({words}) => `pinned ${words} 88.8`)),
    ].map((text) => context.measureText(text).width));
    const margin = Math.min(widest + SWATCH + 14, 0.55 * surface.width);
    this.box = {left: 40 * scale, right: surface.width - margin, top: ABOVE * scale, bottom: surface.height - BELOW * scale};
    this.axes = surface.layer((layer) => this.frame(layer, theme, log, recent));
    this.lines = surface.layer((layer) => {
      this.ghostLines(layer, recent);
      run.learners.forEach((_, l) => this.learnerLine(layer, l, recent));
    });
  }

  frame(context, theme, log, recent) {
    const {run} = this, {left, right, bottom} = this.box;
    context.font = this.font;
    percentGrid(context, this.box, theme);
    context.textBaseline = "top";
    context.textAlign = "center";
    const ticks = log ? TICKS : [0.25, 0.5, 0.75].map((share) => Math.round(share * run.T));
    const last = context.measureText(whole(run.T)).width;
    for (const t of [...ticks.filter((tick) => this.x(tick) < right - last - 8), run.T]) {
      line(context, this.x(t), bottom, this.x(t), bottom + 4);
      context.fillText(whole(t), this.x(t), bottom + 5);
    }
    context.textAlign = "left";
    this.bandName = run.trials > 1 ? `band ±1 sd over ${run.trials} seeds, thin: this run` : "one seed: no band";
    const caption = `round${log ? " (log)" : ""} · ${this.bandName}`;
    context.fillText(clipped(context, caption, this.surface.width - left), left, bottom + 5 + 15 * this.scale);
    context.textBaseline = "alphabetic";
    context.fillText(recent ? "% right in the last 100 rounds" : "% right so far", left - 30 * this.scale, 12 * this.scale);
    for (const {value} of run.lines) referenceLine(context, this.box, value);
  }

  ghostLines(context, recent) {
    const {arrays, ghosts} = this.run;
    ghosts.forEach((ghost, g) => ghost.learners.forEach(({dash}, l) => {
      context.strokeStyle = GREY;
      context.lineWidth = 2;
      context.setLineDash(dashes(dash));
      curve(context, this.places(arrays[`ghost${g}_points`], arrays[`ghost${g}_${recent ? "recent" : "mean"}${l}`]));
    }));
    context.setLineDash([]);
  }

  learnerLine(context, l, recent) {
    const {arrays, learners, trials} = this.run, {colour, dash} = learners[l], name = recent ? "recent" : "mean";
    const {points} = arrays, mean = arrays[name + l], sd = arrays[`${name}_sd${l}`];
    if (trials > 1) {
      context.fillStyle = faded(colour, 0.18);
      band(context, this.places(points, mean.map((m, i) => Math.min(1, m + sd[i]))),
        this.places(points, mean.map((m, i) => Math.max(0, m - sd[i]))));
      context.strokeStyle = faded(colour, 0.8);
      context.lineWidth = 1;
      curve(context, this.watched(l, recent));
    }
    context.strokeStyle = colour;
    context.lineWidth = 2.5;
    context.setLineDash(dashes(dash));
    curve(context, this.places(points, mean));
    context.setLineDash([]);
  }

  places(points, values) { return Array.from(points, (t, i) => [this.x(t), this.y(values[i])]); }

  // The ratio of the watched run in every round, at most two per pixel.
  watched(l, recent) {
    const {run} = this, found = [];
    let last = -9;
    for (let t = 1; t <= run.T; t++) {
      if (this.x(t) - last < 0.5 && t < run.T) continue;
      last = this.x(t);
      found.push([last, this.y(run.ratio(l, t, recent))]);
    }
    return found;
  }

  name(context, t, theme, recent) {
    const {run, box} = this, height = NAME * this.scale, seeds = run.trials > 1;
    context.font = this.font;
    const labels = run.learners.map(({words, colour, dash}, l) => {
      const {mean, sd} = this.values[l], known = !Number.isNaN(mean);
      const value = known ? ` ${percent(mean)}${seeds ? ` ± ${percent(sd)}` : ""}` : "";
      return {text: words, value, colour, dash: dashes(dash), wide: 2.5, y: this.y(known ? mean : 0.5)};
    });
    for (const {name, value} of run.lines) {
      labels.push({text: name, value: ` ${percent(value)}`, colour: GREY, dash: DOTTED, wide: 1, y: this.y(value)});
    }
    run.ghosts.forEach((ghost, g) => ghost.learners.forEach(({words, dash}, l) => {
      const {mean} = run.average(l, t, recent, `ghost${g}_`), known = !Number.isNaN(mean);
      const value = known ? ` ${percent(mean)}` : "";
      labels.push({text: `pinned ${words}`, value, colour: GREY, dash: dashes(dash), wide: 2, y: this.y(known ? mean : 0.4)});
    }));
    labels.length = Math.min(labels.length, Math.floor((box.bottom - box.top + 16) / height)); // learners come first
    this.labels = nameCurves(context, labels, {box, width: this.surface.width, height, gap: 8, theme});
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
  }

  state() { return {values: this.values, labels: this.labels, band: this.bandName}; }
}
