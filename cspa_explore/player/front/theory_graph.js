// The bound against the run: bound, Σℓ² and mistakes so far on log axes, drawn up to a round.

import {curve, grid, nameCurves, pixels, referenceLine, SWATCH} from "./axes.js";
import {line, Surface} from "./canvas.js";
import {clipped} from "./labels.js";
import {dashes} from "./marks.js";
import {amount} from "./theory_numbers.js";

export class TheoryGraph {
  /** @type {any[]} */
  labels = [];
  /** @type {{left: number, right: number, top: number, bottom: number} | null} */
  box = null; // set by the first drawing
  /** @type {(number | null)[]} */
  values = []; // of the series, in the round that is drawn

  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /**
   * Draw the curves up to round t.
   * @param {import("./types").CurveChart} chart
   */
  draw(chart, t, theme) {
    const {surface} = this;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), narrow = surface.width < 480;
    context.font = `${narrow ? 12 : 13}px ${theme.font}`;
    const names = [...chart.series.map(({name}) => `${name} 888,888`), ...chart.lines.map(({label}) => label)];
    const widest = Math.max(...names.map((text) => context.measureText(text).width)) + SWATCH + 12;
    const left = Math.max(...chart.y.texts.map((text) => context.measureText(text).width)) + 12;
    const box = (this.box = {left, right: surface.width - Math.min(widest, 0.5 * surface.width), top: 26, bottom: surface.height - 38});
    const x = pixels(chart.x, box.left, box.right), y = pixels(chart.y, box.bottom, box.top);
    context.lineWidth = 1;
    grid(context, chart.y, box, theme);
    this.axis(context, chart, box, x);
    const labels = chart.lines.map((reference) => {
      referenceLine(context, chart.y, box, reference);
      return {text: reference.label, value: "", y: y(reference.value), colour: reference.colour, dash: dashes(reference.dash), wide: 1.5};
    });
    this.values = chart.series.map((series) => this.curve(context, series, t, x, y));
    chart.series.forEach(({name, colour, dash}, i) => {
      const value = this.values[i], at = value === null ? box.bottom : y(value);
      labels.push({text: name, value: ` ${amount(value ?? 0)}`, y: at, colour, dash: dashes(dash), wide: 2.5});
    });
    Object.assign(context, {strokeStyle: theme.text, lineWidth: 1});
    line(context, x(t), box.top, x(t), box.bottom);
    this.labels = nameCurves(context, labels, {box, width: surface.width, height: 17, gap: 6, theme});
    surface.canvas.setAttribute("aria-label", chart.alt);
  }

  axis(context, {x: axis, y: {label}}, box, x) {
    Object.assign(context, {textAlign: "center", textBaseline: "top"});
    const end = axis.ticks.length - 1, last = context.measureText(axis.texts[end]).width;
    axis.ticks.forEach((tick, i) => {
      if (i < end && x(tick) > box.right - last - 12) return; // the last one needs the room
      context.fillText(axis.texts[i], x(tick), box.bottom + 7);
    });
    context.textAlign = "left";
    context.fillText(clipped(context, axis.label, this.surface.width - box.left), box.left, box.bottom + 23);
    context.textBaseline = "alphabetic";
    context.fillText(clipped(context, label, this.surface.width), 0, 13);
  }

  /**
   * Draw a curve up to round t; return its value there, null if it is 0.
   * @param {import("./types").Series} series
   * @returns {number | null}
   */
  curve(context, series, t, x, y) {
    const known = series.x.filter((round) => round <= t).length;
    const places = series.x.slice(0, known).flatMap((round, i) => {
      const value = series.y[i];
      return value === null ? [] : [[x(round), y(value)]];
    });
    Object.assign(context, {strokeStyle: series.colour, fillStyle: series.colour, lineWidth: 2.5});
    context.setLineDash(dashes(series.dash));
    curve(context, places);
    context.setLineDash([]);
    const end = places[places.length - 1];
    if (end) {
      context.beginPath();
      context.arc(end[0], end[1], 4, 0, 2 * Math.PI);
      context.fill();
    }
    return known ? series.y[known - 1] : null;
  }
}
