// Right proposals against the round: mean ± sd over the trials, the watched run as a thin line, pinned runs in grey.

import {band, curve, grid, nameCurves, pixels, referenceLine, SWATCH} from "./axes.js";
import {faded, line, Surface} from "./canvas.js";
import {clipped} from "./labels.js";
import {dashes} from "./marks.js";
import {percent, whole} from "./numbers.js";

const [NAME, ABOVE, BELOW] = [16, 24, 20]; // pixels: a name's height, and the room above and below the curves
const NARROW = 420; // pixels up to which the names stand below the curves

// The share of the time axis (0…1) up to round t, and back.
export function shareOf(t, T, log) { return log ? Math.log1p(t) / Math.log1p(T) : t / T; }
export function roundOf(share, T, log) { return Math.round(log ? Math.expm1(share * Math.log1p(T)) : share * T); }

export class Curves {
  /** @type {import("./types").ReplayChart} */
  chart;
  /** @type {import("./types").Axis} */
  axis; // of the rounds
  /** @type {(value: number) => number} */
  x; // from values of the axes to pixels
  /** @type {(value: number) => number} */
  y;
  /** @type {{mean: number, sd: number, own: number}[]} */
  values = []; // of the learners, in the round that is drawn
  /** @type {any[]} */
  labels = [];
  box = {left: 0, right: 0, top: 0, bottom: 0};
  style = "";
  font = "";
  log = true;
  scale = 1;
  caption = ""; // above the curves

  /** @param {import("./payload").Run} run */
  constructor(canvas, run) {
    this.surface = new Surface(canvas);
    this.run = run;
    this.describe(true, false);
  }

  // Draw this run from now on.
  take(run) {
    this.run = run;
    this.style = "";
  }

  // Take over what Python says about this chart.
  describe(log, recent) {
    this.log = log;
    this.chart = this.run.chart(recent);
    this.axis = log ? this.chart.x_log : this.chart.x;
  }

  // Draw the playhead at round t, and the curves up to round `known`.
  draw(t, {theme, log, recent, hover = /** @type {number | null} */ (null), known = t}) {
    const {surface, run} = this, resized = surface.fit();
    if (!surface.width) return;
    const style = `${theme.background} ${theme.scale} ${log} ${recent}`;
    if (resized || style !== this.style) this.prepare(theme, log, recent, style);
    const context = surface.begin(), {left, top, bottom} = this.box;
    surface.copy(this.axes);
    context.save();
    context.beginPath();
    context.rect(left, top, this.x(known) - left, bottom - top);
    context.clip();
    surface.copy(this.lines);
    context.restore();
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    line(context, this.x(t), top, this.x(t), bottom);
    const values = (s) => run.learners.map((_, l) => ({...run.average(l, s, recent), own: run.ratio(l, s, recent)}));
    this.values = values(known);
    this.dots(context, known);
    if (hover === null) this.name(context, known, theme, recent, this.values);
    else this.pointed(context, hover, theme, recent, values(hover));
  }

  // The round under the pointer: the names show its values, and nothing covers the curves.
  pointed(context, t, theme, recent, values) {
    const {top, bottom} = this.box, text = `round ${whole(t)}`;
    context.setLineDash([3, 3]);
    line(context, this.x(t), top, this.x(t), bottom);
    context.setLineDash([]);
    this.name(context, t, theme, recent, values);
    Object.assign(context, {textAlign: "center", textBaseline: "top", fillStyle: theme.background});
    const half = context.measureText(text).width / 2 + 4, x = Math.max(half, Math.min(this.x(t), this.surface.width - half));
    context.fillRect(x - half, bottom + 2, 2 * half, BELOW * this.scale);
    context.fillStyle = theme.text;
    context.fillText(text, x, bottom + 5);
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

  get narrow() { return this.surface.width < NARROW; }

  // The round under a pixel of the canvas.
  at(px) {
    const {left, right} = this.box;
    return roundOf(Math.min(1, Math.max(0, (px - left) / (right - left))), this.run.T, this.log);
  }

  // The height that all names need, one below the other.
  room(scale) {
    const {series, lines} = this.chart;
    return Math.ceil(((series.length + lines.length) * NAME + ABOVE + BELOW) * scale) - 16;
  }

  // Draw once what stays the same from round to round.
  prepare(theme, log, recent, style) {
    const {surface, run} = this, {context} = surface, scale = theme.scale || 1;
    this.describe(log, recent);
    Object.assign(this, {style, scale, font: `${(this.narrow ? 12 : 13) * scale}px ${theme.font}`});
    context.font = this.font;
    const widest = Math.max(...[
      ...this.chart.series.map(({name, pinned}) => `${name} 88.8${run.trials > 1 && !pinned ? " ± 88.8" : ""}`),
      ...this.chart.lines.map(({label}) => `${label} 88.8`),
    ].map((text) => context.measureText(text).width));
    const margin = this.narrow ? 16 : Math.min(widest + SWATCH + 14, 0.55 * surface.width);
    const below = this.narrow ? NAME * (this.chart.series.length + this.chart.lines.length) : 0;
    this.box = {
      left: (this.narrow ? 34 : 50) * scale, right: surface.width - margin, top: ABOVE * scale,
      bottom: surface.height - (BELOW + below) * scale,
    };
    this.x = pixels(this.axis, this.box.left, this.box.right);
    this.y = pixels(this.chart.y, this.box.bottom, this.box.top);
    this.axes = surface.layer((layer) => this.frame(layer, theme));
    this.lines = surface.layer((layer) => { // pinned runs first: the learners are drawn over them
      this.chart.series.forEach((series) => series.pinned && this.seriesLine(layer, series));
      run.learners.forEach((_, l) => {
        if (run.trials > 1) this.spread(layer, l, recent);
        this.seriesLine(layer, this.chart.series[l]);
      });
    });
  }

  frame(context, theme) {
    const {axis, chart, run, scale} = this, {right, bottom} = this.box, end = axis.ticks.length - 1;
    context.font = this.font;
    grid(context, chart.y, this.box, theme);
    context.textBaseline = "top";
    context.textAlign = "center";
    const last = context.measureText(axis.texts[end]).width;
    axis.ticks.forEach((tick, i) => {
      if (i < end && this.x(tick) >= right - last - 8) return; // the last one needs the room
      line(context, this.x(tick), bottom, this.x(tick), bottom + 4);
      context.fillText(axis.texts[i], this.x(tick), bottom + 5);
    });
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    this.caption = `${chart.y.label} · ${axis.label}${run.trials > 1 ? ", thin line: the run above" : ""}`;
    const short = this.caption.replace(", thin line: the run above", ""), {width} = this.surface;
    const fits = context.measureText(this.caption).width <= width;
    context.fillText(clipped(context, fits ? this.caption : short, width), 0, 12 * scale);
    for (const reference of chart.lines) referenceLine(context, chart.y, this.box, reference);
    for (const mark of chart.marks) this.mark(context, mark, theme);
  }

  // A vertical line, such as the round of a drift, with its name at the bottom: beside it, or where there is room.
  mark(context, {label, value, colour, dash}, theme) {
    const {left, right, top, bottom} = this.box, at = this.x(value), text = clipped(context, label, right - left - 8);
    const wide = context.measureText(text).width, x = Math.max(left + 4, at + 4 + wide <= right ? at + 4 : at - 4 - wide);
    Object.assign(context, {strokeStyle: colour, lineWidth: 1.5});
    context.setLineDash(dashes(dash));
    line(context, at, top, at, bottom);
    context.setLineDash([]);
    context.fillStyle = theme.text;
    context.fillText(text, x, bottom - 5 * this.scale);
  }

  // A learner's band of ±1 sd over the trials, and the ratio of the watched run.
  spread(context, l, recent) {
    const {arrays, colour} = this.chart.series[l], [x, y, sd] = [arrays.x, arrays.y, arrays.sd].map((name) => this.run.arrays[name]);
    context.fillStyle = faded(colour, 0.18);
    band(context, this.places(x, y.map((m, i) => Math.min(1, m + sd[i]))), this.places(x, y.map((m, i) => Math.max(0, m - sd[i]))));
    context.strokeStyle = faded(colour, 0.8);
    context.lineWidth = 1;
    curve(context, this.watched(l, recent));
  }

  seriesLine(context, {arrays, colour, dash, pinned}) {
    context.strokeStyle = colour;
    context.lineWidth = pinned ? 2 : 2.5;
    context.setLineDash(dashes(dash));
    curve(context, this.places(this.run.arrays[arrays.x], this.run.arrays[arrays.y]));
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

  name(context, t, theme, recent, values) {
    const {run, box, chart} = this, height = NAME * this.scale, seeds = run.trials > 1;
    context.font = this.font;
    const named = chart.series.map(({name, colour, dash, pinned}, place) => {
      const {mean, sd} = values[place] ?? run.average(place, t, recent), known = !Number.isNaN(mean);
      const value = known ? ` ${percent(mean)}${seeds && !pinned ? ` ± ${percent(sd)}` : ""}` : "";
      const y = this.y(known ? mean : pinned ? 0.4 : 0.5);
      return {text: name, value, colour, dash: dashes(dash), wide: pinned ? 2 : 2.5, y};
    });
    const lines = chart.lines.map(({label, value, colour, dash}) =>
      ({text: label, value: ` ${percent(value)}`, colour, dash: dashes(dash), wide: 1, y: this.y(value)}));
    const labels = [...named.slice(0, run.L), ...lines, ...named.slice(run.L)];
    const {width, height: end} = this.surface; // learners come first
    if (!this.narrow) labels.splice(Math.max(0, Math.floor((box.bottom - box.top + 16) / height))); // what finds no room
    const place = this.narrow ? {right: 0, top: box.bottom + BELOW + 8, bottom: end - 8} : box;
    this.labels = nameCurves(context, labels, {box: place, width, height, gap: this.narrow ? 4 : 8, theme});
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
  }

  state() {
    const {values, labels, caption, axis, box, chart} = this;
    return {values, labels, band: caption, scale: axis.scale, lines: chart.lines, marks: chart.marks, box};
  }
}
