// The ratio against a parameter, one curve per σ, with the theory range behind them and the decision on top.

import {band, curve, grid, nameCurves, pixels, referenceLine, SWATCH} from "./axes.js";
import {faded, line, Surface} from "./canvas.js";
import {drawBeside} from "./lab_beside.js";
import {dashes, shape} from "./marks.js";
import {drawTheoryBands} from "./theory_bands.js";

const SHAPES = {circle: "circle", square: "square", diamond: "diamond", "triangle-up": "triangle", x: "cross", cross: "plus"};
const REACH = 24; // pixels within which the pointer finds a point
const ROW = 16; // pixels: a line of labels above the box

/** @typedef {import("./types").LabView} LabView */

export class LabGraph {
  /** @type {import("./types").CurveChart} */
  chart;
  /** @type {LabView} */
  view;
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
   * Draw the curves.
   * @param {import("./types").CurveChart} chart
   * @param {LabView} view
   */
  draw(chart, view, theme) {
    const {surface} = this;
    Object.assign(this, {chart, view});
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin();
    context.font = `${surface.width < 420 ? 12 : 13}px ${theme.font}`;
    const names = [...chart.series.map(({name}) => name), ...chart.lines.map(({label}) => label)];
    const margin = Math.max(...names.map((text) => context.measureText(text).width)) + 16 + SWATCH;
    const top = 26 + (chart.bands.length ? ROW : 0) + (chart.spans.length ? ROW : 0), bottom = surface.height - 38;
    const box = (this.box = {left: 40, right: surface.width - margin, top, bottom}), {axis} = view;
    this.x = pixels(axis, box.left, box.right);
    this.y = pixels(chart.y, box.bottom, box.top);
    const theory = drawTheoryBands(context, {bands: chart.bands, axis, x: this.x, alpha: view.alpha, box, theme});
    this.bands = theory.bands;
    context.lineWidth = 1;
    grid(context, chart.y, box, theme);
    this.axes(context);
    const labels = chart.lines.map((reference) => {
      referenceLine(context, chart.y, box, reference);
      const {label, value, colour, dash} = reference;
      return {text: label, y: this.y(value), colour, dash: dashes(dash), wide: 2.2};
    });
    const {beside} = view;
    if (beside) this.clipped(context, () => drawBeside(context, beside, view.series, this));
    this.clipped(context, () => view.series.forEach((series, i) => this.curve(context, series, i === view.own)));
    view.series.forEach((series, i) => {
      const y = this.markers(context, series, i === view.own);
      if (y !== null) labels.push({text: series.name, y, colour: series.colour, dash: dashes(series.dash), wide: 2.2});
    });
    const yours = this.marks(context, theme), tied = this.spans(context, theme);
    const named = nameCurves(context, labels, {box, width: surface.width, height: 16, gap: 6, theme});
    this.labels = [...named, ...theory.labels, ...yours, ...tied];
    this.rings(context, theme);
    if (view.brush) this.brush(context);
    surface.canvas.setAttribute("aria-label", chart.alt);
  }

  // Draw between the left and the right end of the box; a line along its top or bottom keeps its width.
  clipped(context, draw) {
    const {box} = this;
    context.save();
    context.beginPath();
    context.rect(box.left, box.top - 6, box.right - box.left, box.bottom - box.top + 12);
    context.clip();
    draw();
    context.restore();
  }

  // Ticks and the words below and above the box.
  axes(context) {
    const {chart: {y}, view: {axis, title}, box} = this;
    context.textAlign = "center";
    context.textBaseline = "top";
    let free = -Infinity;
    axis.ticks.forEach((tick, i) => {
      const half = context.measureText(axis.texts[i]).width / 2, at = this.x(tick);
      if (at - half < free) return;
      context.fillText(axis.texts[i], at, box.bottom + 7);
      free = at + half + 6;
    });
    context.textAlign = "left";
    context.fillText(axis.label, box.left, box.bottom + 23);
    context.textBaseline = "alphabetic";
    context.fillText(title ?? y.label, box.left - 30, 13);
  }

  /**
   * Draw a curve with its spread.
   * @param {import("./types").Series} series
   */
  curve(context, series, own) {
    const {x, y, sd, colour, dash} = series;
    const inside = (share) => this.y(Math.min(this.chart.y.high, Math.max(0, share)));
    const edge = (sign) => x.flatMap((value, j) => {
      const mean = y[j], spread = sd[j];
      return mean === null || spread === null ? [] : [[this.x(value), inside(mean + sign * spread)]];
    });
    context.fillStyle = faded(colour, 0.16);
    band(context, edge(1), edge(-1));
    context.strokeStyle = colour;
    context.lineWidth = own ? 3 : 2;
    context.setLineDash(dashes(dash));
    curve(context, this.places(series));
    context.setLineDash([]);
  }

  /**
   * Draw the visible points of a curve; return the height of the last one, or null if none is known.
   * @param {import("./types").Series} series
   */
  markers(context, series, own) {
    const {axis} = this.view, seen = this.places(series).filter(([, , value]) => value >= axis.low && value <= axis.high);
    context.fillStyle = series.colour;
    for (const [px, py] of seen) {
      shape(context, SHAPES[series.marker], px, py, own ? 4 : 3);
      context.fill();
    }
    return seen.length ? seen[seen.length - 1][1] : null;
  }

  /** The known points of a curve in pixels, each with its value. @param {import("./types").Series} series */
  places({x, y}) {
    return x.flatMap((value, j) => {
      const mean = y[j];
      return mean === null ? [] : [[this.x(value), this.y(mean), value]];
    });
  }

  // Vertical lines, such as the value in use, each with its name at the bottom. Returns the labels.
  marks(context, theme) {
    const {box, chart: {marks}, view: {axis}} = this;
    return marks.filter(({value}) => value >= axis.low && value <= axis.high).map(({label, value, colour, dash}) => {
      const at = this.x(value), width = context.measureText(label).width + 14;
      const y = this.isHigh(value) ? box.bottom - 24 : box.top + 5;
      const x = Math.min(Math.max(box.left + 2, at - width / 2), box.right - width - 2);
      Object.assign(context, {strokeStyle: colour, lineWidth: 1.8});
      context.setLineDash(dashes(dash));
      line(context, at, box.top, at, box.bottom);
      context.setLineDash([]);
      Object.assign(context, {fillStyle: theme.background, lineWidth: 1.4});
      context.fillRect(x, y, width, 19);
      context.strokeRect(x, y, width, 19);
      Object.assign(context, {fillStyle: theme.text, textAlign: "left", textBaseline: "middle"});
      context.fillText(label, x + 7, y + 10);
      return {text: label, x, y, width, height: 19};
    });
  }

  // Whether a curve is in the upper part of the box near this value.
  isHigh(value) {
    const {chart, view: {series}} = this;
    return series.some(({x, y}) => {
      const near = x.reduce((best, other, j) => (Math.abs(other - value) < Math.abs(x[best] - value) ? j : best), 0);
      return (y[near] ?? 0) > 0.75 * chart.y.high;
    });
  }

  // Ranges above the box, such as the values that are tied with the best; they are named once.
  spans(context, theme) {
    const {box, chart: {spans, bands}, view: {axis, end}} = this, y = box.top - 10 - (bands.length ? ROW : 0), labels = [];
    const seen = spans.filter(({low, high}) => high >= axis.low && low <= axis.high);
    const ends = seen.map(({low, high}) => [Math.max(box.left, this.x(Math.max(low, axis.low))) - 4,
      Math.min(box.right, this.x(Math.min(high, axis.high))) + 4]);
    ends.forEach(([from, to], i) => {
      context.fillStyle = seen[i].colour;
      context.fillRect(from, y - 3, to - from, 6);
    });
    if (seen.length) {
      const text = `${seen[0].label}${end ? "" : " after the last round"}`, width = context.measureText(text).width;
      const last = Math.max(...ends.map(([, to]) => to));
      const first = Math.min(...ends.map(([from]) => from)), right = last + 6 + width <= box.right + 40;
      const x = right ? last + 6 : Math.max(0, first - 6 - width);
      Object.assign(context, {fillStyle: theme.text, textAlign: "left", textBaseline: "middle"});
      context.fillText(text, x, y);
      labels.push({text, x, y: y - ROW / 2, width, height: ROW});
    }
    return labels;
  }

  // The recommended point, the selected one and the one under the pointer.
  rings(context, theme) {
    const {chart: {ring, spans}, view} = this, points = this.points();
    const circle = (place, radius, colour, wide) => {
      const point = place && points[place[0]]?.[place[1]];
      if (!point || point[0] < this.box.left - 1 || point[0] > this.box.right + 1) return;
      Object.assign(context, {strokeStyle: colour, lineWidth: wide});
      context.beginPath();
      context.arc(point[0], point[1], radius, 0, 2 * Math.PI);
      context.stroke();
    };
    circle(ring, 9, spans[0]?.colour ?? theme.text, 3.5);
    circle(view.selected && [view.selected.i, view.selected.j], 6, theme.text, 2);
    circle(view.hovered && [view.hovered.i, view.hovered.j], 8, theme.text, 2);
  }

  brush(context) {
    const {box, view: {brush}} = this, [from, to] = /** @type {number[]} */ (brush);
    context.fillStyle = faded("#0060a8", 0.2);
    context.fillRect(Math.min(from, to), box.top, Math.abs(to - from), box.bottom - box.top);
  }

  // Where the points are on the canvas; null for those that are not computed yet.
  points() {
    return this.view.series.map(({x, y}) => y.map((mean, j) => (mean === null ? null : [this.x(x[j]), this.y(mean)])));
  }

  // What is drawn, for tests.
  state() {
    const {box, bands, chart: {y}, view: {axis}} = this;
    return {box, bands, ticks: axis.ticks, x: axis, y, points: box ? this.points() : null};
  }

  // The point within reach of the pointer.
  nearest(event) {
    if (!this.box) return null;
    const box = event.currentTarget.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
    let best = null;
    this.points().forEach((row, i) => row.forEach((point, j) => {
      if (!point || point[0] < this.box.left - 1 || point[0] > this.box.right + 1) return;
      const far = Math.hypot(point[0] - px, point[1] - py);
      if (far < REACH && (!best || far < best.far)) best = {i, j, far};
    }));
    return best;
  }
}
