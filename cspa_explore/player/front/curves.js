// Right proposals against the round: mean ± sd over the trials, the watched run as a thin line, pinned runs as ghosts.

import {apart, faded, Surface} from "./canvas.js";

const DASHES = {solid: [], dash: [9, 5], dot: [2, 4], dashdot: [9, 4, 2, 4], longdash: [14, 6], longdashdot: [14, 5, 2, 5]};
export const SWATCH = 34; // pixels: the line as it is drawn, before its name
const [LINE, ABOVE, BELOW] = [16, 26, 36]; // pixels: a name, and what is above and below the curves
const TICKS = [1, 10, 100, 1000, 10000, 100000];

export function dashes(name) {
  return DASHES[name] || name.split(",").map((part) => parseFloat(part));
}

export class Curves {
  constructor(canvas, run) {
    this.surface = new Surface(canvas);
    this.run = run;
  }

  // Position of a round on the axis, 0…1, and back.
  static share(t, T, log) { return log ? Math.log1p(t) / Math.log1p(T) : t / T; }
  static round(share, T, log) { return Math.round(log ? Math.expm1(share * Math.log1p(T)) : share * T); }

  draw(t, {theme, log, recent, hover = null}) {
    const {surface, run} = this, resized = surface.fit();
    if (!surface.width) return;
    const style = `${theme.background} ${theme.scale} ${log} ${recent}`;
    if (resized || style !== this.style) this.prepare(theme, log, recent, style);
    const context = surface.begin(), {left, right, top, bottom} = this.box;
    surface.copy(this.axes);
    context.save();
    context.beginPath();
    context.rect(left, top, this.x(t) - left, bottom - top);
    context.clip();
    surface.copy(this.lines);
    context.restore();
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(this.x(t), top);
    context.lineTo(this.x(t), bottom);
    context.stroke();
    this.values = run.learners.map((_, l) => ({...run.average(l, t, recent), own: run.ratio(l, t, recent)}));
    run.learners.forEach(({colour}, l) => {
      if (Number.isNaN(this.values[l].own)) return;
      context.fillStyle = colour;
      context.beginPath();
      context.arc(this.x(t), this.y(this.values[l].mean), 4, 0, 2 * Math.PI);
      context.fill();
    });
    this.name(context, t, theme, recent);
    if (hover !== null) {
      context.setLineDash([3, 3]);
      context.beginPath();
      context.moveTo(this.x(hover), top);
      context.lineTo(this.x(hover), bottom);
      context.stroke();
      context.setLineDash([]);
    }
    this.right = right;
  }

  x(t) { return this.box.left + (this.box.right - this.box.left) * Curves.share(t, this.run.T, this.log); }
  y(ratio) { return this.box.bottom - (this.box.bottom - this.box.top) * ratio; }
  at(px) {
    const {left, right} = this.box;
    return Curves.round(Math.min(1, Math.max(0, (px - left) / (right - left))), this.run.T, this.log);
  }

  // The height that all names need, one below the other.
  room(scale) {
    const {learners, lines, ghosts} = this.run, names = learners.length + lines.length + ghosts.reduce((sum, ghost) => sum + ghost.learners.length, 0);
    return (names * LINE + ABOVE + BELOW) * scale - 16;
  }

  prepare(theme, log, recent, style) {
    const {surface, run} = this, {context} = surface;
    Object.assign(this, {style, log});
    const small = surface.width < 420;
    this.scale = theme.scale || 1;
    this.font = `${(small ? 12 : 13) * this.scale}px ${theme.font}`;
    context.font = this.font;
    const texts = [...run.learners.map(({words}) => `${words} 88.8${run.trials > 1 ? " ± 88.8" : ""}`), ...run.lines.map(({name}) => `${name} 88.8`),
      ...run.ghosts.flatMap((ghost) => ghost.learners.map(({words}) => `pinned ${words} 88.8`))];
    const widest = Math.max(...texts.map((text) => context.measureText(text).width));
    const margin = Math.min(widest + SWATCH + 14, 0.55 * surface.width), {scale} = this;
    this.box = {left: 40 * scale, right: surface.width - margin, top: ABOVE * scale, bottom: surface.height - BELOW * scale};
    this.axes = surface.layer((layer) => this.frame(layer, theme, log, recent));
    this.lines = surface.layer((layer) => this.everyLine(layer, recent));
  }

  frame(context, theme, log, recent) {
    const {run} = this, {left, right, top, bottom} = this.box;
    context.font = this.font;
    context.fillStyle = theme.text;
    context.strokeStyle = faded(theme.dark ? "#ffffff" : "#000000", 0.15);
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const percent of [0, 25, 50, 75, 100]) {
      const y = this.y(percent / 100);
      context.beginPath();
      context.moveTo(left, y);
      context.lineTo(right, y);
      context.stroke();
      context.fillText(`${percent}`, left - 6, y);
    }
    context.textBaseline = "top";
    context.textAlign = "center";
    const ticks = log ? TICKS : [0.25, 0.5, 0.75].map((share) => Math.round(share * run.T));
    const last = context.measureText(run.T.toLocaleString("en")).width;
    for (const t of [...ticks.filter((tick) => this.x(tick) < right - last - 8), run.T]) {
      context.beginPath();
      context.moveTo(this.x(t), bottom);
      context.lineTo(this.x(t), bottom + 4);
      context.stroke();
      context.fillText(t.toLocaleString("en"), this.x(t), bottom + 5);
    }
    context.textAlign = "left";
    this.bandName = run.trials > 1 ? `band ±1 sd over ${run.trials} seeds, thin: this run` : "one seed: no band";
    context.fillText(clipped(context, `round${log ? " (log)" : ""} · ${this.bandName}`, this.surface.width - left), left, bottom + 5 + 15 * this.scale);
    context.textBaseline = "alphabetic";
    context.fillText(recent ? "% right in the last 100 rounds" : "% right so far", left - 30 * this.scale, 12 * this.scale);
    for (const {value} of run.lines) {
      context.strokeStyle = "#808080";
      context.setLineDash([2, 4]);
      context.beginPath();
      context.moveTo(left, this.y(value));
      context.lineTo(right, this.y(value));
      context.stroke();
      context.setLineDash([]);
    }
  }

  everyLine(context, recent) {
    const {run} = this, name = recent ? "recent" : "mean";
    run.ghosts.forEach((ghost, g) => ghost.learners.forEach(({dash}, l) => {
      context.strokeStyle = "#808080";
      context.lineWidth = 2;
      context.setLineDash(dashes(dash));
      const prefix = `ghost${g}_`;
      this.line(context, run.arrays[prefix + "points"], run.arrays[prefix + name + l]);
    }));
    context.setLineDash([]);
    run.learners.forEach(({colour, dash}, l) => {
      const points = run.arrays.points, mean = run.arrays[name + l], sd = run.arrays[`${name}_sd${l}`];
      if (run.trials > 1) {
        context.fillStyle = faded(colour, 0.18);
        context.beginPath();
        points.forEach((t, i) => context.lineTo(this.x(t), this.y(Math.min(1, mean[i] + sd[i]))));
        for (let i = points.length - 1; i >= 0; i--) context.lineTo(this.x(points[i]), this.y(Math.max(0, mean[i] - sd[i])));
        context.closePath();
        context.fill();
        context.strokeStyle = faded(colour, 0.8);
        context.lineWidth = 1;
        context.beginPath();
        let last = -9;
        for (let t = 1; t <= run.T; t++) {
          if (this.x(t) - last < 0.5 && t < run.T) continue;
          last = this.x(t);
          context.lineTo(last, this.y(run.ratio(l, t, recent)));
        }
        context.stroke();
      }
      context.strokeStyle = colour;
      context.lineWidth = 2.5;
      context.setLineDash(dashes(dash));
      this.line(context, points, mean);
      context.setLineDash([]);
    });
  }

  line(context, points, values) {
    context.beginPath();
    points.forEach((t, i) => context.lineTo(this.x(t), this.y(values[i])));
    context.stroke();
  }

  // Names at the right end, moved apart so that none covers another.
  name(context, t, theme, recent) {
    const {run} = this, {right, top, bottom} = this.box, percent = (v) => (100 * v).toFixed(1);
    context.font = this.font;
    const labels = run.learners.map(({words, colour, dash}, l) => {
      const {mean, sd} = this.values[l], value = Number.isNaN(mean) ? "" : ` ${percent(mean)}${run.trials > 1 ? ` ± ${percent(sd)}` : ""}`;
      return {text: words, value, colour, dash: dashes(dash), wide: 2.5, y: this.y(Number.isNaN(mean) ? 0.5 : mean)};
    });
    for (const {name, value} of run.lines) labels.push({text: name, value: ` ${percent(value)}`, colour: "#808080", dash: [2, 4], wide: 1, y: this.y(value)});
    run.ghosts.forEach((ghost, g) => ghost.learners.forEach(({words, dash}, l) => {
      const {mean} = run.average(l, t, recent, `ghost${g}_`);
      labels.push({text: `pinned ${words}`, value: Number.isNaN(mean) ? "" : ` ${percent(mean)}`, colour: "#808080", dash: dashes(dash), wide: 2, y: this.y(Number.isNaN(mean) ? 0.4 : mean)});
    }));
    const height = LINE * this.scale, room = this.surface.width - right - SWATCH - 12;
    labels.length = Math.min(labels.length, Math.floor((bottom - top + 16) / height)); // learners come first
    for (const label of labels) label.height = height;
    apart(labels, top - 8, bottom + 8);
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = theme.text;
    this.labels = labels.map(({text, value, colour, dash, wide, y}) => {
      const x = right + 8, shown = clipped(context, text, room - context.measureText(value).width) + value;
      context.strokeStyle = colour;
      context.lineWidth = wide;
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + SWATCH - 4, y);
      context.stroke();
      context.fillText(shown, x + SWATCH, y);
      return {text: shown, x, y: y - height / 2, width: SWATCH + context.measureText(shown).width, height};
    });
    context.setLineDash([]);
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
  }

  state() { return {values: this.values, labels: this.labels, band: this.bandName}; }
}

function clipped(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  let shown = text;
  while (shown.length > 1 && context.measureText(`${shown}…`).width > room) shown = shown.slice(0, -1);
  return `${shown}…`;
}
