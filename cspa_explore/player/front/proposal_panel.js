// In place of regions, where there is no plane: how often each class is proposed over time, and the confusion so far: as
// a matrix or, with many classes, as one bar per class.

import {faded, ink, Surface} from "./canvas.js";
import {abbreviations, hueOf} from "./class_labels.js";
import {cellText, classText, confusions, confusionText, totals} from "./confusions.js";
import {roundOf, shareOf} from "./curves.js";

const WINDOWS = 160; // columns of the stack
const SUMS = 256; // rounds at which the confusion is kept
const HEAD = 16; // pixels above the stack
export const MOST_CELLS = 10; // classes up to which there is a matrix
const NAMES = 22; // pixels for the names of the rows
const LEAST = 22; // pixels of a bar with its name

export class ProposalPanel {
  style = "";
  /** @type {Int32Array | null} */
  counts = null; // the confusion that is drawn
  /** @type {Int32Array[]} */
  sums = []; // the confusion after every `every` rounds
  god = true; // sums of true classes; otherwise of what the learner was told
  /** @type {{truth: number, proposed: number | null} | null} */
  chosen = null; // the class or cell whose numbers are written below
  /** @type {any} */
  grid = null; // where classes are drawn

  /** @param {import("./payload").Run} run */
  constructor(canvas, run, l) {
    this.surface = new Surface(canvas);
    this.run = run;
    this.l = l;
    this.short = abbreviations(run.names);
    this.every = Math.max(1, Math.ceil(run.T / SUMS));
    this.sum(true);
  }

  // Count what God sees, or what the learner was told; they differ if answers are flipped.
  sum(god) {
    const {K, T} = this.run, counts = new Int32Array(K * K);
    Object.assign(this, {god, sums: []});
    for (let t = 1; t <= T; t++) {
      counts[this.cell(t)]++;
      if (t % this.every === 0) this.sums.push(counts.slice());
    }
  }

  // Where round t is counted. A learner that was told ✗ by a flipped answer takes some other class for the true one.
  cell(t) {
    const {run, l, god} = this, {K} = run, j = run.proposal(l, t), told = run.told(l, t);
    const i = god || !run.lied(l, t) ? run.truth(t) : told ? j : (j + 1) % K;
    return i * K + j;
  }

  // How often class j was proposed for class i in the rounds 1…t, at i·K + j.
  confusion(t) {
    const {run: {K}} = this, whole = Math.floor(t / this.every);
    const counts = whole ? this.sums[whole - 1].slice() : new Int32Array(K * K);
    for (let s = whole * this.every + 1; s <= t; s++) counts[this.cell(s)]++;
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
    if (this.run.noisy && this.god !== (eye === "god")) this.sum(eye === "god");
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

  // The confusion or, for the learner's eye and for many classes, one bar per class. Keeps where each class is drawn.
  matrix(context, theme, {top, god, counts}) {
    const {K} = this.run, cells = god && K <= MOST_CELLS;
    const title = god ? "recognised, share by class" : `${this.run.noisy ? "told ✓" : "right"}, share by proposed class`;
    context.fillText(cells ? "true class ↓, proposed →" : title, 0, top + 6);
    context.textBaseline = "middle";
    context.textAlign = "center";
    if (cells) this.cells(context, theme, top + 24, counts);
    else this.bars(context, theme, top + 24, totals(counts, K).map(({seen, proposed, right}) => {
      const all = god ? seen : proposed;
      return all ? right / all : 0;
    }));
  }

  cells(context, theme, y, counts) {
    const {surface, short, run: {K}} = this, side = Math.min(surface.width - NAMES, surface.height - y - 16);
    const left = Math.round((surface.width - NAMES - side) / 2) + NAMES, size = side / K, colour = theme.dark ? "#ffffff" : "#000000";
    context.font = `${Math.max(9, Math.min(13, size - 1))}px ${theme.font}`;
    this.grid = {left, y, size, cells: true, perRow: K, high: size};
    for (let i = 0; i < K; i++) {
      const row = counts.subarray(i * K, (i + 1) * K), seen = row.reduce((sum, n) => sum + n, 0);
      context.fillStyle = theme.text;
      context.fillText(short[i], left - NAMES / 2, y + (i + 0.5) * size);
      context.fillText(short[i], left + (i + 0.5) * size, y + side + 8);
      row.forEach((n, j) => {
        if (!n) return;
        context.fillStyle = faded(colour, 0.08 + (0.85 * n) / seen);
        context.fillRect(left + j * size + 0.5, y + i * size + 0.5, size - 1, size - 1);
      });
    }
    context.strokeRect(left, y, side, side);
    this.mark(context, theme);
  }

  // Bars with their names, in as many rows as they need.
  bars(context, theme, y, shares) {
    const {surface, short, run: {K}} = this, perRow = Math.min(K, Math.max(1, Math.floor(surface.width / LEAST)));
    const rows = Math.ceil(K / perRow), size = surface.width / perRow, high = (surface.height - y) / rows, bar = Math.max(4, high - 17);
    this.grid = {left: 0, y, size, cells: false, perRow, high};
    context.font = `${Math.max(9, Math.min(13, high - 6))}px ${theme.font}`;
    shares.forEach((share, k) => {
      const x = (k % perRow) * size, from = y + Math.floor(k / perRow) * high;
      context.fillStyle = ink(theme, 0.1);
      context.fillRect(x + 1, from, size - 2, bar);
      context.fillStyle = ink(theme, 0.62);
      context.fillRect(x + 1, from + bar * (1 - share), size - 2, bar * share);
      context.fillStyle = theme.text;
      context.fillText(short[k], x + size / 2, from + bar + 8);
    });
    this.mark(context, theme);
  }

  // Frame the class or cell that the pointer or the keys have chosen.
  mark(context, theme) {
    const {chosen, grid} = this;
    if (!chosen || !grid) return;
    const {left, y, size, cells, perRow, high} = grid, {truth, proposed} = chosen;
    Object.assign(context, {strokeStyle: theme.text, lineWidth: 2});
    if (!cells) context.strokeRect(left + (truth % perRow) * size, y + Math.floor(truth / perRow) * high - 1, size, high - 1);
    else if (proposed === null) context.strokeRect(left, y + truth * size, perRow * size, size);
    else context.strokeRect(left + proposed * size, y + truth * size, size, size);
    context.lineWidth = 1;
  }

  // Choose what lies at a pixel: a cell, a row by its name, or a bar; nothing elsewhere.
  point(px, py) {
    const {grid, run: {K}} = this;
    this.chosen = null;
    if (!grid) return;
    const {left, y, size, cells, perRow, high} = grid, column = Math.floor((px - left) / size), row = Math.floor((py - y) / high);
    if (row < 0 || column >= perRow || px < left - NAMES) return;
    const truth = cells ? row : row * perRow + column;
    if (truth < K && (cells || column >= 0)) this.chosen = {truth, proposed: cells && column >= 0 ? column : null};
  }

  // Choose the next class, for the keys.
  step(by) {
    const {run: {K}, chosen} = this, now = chosen ? chosen.truth : by > 0 ? -1 : K;
    this.chosen = {truth: Math.min(K - 1, Math.max(0, now + by)), proposed: null};
  }

  /** What is chosen, in words. */
  words(god) {
    const {chosen, counts, run: {K, names}} = this;
    if (!chosen || !counts) return "";
    if (god && chosen.proposed !== null) return cellText(counts, K, /** @type {any} */ (chosen), names);
    return classText(counts, K, chosen.truth, names, god);
  }

  /** The five most frequent confusions so far, in words; the learner does not know them. */
  mistaken(god) {
    const {counts, run: {K, names}} = this;
    return god && counts ? confusions(counts, K).map((found) => confusionText(found, names)) : [];
  }

  state() { return {confusion: this.counts ? Array.from(this.counts) : null, chosen: this.chosen}; }
}
