// The final ratio as a map of σ and a parameter, with a line through the best values.

import {pixels} from "./axes.js";
import {faded, Surface} from "./canvas.js";

export class LabMap {
  /** @type {import("./types").MapChart} */
  chart;
  /** @type {(value: number) => number} */
  x; // from columns and rows to pixels
  /** @type {(value: number) => number} */
  y;
  /** @type {{left: number, right: number, top: number, bottom: number}} */
  box; // set by the first drawing

  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /** @param {import("./types").MapChart} chart */
  draw(chart, theme) {
    const {surface} = this;
    this.chart = chart;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), reads = chart.reads[theme.dark ? "dark" : "light"];
    this.box = {left: 52, right: surface.width - 6, top: 24, bottom: surface.height - 36};
    this.x = pixels(chart.x, this.box.left, this.box.right);
    this.y = pixels(chart.y, this.box.bottom, this.box.top);
    context.font = `13px ${theme.font}`;
    Object.assign(context, {fillStyle: theme.text, textBaseline: "alphabetic", textAlign: "left"});
    context.fillText(`${chart.y.name} × ${chart.x.name}: ${reads}, ○ ${chart.mark}`, 0, 13);
    this.cells(context, chart.ink[theme.dark ? "dark" : "light"]);
    this.best(context, theme);
    this.axes(context, theme);
    surface.canvas.setAttribute("aria-label", chart.alt);
  }

  cells(context, ink) {
    this.chart.cells.forEach((row, i) => row.forEach((share, j) => {
      if (share === null) return;
      context.fillStyle = faded(ink, this.opacity(share));
      const left = Math.round(this.x(j - 0.5)), top = this.y(i + 0.5); // whole pixels: no seams
      context.fillRect(left, top, Math.round(this.x(j + 0.5)) - left, this.y(i - 0.5) - top - 1);
    }));
  }

  // How much ink a share gets: between two of the given steps, in proportion.
  opacity(share) {
    const {opacity} = this.chart, place = share * (opacity.length - 1), below = Math.min(Math.floor(place), opacity.length - 2);
    return opacity[below] + (place - below) * (opacity[below + 1] - opacity[below]);
  }

  // The best value of every σ for which the value matters.
  best(context, theme) {
    const found = this.marked().map(([i, j]) => [this.x(j), this.y(i)]);
    context.strokeStyle = this.chart.colour;
    context.lineWidth = 2;
    context.beginPath();
    for (const [x, y] of found) context.lineTo(x, y);
    context.stroke();
    context.fillStyle = theme.background;
    for (const [x, y] of found) {
      context.beginPath();
      context.arc(x, y, 5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  // Row and column of the marked cells.
  marked() { return this.chart.best.flatMap((j, i) => (j === null ? [] : [[i, j]])); }

  axes(context, theme) {
    const {box, chart: {x, y}} = this;
    Object.assign(context, {fillStyle: theme.text, textBaseline: "middle", textAlign: "right"});
    y.ticks.forEach((row, i) => context.fillText(y.texts[i], box.left - 6, this.y(row)));
    Object.assign(context, {textBaseline: "top", textAlign: "center"});
    x.ticks.forEach((column, i) => {
      const half = context.measureText(x.texts[i]).width / 2;
      context.fillText(x.texts[i], Math.min(this.x(column), this.surface.width - half), box.bottom + 5);
    });
    context.textAlign = "left";
    context.fillText(x.label, box.left, box.bottom + 20);
  }

  // The cell under the pointer.
  cell(event) {
    const box = event.currentTarget.getBoundingClientRect(), {left, right, top, bottom} = this.box, {rows, columns} = this.chart;
    const j = Math.floor(((event.clientX - box.left - left) / (right - left)) * columns.length);
    const i = Math.floor(((bottom - (event.clientY - box.top)) / (bottom - top)) * rows.length);
    return this.chart.cells[i]?.[j] === undefined ? null : {i, j};
  }
}
