// The final ratio against a parameter, one curve a σ, with the theory's range behind them.

import {apart, faded, shape, Surface} from "./canvas.js";
import {dashes, SWATCH} from "./curves.js";

const SHAPES = {circle: "circle", square: "square", diamond: "diamond", "triangle-up": "triangle", x: "cross", cross: "plus"};

// Three digits, without zeros at the end.
export function short(value) { return Number(value.toPrecision(3)).toString(); }

// The theorem's β.
export function edgeOf({K}, alpha) { return (1 - alpha) / (K - 1); }

export class LabGraph {
  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  // Draw the curves for α; `hovered` is the point under the pointer, {i, j}, if there is one.
  draw(data, alpha, theme, hovered) {
    const {surface} = this;
    this.data = data;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), small = surface.width < 420;
    context.font = `${small ? 12 : 13}px ${theme.font}`;
    const labels = data.sigmas.map((sigma) => `σ=${short(sigma)}`);
    const margin = Math.max(...[...labels, "chance"].map((text) => context.measureText(text).width)) + 16 + SWATCH;
    const box = (this.box = {left: 40, right: surface.width - margin, top: data.theory ? 40 : 24, bottom: surface.height - 36});
    const ink = theme.dark ? "#ffffff" : "#000000";
    if (data.theory) this.band(context, theme, box, edgeOf(data, alpha));
    context.fillStyle = theme.text;
    context.textBaseline = "middle";
    context.textAlign = "right";
    context.strokeStyle = faded(ink, 0.15);
    for (const percent of [0, 25, 50, 75, 100]) {
      context.beginPath();
      context.moveTo(box.left, this.y(percent / 100));
      context.lineTo(box.right, this.y(percent / 100));
      context.stroke();
      context.fillText(`${percent}`, box.left - 6, this.y(percent / 100));
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    const low = data.log ? Math.ceil(Math.log10(data.values[0]) - 1e-9) : 0, high = data.log ? Math.floor(Math.log10(data.values.at(-1)) + 1e-9) : 0;
    const {values} = data, within = [values[0], values[Math.floor((values.length - 1) / 2)], values.at(-1)];
    const decades = Array.from({length: Math.max(0, high - low + 1)}, (_, i) => 10 ** (low + i));
    const ticks = !data.log ? [0, 0.25, 0.5, 0.75, 1] : decades.length > 1 ? decades : within;
    this.ticks = ticks;
    for (const tick of ticks) context.fillText(short(tick), this.x(tick), box.bottom + 8);
    context.textAlign = "left";
    context.fillText(`${data.symbol} of ${data.label}${data.log ? " (log)" : ""}${data.spread && ` · ${data.spread}`}`, box.left, box.bottom + 22);
    context.textBaseline = "alphabetic";
    context.fillText("% right after the last round", box.left - 30, 13);
    context.setLineDash([2, 4]);
    context.strokeStyle = "#808080";
    context.beginPath();
    context.moveTo(box.left, this.y(data.chance));
    context.lineTo(box.right, this.y(data.chance));
    context.stroke();
    context.setLineDash([]);
    const names = [{text: "chance", y: this.y(data.chance), colour: "#808080", dash: [2, 4]}];
    data.sigmas.forEach((sigma, i) => {
      const [colour, dash, mark] = data.looks[i % data.looks.length];
      const known = data.values.map((_, j) => j).filter((j) => data.mean[i][j] !== null);
      if (!known.length) return;
      context.fillStyle = faded(colour, 0.16);
      context.beginPath();
      for (const j of known) context.lineTo(this.x(data.values[j]), this.y(Math.min(1, data.mean[i][j] + (data.sd[i][j] || 0))));
      for (const j of [...known].reverse()) context.lineTo(this.x(data.values[j]), this.y(Math.max(0, data.mean[i][j] - (data.sd[i][j] || 0))));
      context.fill();
      context.strokeStyle = context.fillStyle = colour;
      context.lineWidth = 2.2;
      context.setLineDash(dashes(dash));
      context.beginPath();
      for (const j of known) context.lineTo(this.x(data.values[j]), this.y(data.mean[i][j]));
      context.stroke();
      context.setLineDash([]);
      for (const j of known) {
        shape(context, SHAPES[mark], this.x(data.values[j]), this.y(data.mean[i][j]), 3.4);
        context.fill();
      }
      names.push({text: labels[i], y: this.y(data.mean[i][known.at(-1)]), colour, dash: dashes(dash)});
    });
    for (const label of names) label.height = 16;
    apart(names, box.top - 8, box.bottom + 8);
    context.textBaseline = "middle";
    context.fillStyle = theme.text;
    this.labels = names.map(({text, y, colour, dash}) => {
      context.strokeStyle = colour;
      context.lineWidth = 2.2;
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(box.right + 6, y);
      context.lineTo(box.right + 2 + SWATCH, y);
      context.stroke();
      context.setLineDash([]);
      context.fillText(text, box.right + 6 + SWATCH, y);
      return {text, x: box.right + 6, y: y - 8, width: SWATCH + context.measureText(text).width, height: 16};
    });
    this.labels.push(...(data.theory ? this.bandLabels : []));
    if (hovered && data.mean[hovered.i]?.[hovered.j] != null) {
      context.strokeStyle = theme.text;
      context.lineWidth = 2;
      context.beginPath();
      context.arc(this.x(data.values[hovered.j]), this.y(data.mean[hovered.i][hovered.j]), 8, 0, 2 * Math.PI);
      context.stroke();
    }
    surface.canvas.setAttribute("aria-label", `Final ratio against ${data.symbol}: ` + data.sigmas.map((sigma, i) => {
      const known = data.mean[i].filter((m) => m !== null);
      return `σ=${short(sigma)} ${known.length ? `${(100 * Math.min(...known)).toFixed(0)} to ${(100 * Math.max(...known)).toFixed(0)} %` : "not yet"}`;
    }).join(", "));
  }

  // The theory's range: filled up to (1−α)/(K−1), hatched up to what the proof needs.
  band(context, theme, box, edge) {
    const ink = theme.dark ? "#ffffff" : "#000000", to = (value) => this.x(Math.min(1, value));
    context.fillStyle = faded("#d55e00", 0.16);
    context.fillRect(box.left, box.top, to(edge) - box.left, box.bottom - box.top);
    context.save();
    context.beginPath();
    context.rect(to(edge), box.top, to(2 * edge) - to(edge), box.bottom - box.top);
    context.clip();
    context.strokeStyle = faded("#d55e00", 0.28);
    context.lineWidth = 1;
    context.beginPath();
    for (let x = box.left - box.bottom; x < box.right; x += 9) {
      context.moveTo(x, box.bottom);
      context.lineTo(x + box.bottom - box.top, box.top);
    }
    context.stroke();
    context.restore();
    context.lineWidth = 1.5;
    this.bandLabels = [];
    context.textBaseline = "middle";
    let free = box.left;
    for (const [value, text, dash] of [[edge, `(1−α)/(K−1) = ${edge.toFixed(2)}`, []], [2 * edge, `2(1−α)/(K−1) = ${(2 * edge).toFixed(2)}`, [3, 4]]]) {
      if (value > 1) continue;
      context.strokeStyle = faded(ink, 0.6);
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(to(value), box.top);
      context.lineTo(to(value), box.bottom);
      context.stroke();
      context.setLineDash([]);
      const width = context.measureText(text).width, x = Math.min(Math.max(free, to(value) - width / 2), box.right - width);
      if (x < free) continue;
      context.fillStyle = theme.text;
      context.textAlign = "left";
      context.fillText(text, x, box.top - 10);
      this.bandLabels.push({text, x, y: box.top - 18, width, height: 16});
      free = x + width + 10;
    }
  }

  x(value) {
    const {values, log} = this.data, {left, right} = this.box;
    if (!log) return left + (right - left) * value;
    const [low, high] = [Math.log10(values[0]), Math.log10(values.at(-1))];
    return left + ((right - left) * (Math.log10(value) - low)) / (high - low || 1);
  }

  y(share) { return this.box.bottom - (this.box.bottom - this.box.top) * share; }

  // Where the points are, on the canvas.
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
      if (far < 24 && (!best || far < best.far)) best = {i, j, far};
    }));
    return best;
  }
}
