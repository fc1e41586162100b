// The final ratio against a parameter, one curve per σ, with the theory range behind them.

import {band, curve, grid, nameCurves, pixels, referenceLine, SWATCH} from "./axes.js";
import {faded, ink, line, Surface} from "./canvas.js";
import {dashes, shape} from "./marks.js";

const SHAPES = {circle: "circle", square: "square", diamond: "diamond", "triangle-up": "triangle", x: "cross", cross: "plus"};
const REACH = 24; // pixels within which the pointer finds a point

export class LabGraph {
  /** @type {import("./types").CurveChart} */
  chart;
  /** @type {(value: number) => number} */
  x; // from values of the axes to pixels
  /** @type {(value: number) => number} */
  y;
  /** @type {{left: number, right: number, top: number, bottom: number}} */
  box; // set by the first drawing
  /** @type {any[]} */
  labels = [];
  /** @type {{low: number, high: number}[]} */
  bands = []; // as drawn, in values of the x axis

  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /**
   * Draw the curves for α; `hovered` is the point under the pointer, {i, j}, if there is one.
   * @param {import("./types").CurveChart} chart
   * @param {{i: number, j: number} | null} hovered
   */
  draw(chart, alpha, theme, hovered = null) {
    const {surface} = this;
    this.chart = chart;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin();
    context.font = `${surface.width < 420 ? 12 : 13}px ${theme.font}`;
    const names = [...chart.series.map(({name}) => name), ...chart.lines.map(({label}) => label)];
    const margin = Math.max(...names.map((text) => context.measureText(text).width)) + 16 + SWATCH;
    const top = chart.bands.length ? 40 : 24, bottom = surface.height - 36; // room for the labels of the bands
    const box = (this.box = {left: 40, right: surface.width - margin, top, bottom});
    this.x = pixels(chart.x, box.left, box.right);
    this.y = pixels(chart.y, box.bottom, box.top);
    const bandLabels = this.drawBands(context, theme, alpha);
    context.lineWidth = chart.bands.length ? 1.5 : 1;
    grid(context, chart.y, box, theme);
    this.axis(context);
    const labels = chart.lines.map((reference) => {
      referenceLine(context, chart.y, box, reference);
      const {label, value, colour, dash} = reference;
      return {text: label, y: this.y(value), colour, dash: dashes(dash), wide: 2.2};
    });
    chart.series.forEach((series) => {
      const y = this.curve(context, series);
      if (y !== null) labels.push({text: series.name, y, colour: series.colour, dash: dashes(series.dash), wide: 2.2});
    });
    this.labels = [...nameCurves(context, labels, {box, width: surface.width, height: 16, gap: 6, theme}), ...bandLabels];
    if (hovered) this.circle(context, theme, hovered);
    surface.canvas.setAttribute("aria-label", chart.alt);
  }

  // Ticks and the words below and above the box.
  axis(context) {
    const {chart: {x, y}, box} = this;
    context.textAlign = "center";
    context.textBaseline = "top";
    x.ticks.forEach((tick, i) => context.fillText(x.texts[i], this.x(tick), box.bottom + 8));
    context.textAlign = "left";
    context.fillText(x.label, box.left, box.bottom + 22);
    context.textBaseline = "alphabetic";
    context.fillText(y.label, box.left - 30, 13);
  }

  /**
   * Draw a curve with its spread; return the height of its end, or null if nothing is known of it yet.
   * @param {import("./types").Series} series
   */
  curve(context, series) {
    const {x, y, sd, colour, dash, marker} = series;
    const places = x.flatMap((value, j) => (y[j] === null ? [] : [[this.x(value), this.y(y[j])]]));
    if (!places.length) return null;
    const edge = (sign) => x.flatMap((value, j) => {
      const mean = y[j], spread = sd[j];
      return mean === null || spread === null ? [] : [[this.x(value), this.y(Math.min(1, Math.max(0, mean + sign * spread)))]];
    });
    context.fillStyle = faded(colour, 0.16);
    band(context, edge(1), edge(-1));
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = 2.2;
    context.setLineDash(dashes(dash));
    curve(context, places);
    context.setLineDash([]);
    for (const [px, py] of places) {
      shape(context, SHAPES[marker], px, py, 3.4);
      context.fill();
    }
    return places[places.length - 1][1];
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

  // The theory's ranges, which shrink with α, each with a line and a label at its end. Returns the labels.
  drawBands(context, theme, alpha) {
    const {box, chart: {bands, x: axis}} = this, to = (value) => this.x(Math.min(axis.high, value)), labels = [];
    let free = box.left;
    this.bands = bands.map(({low, high}) => ({low: (1 - alpha) * low, high: (1 - alpha) * high}));
    this.bands.forEach(({low, high}, i) => {
      const {label, hatched, colour, dash} = bands[i], text = `${label} = ${high.toFixed(2)}`;
      if (hatched) this.hatch(context, to(low), to(high), colour);
      else {
        context.fillStyle = faded(colour, 0.16);
        context.fillRect(to(low), box.top, to(high) - to(low), box.bottom - box.top);
      }
      if (high > axis.high) return;
      Object.assign(context, {strokeStyle: ink(theme, 0.6), lineWidth: 1.5});
      context.setLineDash(dashes(dash));
      line(context, to(high), box.top, to(high), box.bottom);
      context.setLineDash([]);
      const width = context.measureText(text).width, x = Math.min(Math.max(free, to(high) - width / 2), box.right - width);
      if (x < free) return;
      Object.assign(context, {fillStyle: theme.text, textAlign: "left", textBaseline: "middle"});
      context.fillText(text, x, box.top - 10);
      labels.push({text, x, y: box.top - 18, width, height: 16});
      free = x + width + 10;
    });
    return labels;
  }

  hatch(context, from, to, colour) {
    const {box} = this;
    context.save();
    context.beginPath();
    context.rect(from, box.top, to - from, box.bottom - box.top);
    context.clip();
    context.strokeStyle = faded(colour, 0.28);
    context.lineWidth = 1;
    context.beginPath();
    for (let x = box.left - box.bottom; x < box.right; x += 9) {
      context.moveTo(x, box.bottom);
      context.lineTo(x + box.bottom - box.top, box.top);
    }
    context.stroke();
    context.restore();
  }

  // Where the points are on the canvas; null for those that are not computed yet.
  points() {
    return this.chart.series.map(({x, y}) => y.map((mean, j) => (mean === null ? null : [this.x(x[j]), this.y(mean)])));
  }

  // What is drawn, for tests.
  state() {
    const {box, bands, chart: {x, y}} = this;
    return {box, bands, ticks: x.ticks, x, y, points: box ? this.points() : null};
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
