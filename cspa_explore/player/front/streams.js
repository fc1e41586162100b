// In place of regions, where there is no plane: how often each class is proposed, and what was proposed for what.

import {Surface, faded} from "./canvas.js";
import {Curves} from "./curves.js";

const WINDOWS = 160;
const HUES = ["#56a0d3", "#e0a030", "#40b090", "#d08ab8", "#b0a030", "#d07840", "#8088d0", "#70b050"];

// Eight hues, in as many strengths as it takes.
export function hueOf(k, K) {
  const most = Math.max(1, Math.ceil(K / HUES.length) - 1);
  return faded(HUES[k % HUES.length], 0.85 - (0.6 * Math.floor(k / HUES.length)) / most);
}

// Two letters a class, or its number, so that no two are the same.
export function abbreviations(names) {
  const initials = names.map((name) => name.split(/[\s_-]+/)).map((words) => words[0][0] + (words.length > 1 ? words.at(-1)[0] : words[0][1] || ""));
  const ways = [names.map((name) => name.slice(0, 2)), initials, names.map((_, k) => `${k + 1}`)];
  return ways.find((way) => new Set(way).size === names.length);
}

// Which colour is which class, in the order of the stack.
export function legendOf({K, names}) {
  const short = abbreviations(names), box = document.createElement("p");
  box.append("Classes, from the top: ");
  names.slice(0, K).forEach((name, k) => {
    const item = document.createElement("span"), swatch = document.createElement("i");
    swatch.style.background = hueOf(k, K);
    item.append(swatch, short[k] === name ? name : `${short[k]} ${name}`);
    box.append(item, " ");
  });
  return box.innerHTML;
}

export class Streams {
  constructor(canvas, run, l) {
    this.surface = new Surface(canvas);
    this.run = run;
    this.l = l;
    this.short = abbreviations(run.names);
    const {K, T} = run;
    this.step = Math.max(1, Math.ceil(T / 256));
    this.sums = []; // the confusion after every `step` rounds
    let counts = new Int32Array(K * K);
    for (let t = 1; t <= T; t++) {
      counts[run.truth(t) * K + run.proposal(l, t)]++;
      if (t % this.step === 0) this.sums.push(counts.slice());
    }
  }

  confusion(t) {
    const {run: {K}, l, run} = this, whole = Math.floor(t / this.step);
    const counts = whole ? this.sums[whole - 1].slice() : new Int32Array(K * K);
    for (let s = whole * this.step + 1; s <= t; s++) counts[run.truth(s) * K + run.proposal(l, s)]++;
    return counts;
  }

  draw(t, {eye, theme, log}) {
    const {surface, short, run: {K, T}} = this, resized = surface.fit();
    if (!surface.width) return;
    const top = Math.round(0.36 * surface.height), style = `${theme.background} ${log}`;
    if (resized || style !== this.style) {
      this.style = style;
      this.shares = surface.layer((context) => this.stack(context, theme, top, log));
    }
    const context = surface.begin();
    context.font = `12px ${theme.font}`;
    context.fillStyle = theme.text;
    context.textBaseline = "top";
    context.textAlign = "left";
    context.fillText("proposed, share over time", 0, 0);
    context.save();
    context.beginPath();
    context.rect(0, 16, surface.width * Curves.share(t, T, log), top - 16);
    context.clip();
    surface.copy(this.shares);
    context.restore();
    context.strokeStyle = theme.text;
    context.strokeRect(0.5, 16.5, surface.width - 1, top - 17);
    const counts = this.confusion(t), god = eye === "god";
    this.counts = counts;
    context.fillText(god ? "true class ↓, proposed →" : "proposed →, share that was right", 0, top + 6);
    const label = K <= 26 ? 22 : 4, y0 = top + 24, side = Math.min(surface.width - label, surface.height - y0 - 16), size = side / K;
    const ink = theme.dark ? "#ffffff" : "#000000";
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.font = `${Math.max(8, Math.min(12, size - 1))}px ${theme.font}`;
    for (let j = 0; j < K; j++) {
      let proposed = 0;
      for (let i = 0; i < K; i++) proposed += counts[i * K + j];
      if (size >= 8) context.fillText(short[j], label + (j + 0.5) * size, y0 + side + 8);
      if (!god) {
        const share = proposed ? counts[j * K + j] / proposed : 0;
        context.fillStyle = faded(ink, 0.6);
        context.fillRect(label + j * size + 1, y0 + side * (1 - share), size - 2, side * share);
        context.fillStyle = theme.text;
      }
    }
    for (let i = 0; god && i < K; i++) {
      let seen = 0;
      for (let j = 0; j < K; j++) seen += counts[i * K + j];
      if (size >= 8) context.fillText(short[i], label / 2, y0 + (i + 0.5) * size);
      for (let j = 0; j < K; j++) {
        const share = seen ? counts[i * K + j] / seen : 0;
        if (share) {
          context.fillStyle = faded(ink, 0.08 + 0.85 * share);
          context.fillRect(label + j * size + 0.5, y0 + i * size + 0.5, size - 1, size - 1);
          context.fillStyle = theme.text;
        }
      }
    }
    context.strokeRect(label, y0, side, side);
  }

  stack(context, theme, top, log) {
    const {run, l, surface} = this, {K, T} = run, n = Math.min(WINDOWS, T), high = top - 17;
    for (let w = 0; w < n; w++) {
      const from = Curves.round(w / n, T, log), to = Curves.round((w + 1) / n, T, log), counts = new Int32Array(K);
      if (to === from) continue;
      for (let t = from + 1; t <= to; t++) counts[run.proposal(l, t)]++;
      let y = 16.5;
      for (let k = 0; k < K; k++) {
        const h = (high * counts[k]) / (to - from);
        context.fillStyle = hueOf(k, K);
        const x = Math.round(surface.width * Curves.share(from, T, log)); // whole pixels: no seams
        context.fillRect(x, y, Math.round(surface.width * Curves.share(to, T, log)) - x, h);
        y += h;
      }
    }
  }

  state() { return {confusion: this.counts ? Array.from(this.counts) : null}; }
}
