// The final ratio against a parameter, one curve per σ, with the theory range behind them.

import {band, curve, DOTTED, GREY, heightOf, nameCurves, percentGrid, referenceLine, SWATCH} from "./axes.js";
import {faded, ink, line, Surface} from "./canvas.js";
import {dashes, shape} from "./marks.js";
import {percent, short} from "./numbers.js";
import {rangesAt} from "./theory_range.js";

const SHAPES = {circle: "circle", square: "square", diamond: "diamond", "triangle-up": "triangle", x: "cross", cross: "plus"};
const RANGE = "#d55e00";
const REACH = 24; // pixels within which the pointer finds a point

export class LabGraph {
  /** @type {import("./types").LabPicture} */
  data;
  /** @type {{left: number, right: number, top: number, bottom: number}} */
  box; // set by the first drawing
  /** @type {any[]} */
  labels = [];
  /** @type {number[]} */
  ticks = [];

  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /**
   * Draw the curves for α; `hovered` is the point under the pointer, {i, j}, if there is one.
   * @param {import("./types").LabPicture} data
   * @param {{i: number, j: number} | null} hovered
   */
  draw(data, alpha, theme, hovered = null) {
    const {surface} = this;
    this.data = data;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin();
    context.font = `${surface.width < 420 ? 12 : 13}px ${theme.font}`;
    const names = data.sigmas.map((sigma) => `σ=${short(sigma)}`);
    const margin = Math.max(...[...names, "chance"].map((text) => context.measureText(text).width)) + 16 + SWATCH;
    const box = (this.box = {left: 40, right: surface.width - margin, top: data.theory ? 40 : 24, bottom: surface.height - 36});
    const rangeLabels = data.ranges ? this.range(context, theme, rangesAt(data.ranges, alpha)) : [];
    context.lineWidth = data.theory ? 1.5 : 1;
    percentGrid(context, box, theme);
    this.axis(context);
    referenceLine(context, box, data.chance);
    const labels = [{text: "chance", y: this.y(data.chance), colour: GREY, dash: DOTTED, wide: 2.2}];
    data.sigmas.forEach((_, i) => {
      const end = this.sigmaCurve(context, i);
      if (end) labels.push({text: names[i], wide: 2.2, ...end});
    });
    this.labels = [...nameCurves(context, labels, {box, width: surface.width, height: 16, gap: 6, theme}), ...rangeLabels];
    if (hovered) this.circle(context, theme, hovered);
    surface.canvas.setAttribute("aria-label", this.described());
  }

  // Ticks and the words below and above the box.
  axis(context) {
    const {data, box} = this;
    context.textAlign = "center";
    context.textBaseline = "top";
    this.ticks = ticksOf(data);
    for (const tick of this.ticks) context.fillText(short(tick), this.x(tick), box.bottom + 8);
    context.textAlign = "left";
    const caption = `${data.symbol} of ${data.label}${data.log ? " (log)" : ""}${data.spread && ` · ${data.spread}`}`;
    context.fillText(caption, box.left, box.bottom + 22);
    context.textBaseline = "alphabetic";
    context.fillText("% right after the last round", box.left - 30, 13);
  }

  // Draw one σ; return where its curve ends and how it looks, or null if nothing is known of it yet.
  sigmaCurve(context, i) {
    const {values, looks, mean, sd} = this.data, [colour, dash, mark] = looks[i % looks.length];
    const known = values.flatMap((value, j) => {
      const middle = mean[i][j];
      return middle === null ? [] : [{x: this.x(value), middle, spread: sd[i][j] || 0}];
    });
    if (!known.length) return null;
    const places = known.map(({x, middle}) => [x, this.y(middle)]);
    context.fillStyle = faded(colour, 0.16);
    band(context, known.map(({x, middle, spread}) => [x, this.y(Math.min(1, middle + spread))]),
      known.map(({x, middle, spread}) => [x, this.y(Math.max(0, middle - spread))]));
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = 2.2;
    context.setLineDash(dashes(dash));
    curve(context, places);
    context.setLineDash([]);
    for (const [x, y] of places) {
      shape(context, SHAPES[mark], x, y, 3.4);
      context.fill();
    }
    return {y: places[places.length - 1][1], colour, dash: dashes(dash)};
  }

  circle(context, theme, {i, j}) {
    const point = this.points()[i]?.[j];
    if (!point) return;
    context.strokeStyle = theme.text;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(point[0], point[1], 8, 0, 2 * Math.PI);
    context.stroke();
  }

  described() {
    const {data} = this;
    return `Final ratio against ${data.symbol}: ` + data.sigmas.map((sigma, i) => {
      const known = /** @type {number[]} */ (data.mean[i].filter((m) => m !== null));
      const found = known.length ? `${percent(Math.min(...known), 0)} to ${percent(Math.max(...known), 0)} %` : "not yet";
      return `σ=${short(sigma)} ${found}`;
    }).join(", ");
  }

  // The theory range: filled up to the theorem's β, hatched up to what its proof needs. Returns its labels.
  range(context, theme, {theorem, proof}) {
    const {box} = this, to = (value) => this.x(Math.min(1, value)), labels = [];
    context.fillStyle = faded(RANGE, 0.16);
    context.fillRect(box.left, box.top, to(theorem) - box.left, box.bottom - box.top);
    this.hatch(context, to(theorem), to(proof));
    context.lineWidth = 1.5;
    context.textBaseline = "middle";
    let free = box.left;
    const edges = [[theorem, `(1−α)/(K−1) = ${theorem.toFixed(2)}`, []], [proof, `2(1−α)/(K−1) = ${proof.toFixed(2)}`, [3, 4]]];
    for (const [value, text, dash] of edges) {
      if (value > 1) continue;
      context.strokeStyle = ink(theme, 0.6);
      context.setLineDash(dash);
      line(context, to(value), box.top, to(value), box.bottom);
      context.setLineDash([]);
      const width = context.measureText(text).width, x = Math.min(Math.max(free, to(value) - width / 2), box.right - width);
      if (x < free) continue;
      context.fillStyle = theme.text;
      context.textAlign = "left";
      context.fillText(text, x, box.top - 10);
      labels.push({text, x, y: box.top - 18, width, height: 16});
      free = x + width + 10;
    }
    return labels;
  }

  hatch(context, from, to) {
    const {box} = this;
    context.save();
    context.beginPath();
    context.rect(from, box.top, to - from, box.bottom - box.top);
    context.clip();
    context.strokeStyle = faded(RANGE, 0.28);
    context.lineWidth = 1;
    context.beginPath();
    for (let x = box.left - box.bottom; x < box.right; x += 9) {
      context.moveTo(x, box.bottom);
      context.lineTo(x + box.bottom - box.top, box.top);
    }
    context.stroke();
    context.restore();
  }

  x(value) {
    const {values, log} = this.data, {left, right} = this.box;
    if (!log) return left + (right - left) * value;
    const [low, high] = [Math.log10(values[0]), Math.log10(values[values.length - 1])];
    return left + ((right - left) * (Math.log10(value) - low)) / (high - low || 1);
  }

  y(share) { return heightOf(share, this.box); }

  // Where the points are on the canvas; null for those that are not computed yet.
  points() {
    return this.data.mean.map((row) => row.map((mean, j) => (mean === null ? null : [this.x(this.data.values[j]), this.y(mean)])));
  }

  // The point within reach of the pointer.
  nearest(event) {
    if (!this.box) return null;
    const box = event.currentTarget.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
    let best = null;
    this.points().forEach((row, i) => row.forEach((point, j) => {
      if (!point) return;
      const far = Math.hypot(point[0] - px, point[1] - py);
      if (far < REACH && (!best || far < best.far)) best = {i, j, far};
    }));
    return best;
  }
}

// Quarters on a linear axis; powers of ten on a log axis or, within a decade, the first, middle and last value.
function ticksOf({log, values}) {
  if (!log) return [0, 0.25, 0.5, 0.75, 1];
  const first = values[0], last = values[values.length - 1];
  const low = Math.ceil(Math.log10(first) - 1e-9), high = Math.floor(Math.log10(last) + 1e-9);
  if (high > low) return Array.from({length: high - low + 1}, (_, i) => 10 ** (low + i));
  return [first, values[Math.floor((values.length - 1) / 2)], last];
}
