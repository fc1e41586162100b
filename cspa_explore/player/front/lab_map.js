// The final ratio as a map of σ and a parameter, with the ridge of the best values.

import {faded, Surface} from "./canvas.js";
import {short} from "./lab_graph.js";

const FLAT = 0.02; // a σ whose ratios all lie within this has no best value

export class LabMap {
  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  draw(data, theme) {
    const {surface} = this;
    this.data = data;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), n = data.values.length, m = data.sigmas.length;
    const box = (this.grid = {left: 52, right: surface.width - 6, top: 24, bottom: surface.height - 36});
    const w = (box.right - box.left) / n, h = (box.bottom - box.top) / m, ink = theme.dark ? "#ffffff" : "#1f4e79";
    context.font = `13px ${theme.font}`;
    context.fillStyle = theme.text;
    context.textBaseline = "alphabetic";
    context.textAlign = "left";
    context.fillText(`σ × ${data.symbol}: darker is better, ○ the best for each σ where it matters`.replace("darker", theme.dark ? "lighter" : "darker"), 0, 13);
    const ridge = [];
    data.sigmas.forEach((sigma, i) => {
      const y = box.bottom - (i + 1) * h;
      context.textAlign = "right";
      context.textBaseline = "middle";
      context.fillStyle = theme.text;
      context.fillText(short(sigma), box.left - 6, y + h / 2);
      let best = -1;
      data.mean[i].forEach((mean, j) => {
        if (mean === null) return;
        if (best < 0 || mean > data.mean[i][best]) best = j;
        context.fillStyle = faded(ink, 0.04 + 0.9 * mean * mean);
        const x = Math.round(box.left + j * w); // whole pixels: no seams
        context.fillRect(x, y, Math.round(box.left + (j + 1) * w) - x, h - 1);
      });
      const known = data.mean[i].filter((mean) => mean !== null);
      if (best >= 0 && Math.max(...known) - Math.min(...known) > FLAT) ridge.push([box.left + (best + 0.5) * w, y + h / 2]);
    });
    context.strokeStyle = "#d55e00";
    context.lineWidth = 2;
    context.beginPath();
    for (const [x, y] of ridge) context.lineTo(x, y);
    context.stroke();
    context.fillStyle = theme.background;
    for (const [x, y] of ridge) {
      context.beginPath();
      context.arc(x, y, 5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    context.fillStyle = theme.text;
    context.textBaseline = "top";
    context.textAlign = "center";
    for (const j of [0, Math.floor((n - 1) / 2), n - 1]) {
      const text = short(data.values[j]);
      context.fillText(text, Math.min(box.left + (j + 0.5) * w, surface.width - context.measureText(text).width / 2), box.bottom + 5);
    }
    context.textAlign = "left";
    context.fillText(`${data.symbol} (one column a value)`, box.left, box.bottom + 20);
    surface.canvas.setAttribute("aria-label", `Map of σ and ${data.symbol}; best ${data.symbol}: ` + data.sigmas.map((sigma, i) => {
      const top = Math.max(...data.mean[i].map((v) => v ?? -1));
      return `${short(data.values[data.mean[i].indexOf(top)] ?? NaN)} at σ=${short(sigma)}`;
    }).join(", "));
  }

  // The cell under the pointer.
  cell(event) {
    const box = event.currentTarget.getBoundingClientRect(), {left, right, top, bottom} = this.grid, {data} = this;
    const j = Math.floor(((event.clientX - box.left - left) / (right - left)) * data.values.length);
    const i = Math.floor(((bottom - (event.clientY - box.top)) / (bottom - top)) * data.sigmas.length);
    return data.mean[i]?.[j] === undefined ? null : {i, j};
  }
}
