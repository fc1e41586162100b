// The final ratio as a map of σ and a parameter, with a line through the best values.

import {faded, Surface} from "./canvas.js";
import {short} from "./numbers.js";

const FLAT = 0.02; // a σ whose ratios all lie within this has no best value

export class LabMap {
  /** @type {import("./types").LabPicture} */
  data;
  /** @type {{left: number, right: number, top: number, bottom: number}} */
  box; // set by the first drawing

  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /** @param {import("./types").LabPicture} data */
  draw(data, theme) {
    const {surface} = this;
    this.data = data;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin();
    this.box = {left: 52, right: surface.width - 6, top: 24, bottom: surface.height - 36};
    context.font = `13px ${theme.font}`;
    Object.assign(context, {fillStyle: theme.text, textBaseline: "alphabetic", textAlign: "left"});
    context.fillText(`σ × ${data.symbol}: ${theme.dark ? "lighter" : "darker"} is better, ○ the best for each σ where it matters`, 0, 13);
    data.sigmas.forEach((_, i) => this.row(context, theme, i));
    this.best(context, theme);
    this.axis(context, theme);
    surface.canvas.setAttribute("aria-label", this.described());
  }

  // Width and height of a cell.
  cellSize() {
    const {left, right, top, bottom} = this.box;
    return [(right - left) / this.data.values.length, (bottom - top) / this.data.sigmas.length];
  }

  row(context, theme, i) {
    const {box, data} = this, [w, h] = this.cellSize(), y = box.bottom - (i + 1) * h;
    Object.assign(context, {fillStyle: theme.text, textBaseline: "middle", textAlign: "right"});
    context.fillText(short(data.sigmas[i]), box.left - 6, y + h / 2);
    data.mean[i].forEach((mean, j) => {
      if (mean === null) return;
      context.fillStyle = faded(theme.dark ? "#ffffff" : "#1f4e79", 0.04 + 0.9 * mean * mean);
      const x = Math.round(box.left + j * w); // whole pixels: no seams
      context.fillRect(x, y, Math.round(box.left + (j + 1) * w) - x, h - 1);
    });
  }

  // The best value of every σ for which the value matters.
  best(context, theme) {
    const {box, data} = this, [w, h] = this.cellSize(), found = [];
    data.mean.forEach((row, i) => {
      const known = /** @type {number[]} */ (row.filter((mean) => mean !== null)), top = Math.max(...known);
      if (known.length && top - Math.min(...known) > FLAT) {
        found.push([box.left + (row.indexOf(top) + 0.5) * w, box.bottom - (i + 0.5) * h]);
      }
    });
    context.strokeStyle = "#d55e00";
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

  axis(context, theme) {
    const {box, data: {symbol, values}} = this, [w] = this.cellSize(), last = values.length - 1;
    Object.assign(context, {fillStyle: theme.text, textBaseline: "top", textAlign: "center"});
    for (const j of [0, Math.floor(last / 2), last]) {
      const text = short(values[j]), half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(box.left + (j + 0.5) * w, this.surface.width - half), box.bottom + 5);
    }
    context.textAlign = "left";
    context.fillText(`${symbol} (one column a value)`, box.left, box.bottom + 20);
  }

  described() {
    const {symbol, sigmas, values, mean} = this.data;
    return `Map of σ and ${symbol}; best ${symbol}: ` + sigmas.map((sigma, i) => {
      const top = Math.max(...mean[i].map((v) => v ?? -1));
      return `${short(values[mean[i].indexOf(top)] ?? NaN)} at σ=${short(sigma)}`;
    }).join(", ");
  }

  // The cell under the pointer.
  cell(event) {
    const box = event.currentTarget.getBoundingClientRect(), {left, right, top, bottom} = this.box, {data} = this;
    const j = Math.floor(((event.clientX - box.left - left) / (right - left)) * data.values.length);
    const i = Math.floor(((bottom - (event.clientY - box.top)) / (bottom - top)) * data.sigmas.length);
    return data.mean[i]?.[j] === undefined ? null : {i, j};
  }
}
