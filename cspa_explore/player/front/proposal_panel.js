// In place of regions, where there is no plane: how often each class is proposed over time, and the confusion so far.

import {faded, Surface} from "./canvas.js";
import {abbreviations, hueOf} from "./class_labels.js";
import {roundOf, shareOf} from "./curves.js";

const WINDOWS = 160; // columns of the stack
const SUMS = 256; // rounds at which the confusion is kept
const HEAD = 16; // pixels above the stack
const MOST_NAMED = 26; // classes up to which rows are named

export class ProposalPanel {
  style = "";
  /** @type {Int32Array | null} */
  counts = null; // the confusion that is drawn
  /** @type {Int32Array[]} */
  sums = []; // the confusion after every `step` rounds

  /** @param {import("./payload").Run} run */
  constructor(canvas, run, l) {
    this.surface = new Surface(canvas);
    this.run = run;
    this.l = l;
    this.short = abbreviations(run.names);
    const {K, T} = run, counts = new Int32Array(K * K);
    this.step = Math.max(1, Math.ceil(T / SUMS));
    for (let t = 1; t <= T; t++) {
      counts[run.truth(t) * K + run.proposal(l, t)]++;
      if (t % this.step === 0) this.sums.push(counts.slice());
    }
  }

  // How often class j was proposed for class i in the rounds 1…t, at i·K + j.
  confusion(t) {
    const {run: {K}, l, run} = this, whole = Math.floor(t / this.step);
    const counts = whole ? this.sums[whole - 1].slice() : new Int32Array(K * K);
    for (let s = whole * this.step + 1; s <= t; s++) counts[run.truth(s) * K + run.proposal(l, s)]++;
    return counts;
  }

  draw(t, {eye, theme, log}) {
    const {surface, run: {T}} = this, resized = surface.fit();
    if (!surface.width) return;
    const top = Math.round(0.36 * surface.height), style = `${theme.background} ${log}`;
    if (resized || style !== this.style) {
      this.style = style;
      this.shares = surface.layer((context) => this.stack(context, top, log));
    }
    const context = surface.begin();
    context.font = `12px ${theme.font}`;
    Object.assign(context, {fillStyle: theme.text, textBaseline: "top", textAlign: "left"});
    context.fillText("proposed, share over time", 0, 0);
    context.save();
    context.beginPath();
    context.rect(0, HEAD, surface.width * shareOf(t, T, log), top - HEAD);
    context.clip();
    surface.copy(this.shares);
    context.restore();
    context.strokeStyle = theme.text;
    context.strokeRect(0.5, HEAD + 0.5, surface.width - 1, top - HEAD - 1);
    this.counts = this.confusion(t);
    this.matrix(context, theme, {top, god: eye === "god", counts: this.counts});
  }

  // The share of each class among the proposals, window by window.
  stack(context, top, log) {
    const {run, l, surface} = this, {K, T} = run, n = Math.min(WINDOWS, T), high = top - HEAD - 1;
    const across = (t) => Math.round(surface.width * shareOf(t, T, log)); // whole pixels: no seams
    for (let w = 0; w < n; w++) {
      const from = roundOf(w / n, T, log), to = roundOf((w + 1) / n, T, log), counts = new Int32Array(K);
      if (to === from) continue;
      for (let t = from + 1; t <= to; t++) counts[run.proposal(l, t)]++;
      let y = HEAD + 0.5;
      for (let k = 0; k < K; k++) {
        const h = (high * counts[k]) / (to - from);
        context.fillStyle = hueOf(k, K);
        context.fillRect(across(from), y, across(to) - across(from), h);
        y += h;
      }
    }
  }

  // The confusion or, for the learner's eye, the share of right proposals of each class.
  matrix(context, theme, {top, god, counts}) {
    const {surface, short, run: {K}} = this;
    context.fillText(god ? "true class ↓, proposed →" : "proposed →, share that was right", 0, top + 6);
    const left = K <= MOST_NAMED ? 22 : 4, y = top + 24, side = Math.min(surface.width - left, surface.height - y - 16);
    const size = side / K, grid = {counts, left, y, side, size, colour: theme.dark ? "#ffffff" : "#000000"};
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.font = `${Math.max(8, Math.min(12, size - 1))}px ${theme.font}`;
    for (let j = 0; j < K && size >= 8; j++) context.fillText(short[j], left + (j + 0.5) * size, y + side + 8);
    for (let i = 0; god && i < K && size >= 8; i++) context.fillText(short[i], left / 2, y + (i + 0.5) * size);
    if (god) this.cells(context, grid);
    else this.columns(context, grid);
    context.strokeRect(left, y, side, side);
    context.fillStyle = theme.text;
  }

  cells(context, {counts, left, y, size, colour}) {
    const {K} = this.run;
    for (let i = 0; i < K; i++) {
      const row = counts.subarray(i * K, (i + 1) * K), seen = row.reduce((sum, n) => sum + n, 0);
      row.forEach((n, j) => {
        if (!n) return;
        context.fillStyle = faded(colour, 0.08 + (0.85 * n) / seen);
        context.fillRect(left + j * size + 0.5, y + i * size + 0.5, size - 1, size - 1);
      });
    }
  }

  columns(context, {counts, left, y, side, size, colour}) {
    const {K} = this.run;
    context.fillStyle = faded(colour, 0.6);
    for (let j = 0; j < K; j++) {
      let proposed = 0;
      for (let i = 0; i < K; i++) proposed += counts[i * K + j];
      const share = proposed ? counts[j * K + j] / proposed : 0;
      context.fillRect(left + j * size + 1, y + side * (1 - share), size - 2, side * share);
    }
  }

  state() { return {confusion: this.counts ? Array.from(this.counts) : null}; }
}
