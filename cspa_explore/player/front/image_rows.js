// The Microscope without a plane: x, and per class the weights before, the step and the weights after, as images in
// diverging colours or, feature by feature, as bars. An averaged learner has them twice: the average, which proposes, and
// the weights that learn.

import {ink, line, Surface} from "./canvas.js";
import {drawImage, drawInstance} from "./instance_drawing.js";
import {clipped} from "./labels.js";
import {exact} from "./numbers.js";

const ROWS = ["before", "step", "after"];
const GAP = 6; // pixels between images
const HEAD = 20; // pixels of the names of classes
const SIDE = 64; // pixels of the words beside a row
const BAR = 17; // pixels of a bar
const NAMES = 150; // pixels of the features' names
const LEGEND = 22; // pixels below
const LARGEST = 110; // pixels of an image
const SMALLER = 64; // pixels of an image, at most, where there are two sets of weights
const THIN = 9; // pixels of a line of the weights that learn
const PEN = 170; // pixels of a pen stroke
const [PLUS, MINUS] = ["#d55e00", "#0072b2"]; // Okabe and Ito's vermilion and blue

/** 32-bit floats from base 64.
 * @param {string} text
 */
export function floats(text) { return new Float32Array(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer); }

/** A number on a diverging scale: strong colours are far from 0, on either side. */
export function diverging(value, largest) {
  const share = largest ? Math.min(1, Math.abs(value) / largest) : 0;
  return (value < 0 ? MINUS : PLUS) + Math.round(255 * share).toString(16).padStart(2, "0");
}

/** The largest absolute value, at least one of the smallest floats. */
export function largestOf(...arrays) {
  return arrays.reduce((most, values) => values.reduce((top, value) => Math.max(top, Math.abs(value)), most), 0);
}

/** @typedef {{title: string, before: Float32Array, step: Float32Array, after: Float32Array,
 *   scales: {weights: number, step: number}}} WeightSet */

// What the blocks of a scene are called; one block needs no title.
function titlesOf(weights) { return weights.learning_before ? ["the average, which proposes", "the weights that learn"] : [""]; }

function rowHeight(sets) { return BAR + (sets > 1 ? THIN : 0); }

/** The sets of weights: one or, of an averaged learner, two. All weights have one scale; each set's steps have their own,
 * because the average moves less and less.
 * @param {NonNullable<import("./types").Scene["weights"]>} weights
 * @returns {WeightSet[]}
 */
export function weightSets(weights) {
  const pairs = [[weights.before, weights.after]];
  if (weights.learning_before && weights.learning_after) pairs.push([weights.learning_before, weights.learning_after]);
  const found = pairs.map((pair) => pair.map(floats)), largest = largestOf(...found.flat());
  return titlesOf(weights).map((title, i) => {
    const [before, after] = found[i], step = after.map((w, j) => w - before[j]);
    return {title, before, step, after, scales: {weights: largest, step: largestOf(step)}};
  });
}

export class ImageRows {
  constructor(canvas) { this.surface = new Surface(canvas); }

  /** How many pixels it needs, for this width; 0 if there is nothing to draw.
   * @param {import("./types").Scene} scene
   */
  static height({picture, weights, look}, width) {
    if (!picture) return 0;
    if (!weights) return 170;
    const sets = titlesOf(weights).length;
    if (picture.kind !== "image") return HEAD + look.d * rowHeight(sets) + sets * LEGEND + 4;
    return HEAD + sets * ((sets > 1 ? HEAD : 0) + 3 * (ImageRows.size(look.K, width, sets) + GAP) + LEGEND);
  }

  static size(K, width, sets = 1) {
    return Math.max(12, Math.min(sets > 1 ? SMALLER : LARGEST, (width - SIDE - GAP) / (K + 1.5) - GAP));
  }

  /** @param {import("./types").Scene} scene */
  draw(scene, theme) {
    const {surface} = this, {picture, weights, instance} = scene;
    surface.fit();
    if (!surface.width || !picture || !instance) return;
    const context = surface.begin();
    Object.assign(context, {font: `13px ${theme.font}`, fillStyle: theme.text});
    if (!weights) {
      const box = {x: 2, y: 2, width: Math.min(surface.width - 4, 360), height: surface.height - 4};
      drawInstance(context, box, instance, picture, theme);
    } else {
      const sets = weightSets(weights);
      if (picture.kind === "image") this.images(context, scene, sets, theme);
      else this.bars(context, scene, sets, theme);
    }
  }

  /** @param {WeightSet[]} sets */
  images(context, {picture, instance, look}, sets, theme) {
    const {width} = this.surface, size = ImageRows.size(look.K, width, sets.length), wide = 1.5 * size;
    Object.assign(context, {textAlign: "center", textBaseline: "middle"});
    context.fillText("x", wide / 2, HEAD / 2);
    drawInstance(context, {x: 1, y: HEAD, width: wide, height: wide}, instance, picture, theme);
    const left = wide + GAP + SIDE, at = (k) => left + k * (size + GAP);
    for (let k = 0; k < look.K; k++) {
      context.fillStyle = theme.text;
      context.fillText(headOf(context, look, k, size + GAP), at(k) + size / 2, HEAD / 2);
    }
    let y = HEAD;
    for (const set of sets) {
      if (set.title) {
        Object.assign(context, {fillStyle: theme.text, textAlign: "left", font: `600 13px ${theme.font}`});
        context.fillText(clipped(context, set.title, width - left), left, y + HEAD / 2);
        context.font = `13px ${theme.font}`;
        y += HEAD;
      }
      this.block(context, {picture, look, set, left, size, y}, theme);
      y += 3 * (size + GAP);
      this.legend(context, y + 4, set.scales, theme, left);
      y += LEGEND;
    }
  }

  // The weights before, the step and the weights after: one row each, one image per class.
  block(context, {picture, look, set, left, size, y: top}, theme) {
    const d = picture.rows * picture.columns;
    ROWS.forEach((name, r) => {
      const y = top + r * (size + GAP), values = set[name], largest = name === "step" ? set.scales.step : set.scales.weights;
      Object.assign(context, {fillStyle: theme.text, textAlign: "right"});
      context.fillText(name, left - 8, y + size / 2);
      for (let k = 0; k < look.K; k++) {
        const box = {x: left + k * (size + GAP), y, width: size, height: size};
        drawImage(context, box, picture, (i) => diverging(values[k * d + i], largest), theme);
      }
    });
  }

  /** One row per feature: x, and per class a bar from the middle: outlined before, filled after; below it, the weights that
   * learn. A pen stroke stands beside.
   * @param {WeightSet[]} sets
   */
  bars(context, {picture, instance, look}, sets, theme) {
    const {width} = this.surface, d = instance.length, {K} = look, pen = picture.kind === "pen", inset = pen ? PEN : 0;
    const [{before, after, scales}, learning] = sets, high = rowHeight(sets.length);
    if (pen) drawInstance(context, {x: 2, y: HEAD, width: PEN - 12, height: PEN - 12}, instance, picture, theme);
    const features = pen ? instance.map((_, j) => `${j % 2 ? "y" : "x"} of point ${(j >> 1) + 1}`) : picture.features;
    const reach = (j) => (pen ? 255 : Math.max(Math.abs(picture.low[j]), Math.abs(picture.high[j])) || 1);
    const names = inset + Math.min(NAMES, width / 4), column = (width - names) / (K + 1);
    const middle = (c) => names + (c + 0.5) * column;
    Object.assign(context, {textBaseline: "middle", textAlign: "center"});
    context.fillText("x", middle(0), HEAD / 2);
    for (let k = 0; k < K; k++) context.fillText(headOf(context, look, k, column - 2), middle(k + 1), HEAD / 2);
    context.font = `12px ${theme.font}`;
    const half = column / 2 - 5;
    for (let j = 0; j < d; j++) {
      const y = HEAD + j * high;
      Object.assign(context, {fillStyle: theme.text, textAlign: "right"});
      context.fillText(clipped(context, features[j], names - inset - 10), names - 6, y + BAR / 2);
      bar(context, middle(0), y, half, instance[j] / reach(j), true, theme.text);
      for (let k = 0; k < K; k++) {
        const share = (values) => (scales.weights ? values[k * d + j] / scales.weights : 0), colour = after[k * d + j] < 0 ? MINUS : PLUS;
        bar(context, middle(k + 1), y, half, share(after), true, colour);
        bar(context, middle(k + 1), y, half, share(before), false, theme.text);
        if (learning) thinLine(context, middle(k + 1), y + BAR + 2, half, [share(learning.before), share(learning.after)], theme);
      }
    }
    Object.assign(context, {strokeStyle: ink(theme, 0.4), lineWidth: 1});
    for (let c = 0; c <= K; c++) line(context, middle(c), HEAD, middle(c), HEAD + d * high);
    this.barLegend(context, HEAD + d * high + 4 + LEGEND / 2, sets, theme, names);
  }

  barLegend(context, y, sets, theme, x) {
    Object.assign(context, {fillStyle: theme.text, textAlign: "left", textBaseline: "middle"});
    const scale = `left −, right +; all classes on one scale to ±${exact(sets[0].scales.weights)}`;
    const texts = sets.length === 1 ? [`weights: outlined before, filled after; ${scale}`] : [
      `bars: the average, which proposes: outlined before, filled after; ${scale}`,
      "thin lines: the weights that learn: stroke before, ring after",
    ];
    texts.forEach((text, i) => context.fillText(clipped(context, text, this.surface.width - x), x, y + i * LEGEND));
  }

  // The scales of weights and step.
  legend(context, y, scales, theme, left) {
    Object.assign(context, {font: `13px ${theme.font}`, textBaseline: "middle", textAlign: "left"});
    let x = left;
    for (const [name, largest] of Object.entries(scales)) {
      const text = `${name} −${exact(largest)}`, steps = 24;
      context.fillStyle = theme.text;
      context.fillText(text, x, y + 6);
      x += context.measureText(text).width + 6;
      for (let i = 0; i < steps; i++) {
        context.fillStyle = diverging((2 * (i + 0.5)) / steps - 1, 1);
        context.fillRect(Math.round(x + 4 * i), y, 4, 12);
      }
      context.fillStyle = theme.text;
      context.fillText(`+${exact(largest)}`, x + 4 * steps + 6, y + 6);
      x += 4 * steps + 30 + context.measureText(`+${exact(largest)}`).width;
    }
  }
}

/** A class and its marks, with fewer of them where a column is narrow: the answer stays longest. */
export function headOf(context, {names, y_hat, y_tilde, correct}, k, width) {
  const answer = k === y_tilde ? (correct ? "✓" : "✗") : "", name = names[k];
  const marks = [k === y_hat ? "ŷ" : "", answer && "ỹ", answer].filter(Boolean);
  const texts = [[name, ...marks].join(" "), [name, ...marks].join(""), name + (answer || marks.join("")), name];
  return texts.find((text) => context.measureText(text).width <= width) ?? clipped(context, name, width);
}

function bar(context, middle, y, half, share, filled, colour) {
  const end = Math.max(-1, Math.min(1, share)) * half, [x, width] = [Math.min(0, end), Math.max(1, Math.abs(end))];
  Object.assign(context, {fillStyle: colour, strokeStyle: colour, lineWidth: 1});
  if (filled) context.fillRect(middle + x, y + 4, width, BAR - 8);
  else context.strokeRect(middle + x, y + 2.5, width, BAR - 5);
}

// A weight that learns, as a line from the middle: a stroke where it was, a ring where it is.
function thinLine(context, middle, y, half, [before, after], theme) {
  const at = (share) => middle + Math.max(-1, Math.min(1, share)) * half, [was, is] = [at(before), at(after)];
  Object.assign(context, {strokeStyle: after < 0 ? MINUS : PLUS, lineWidth: 1.4});
  line(context, middle, y, is, y);
  context.beginPath();
  context.arc(is, y, 2.4, 0, 2 * Math.PI);
  Object.assign(context, {fillStyle: theme.background, strokeStyle: theme.text, lineWidth: 1.2});
  context.fill();
  context.stroke();
  line(context, was, y - 3.5, was, y + 3.5);
}
