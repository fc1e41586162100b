// The dots of the Paper page: published shares hollow, ours filled, one lane per learner, grouped by data set.

import {pixels} from "./axes.js";
import {ink, line, Surface} from "./canvas.js";
import {clipped} from "./labels.js";
import {shape} from "./marks.js";

const NARROW = 640; // pixels below which the name of a data set stands above its lanes
const LANE = 19, PAD = 9, HEAD = 60, TOP = 30, BOTTOM = 26; // pixels: HEAD is the room of a name above its lanes
const R = {paper: 5.5, ours: 4}; // pixels: a hollow mark is larger, so both are visible where they coincide
const ODD = {light: "#a3123a", dark: "#ff8fa8"}; // notes about differences
const GOOD = {light: "#00684f", dark: "#4fd1ac"};

/**
 * Where everything goes: the plot's sides, and of each row its top, its height and the middles of its lanes.
 * @param {import("./types").DotChart} chart
 */
export function places({rows}, width, scale = 1) {
  const narrow = width < NARROW * scale, lane = LANE * scale, pad = PAD * scale, head = narrow ? HEAD * scale : 0;
  const longest = Math.max(0, ...rows.flatMap(({dots}) => dots.map(({name}) => name.length)));
  const names = narrow ? 0 : Math.min(158 * scale, 0.2 * width), lanes = Math.min(0.3 * width, (16 + 6.8 * longest) * scale);
  const left = names + lanes, right = narrow ? width - 14 : width - Math.min(190 * scale, 0.22 * width);
  let top = TOP * scale;
  const found = rows.map(({dots}) => {
    const row = {top, height: head + 2 * pad + lane * dots.length, middles: dots.map((_, i) => top + head + pad + lane * (i + 0.5))};
    top += row.height;
    return row;
  });
  return {narrow, lane, lanes, left, right, names, rows: found, bottom: top, height: top + BOTTOM * scale};
}

/**
 * Where a note of this width goes: after the dots if there is room, else before them, else where there is more room.
 * @returns {{x: number, room: number}}
 */
export function noteAt(low, high, wide, left, right) {
  const [after, before] = [right - high - 12, low - left - 12];
  if (after >= wide || (after >= before && before < wide)) return {x: high + 12, room: after};
  return {x: Math.max(left, low - 12 - wide), room: before};
}

export class PaperDots {
  /** @type {any[]} */
  labels = []; // what is written, for tests
  /** @type {{row: string, name: string, paper: number | null, ours: number | null, y: number}[]} */
  drawn = []; // where the dots are, in pixels

  /** @type {any} */
  context = null;
  /** @type {any} */
  theme = null;
  /** @type {(size: number, weight?: number) => void} */
  font = () => {}; // set by every drawing

  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /**
   * @param {import("./types").DotChart} chart
   * @param {import("./types").Theme} theme
   */
  draw(chart, theme) {
    const {surface} = this;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), scale = theme.scale ?? 1, at = places(chart, surface.width, scale);
    const x = pixels(chart.x, at.left, at.right);
    this.labels = [];
    this.drawn = [];
    this.context = context;
    this.theme = theme;
    this.font = (size, weight = 400) => { context.font = `${weight} ${size * scale}px ${theme.font}`; };
    this.axis(chart, at, x);
    chart.rows.forEach((row, i) => {
      this.head(row, at, at.rows[i]);
      row.dots.forEach((dot, j) => this.lane(row, dot, at.rows[i].middles[j], at, x));
    });
    surface.canvas.setAttribute("aria-label", chart.alt);
  }

  axis({x: axis, legend}, at, x) {
    const {context, theme} = this, scale = theme.scale ?? 1;
    Object.assign(context, {strokeStyle: ink(theme, 0.14), lineWidth: 1, textAlign: "center", textBaseline: "top", fillStyle: theme.text});
    this.font(13);
    axis.ticks.forEach((tick, i) => {
      line(context, x(tick), at.rows[0].top, x(tick), at.bottom);
      context.fillText(axis.texts[i], x(tick), at.bottom + 6 * scale);
    });
    context.strokeStyle = ink(theme, 0.2);
    for (const {top} of [...at.rows, {top: at.bottom}]) line(context, 0, top, this.surface.width, top);
    Object.assign(context, {textAlign: "left", textBaseline: "middle"});
    let from = at.narrow ? 0 : at.left;
    const write = (text) => {
      context.fillStyle = theme.text;
      context.fillText(text, from, 14 * scale);
      from += context.measureText(text).width;
    };
    const sign = (filled) => {
      this.mark("circle", from + 7, 14 * scale, R[filled ? "ours" : "paper"] * scale, theme.text, filled);
      from += 17 * scale;
    };
    if (!at.narrow) write(`${axis.label}   `);
    sign(false);
    write("paper");
    from += 14 * scale;
    sign(true);
    write(clipped(context, `ours · ${legend}`, this.surface.width - from));
  }

  // The name of a data set, its size, and who wins.
  head(row, at, place) {
    const {context, theme} = this, scale = theme.scale ?? 1, {width} = this.surface;
    Object.assign(context, {fillStyle: theme.text, textAlign: "left", textBaseline: "middle"});
    this.font(15, 650);
    const room = at.narrow ? 0.5 * width : at.names - 6, first = place.top + 17 * scale;
    this.write(row.name, 0, first, room);
    this.font(12.5);
    this.write(row.more, 0, first + 18 * scale, at.narrow ? width : at.names - 6);
    this.font(13.5, 600);
    const tone = theme.dark ? "dark" : "light";
    context.fillStyle = row.agrees === null ? theme.text : row.agrees ? GOOD[tone] : ODD[tone];
    if (at.narrow) return this.write(row.verdict, 0, first + 36 * scale, width);
    context.textAlign = "right";
    for (const [i, text] of wrapped(context, row.verdict, width - at.right - 14).entries()) {
      this.write(text, width, place.top + (20 + 17 * i) * scale, width);
    }
  }

  lane({name: row}, dot, y, at, x) {
    const {context, theme} = this, scale = theme.scale ?? 1;
    this.font(12.5, dot.paper_best || dot.ours_best ? 650 : 400);
    Object.assign(context, {fillStyle: theme.text, textAlign: "right", textBaseline: "middle"});
    this.write(dot.name, at.left - 10 * scale, y, at.lanes - 10 * scale);
    const both = /** @type {[number, number | null, boolean][]} */ ([[dot.paper, dot.paper_sd, false], [dot.ours, dot.ours_sd, true]]);
    const known = both.filter(([value]) => value !== null);
    if (known.length === 2) {
      Object.assign(context, {strokeStyle: ink(theme, 0.3), lineWidth: 2});
      line(context, x(dot.paper), y, x(dot.ours), y);
    }
    const ends = /** @type {number[]} */ ([]);
    for (const [value, sd, ours] of known) {
      const [low, high] = [-1, 1].map((side) => Math.min(at.right, Math.max(at.left, x(value + side * (sd ?? 0)))));
      Object.assign(context, {strokeStyle: dot.colour, lineWidth: (ours ? 2.5 : 1) * scale});
      if (sd) line(context, low, y, high, y);
      ends.push(Math.min(low, x(value) - 6), Math.max(high, x(value) + 6));
      this.mark(dot.marker, x(value), y, (ours ? R.ours : R.paper) * scale, dot.colour, ours);
    }
    const [paper, ours] = [dot.paper, dot.ours].map((value) => (value === null ? null : x(value)));
    this.drawn.push({row, name: dot.name, paper, ours, y});
    if (!dot.note) return;
    this.font(12.5);
    const [low, high] = [Math.min(...ends), Math.max(...ends)], wide = (text) => context.measureText(text).width;
    const room = Math.max(at.right - high, low - at.left) - 12;
    const note = shorter(dot.note).find((text) => wide(text) <= room) ?? dot.note;
    const place = noteAt(low, high, wide(note), at.left, at.right);
    const colour = dot.far ? ODD[theme.dark ? "dark" : "light"] : theme.text;
    Object.assign(context, {fillStyle: colour, textAlign: "left", textBaseline: "middle"});
    if (place.room > 40) this.write(note, place.x, y, place.room);
  }

  mark(name, x, y, r, colour, filled) {
    const {context, theme} = this;
    shape(context, name, x, y, r);
    Object.assign(context, {fillStyle: filled ? colour : theme.background, strokeStyle: colour, lineWidth: 1.8});
    context.fill();
    if (!filled) context.stroke();
  }

  write(text, x, y, room) {
    const {context} = this, shown = clipped(context, text, room), width = context.measureText(shown).width;
    context.fillText(shown, x, y);
    if (shown) this.labels.push({text: shown, x: context.textAlign === "right" ? x - width : x, y: y - 7, width, height: 14});
  }
}

// A note, then without its reason, then without "the paper".
function shorter(note) { return [note, note.split(":")[0], note.split(" the paper")[0]]; }

// At most two lines of a text.
export function wrapped(context, text, room) {
  const words = text.split(" ");
  let first = words.length;
  while (first > 1 && context.measureText(words.slice(0, first).join(" ")).width > room) first--;
  const rest = words.slice(first).join(" ");
  return [words.slice(0, first).join(" "), ...(rest ? [clipped(context, rest, room)] : [])];
}
