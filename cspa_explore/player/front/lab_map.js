// The ratio as a map of σ and a parameter, on the same axis as the curves above it, with a mark on the best values.

import {pixels} from "./axes.js";
import {faded, line, Surface} from "./canvas.js";
import {dashes} from "./marks.js";
import {percent} from "./numbers.js";

const STEPS = 24; // of the legend

export class LabMap {
  /** @type {import("./types").MapChart} */
  chart;
  /** @type {import("./types").LabView} */
  view;
  /** @type {(value: number) => number} */
  x; // from values and rows to pixels
  /** @type {(value: number) => number} */
  y;
  /** @type {{left: number, right: number, top: number, bottom: number}} */
  box; // set by the first drawing
  /** @type {number[]} */
  edges = []; // of the columns, in pixels

  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /**
   * Draw the map between the left and right end of the curves' box.
   * @param {import("./types").MapChart} chart
   * @param {import("./types").LabView} view
   * @param {{left: number, right: number}} above
   */
  draw(chart, view, above, theme) {
    const {surface} = this;
    Object.assign(this, {chart, view});
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), mode = theme.dark ? "dark" : "light", {axis} = view;
    this.box = {left: above.left, right: above.right, top: 2, bottom: surface.height - 4};
    this.x = pixels(axis, this.box.left, this.box.right);
    this.y = pixels(chart.y, this.box.bottom, this.box.top);
    const inside = (value) => Math.round(this.x(Math.min(axis.high, Math.max(axis.low, value))));
    this.edges = chart.edges[axis.scale].map(inside); // whole pixels: no seams
    context.font = `${surface.width < 420 ? 12 : 13}px ${theme.font}`;
    this.cells(context, chart.ink[mode]);
    this.you(context);
    this.outline(context, theme);
    this.best(context, theme);
    this.rows(context, theme);
    this.legend(context, theme, chart.ink[mode]);
    surface.canvas.setAttribute("aria-label", chart.alt);
  }

  cells(context, ink) {
    this.view.cells.forEach((row, i) => row.forEach((share, j) => {
      if (share === null) return;
      context.fillStyle = faded(ink, this.opacity(this.placeOf(share)));
      const [left, right] = [this.edges[j], this.edges[j + 1]], top = this.y(i + 0.5);
      context.fillRect(left, top, right - left, this.y(i - 0.5) - top - 1);
    }));
  }

  // The smallest and largest share of the colour scale.
  extent() {
    const known = /** @type {number[]} */ (this.view.cells.flat().filter((share) => share !== null));
    if (!this.view.local || !known.length) return [0, 1];
    const low = Math.min(...known), high = Math.max(...known);
    return high > low ? [low, high] : [0, 1];
  }

  placeOf(share) {
    const [low, high] = this.extent();
    return (share - low) / (high - low);
  }

  // How much ink a place on the colour scale gets: between two of the given steps, in proportion.
  opacity(place) {
    const {opacity} = this.chart, at = place * (opacity.length - 1), below = Math.min(Math.floor(at), opacity.length - 2);
    return opacity[below] + (at - below) * (opacity[below + 1] - opacity[below]);
  }

  // The best value of every σ for which the value matters.
  best(context, theme) {
    Object.assign(context, {strokeStyle: this.chart.colour, lineWidth: 2.5, fillStyle: theme.background});
    for (const [i, j] of this.marked()) {
      const x = this.x(this.chart.values[j]);
      if (x < this.box.left - 1 || x > this.box.right + 1) continue;
      context.beginPath();
      context.arc(Math.min(this.box.right - 6, Math.max(this.box.left + 6, x)), this.y(i), 5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  // Row and column of the marked cells.
  marked() { return this.view.best.flatMap((j, i) => (j === null ? [] : [[i, j]])); }

  // The value in use.
  you(context) {
    for (const {value, colour, dash} of this.chart.marks) {
      const x = this.x(value);
      if (x < this.box.left || x > this.box.right) continue;
      Object.assign(context, {strokeStyle: colour, lineWidth: 1.8});
      context.setLineDash(dashes(dash));
      line(context, x, this.box.top, x, this.box.bottom);
      context.setLineDash([]);
    }
  }

  // A frame around the selected cell and the one under the pointer, in two colours: one contrasts with any cell.
  outline(context, theme) {
    for (const [cell, wide] of /** @type {[any, number][]} */ ([[this.view.hovered, 1.5], [this.view.selected, 2.5]])) {
      if (!cell) continue;
      const [left, right] = [this.edges[cell.j], this.edges[cell.j + 1]], top = this.y(cell.i + 0.5);
      if (right <= left) continue;
      for (const [colour, width] of /** @type {[string, number][]} */ ([[theme.background, wide + 2.5], [theme.text, wide]])) {
        Object.assign(context, {strokeStyle: colour, lineWidth: width});
        context.strokeRect(left + 1, top + 1, Math.max(2, right - left - 2), this.y(cell.i - 0.5) - top - 3);
      }
    }
  }

  rows(context, theme) {
    const {box, chart: {y}, view: {own}} = this, {font} = context;
    Object.assign(context, {fillStyle: theme.text, textBaseline: "middle", textAlign: "right"});
    y.ticks.forEach((row, i) => {
      context.font = row === own ? font.replace(/^\d/, "700 $&") : font;
      context.fillText(y.texts[i], box.left - 6, this.y(row));
    });
    context.font = font;
  }

  // The colour scale, right of the map.
  legend(context, theme, ink) {
    const {box, surface} = this, left = box.right + 12, [low, high] = this.extent();
    const wide = Math.max(40, Math.min(110, surface.width - left - 6));
    for (let step = 0; step < STEPS; step++) {
      context.fillStyle = faded(ink, this.opacity((step + 0.5) / STEPS));
      const from = Math.round((step * wide) / STEPS);
      context.fillRect(left + from, box.top + 2, Math.round(((step + 1) * wide) / STEPS) - from, 12);
    }
    Object.assign(context, {fillStyle: theme.text, textBaseline: "top", textAlign: "left"});
    context.fillText(percent(low, 0), left, box.top + 18);
    context.textAlign = "right";
    context.fillText(`${percent(high, 0)} %`, left + wide, box.top + 18);
    if (box.bottom - box.top < 56) return;
    Object.assign(context, {textAlign: "left", textBaseline: "middle"});
    context.fillText(`best ${this.chart.x.name}`, left + 16, box.top + 46);
    Object.assign(context, {strokeStyle: this.chart.colour, lineWidth: 2.5});
    context.beginPath();
    context.arc(left + 6, box.top + 46, 5, 0, 2 * Math.PI);
    context.stroke();
  }

  // The middle of a cell, in pixels of the page.
  middle({i, j}) {
    const box = this.surface.canvas.getBoundingClientRect();
    return {x: box.left + (this.edges[j] + this.edges[j + 1]) / 2, y: box.top + this.y(i)};
  }

  // The cell under the pointer.
  cell(event) {
    if (!this.box) return null;
    const box = event.currentTarget.getBoundingClientRect(), px = event.clientX - box.left, {left, right, top, bottom} = this.box;
    const i = Math.floor(((bottom - (event.clientY - box.top)) / (bottom - top)) * this.chart.rows.length);
    const j = px < left || px > right ? -1 : this.edges.findIndex((edge, k) => px >= edge && px < this.edges[k + 1]);
    return this.chart.cells[i]?.[j] === undefined ? null : {i, j};
  }
}
