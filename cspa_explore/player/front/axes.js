// What the charts share: positions on an axis, the grid, reference lines, and names at the right end of curves.

import {ink, line} from "./canvas.js";
import {apart, clipped} from "./labels.js";
import {dashes} from "./marks.js";

export const SWATCH = 34; // pixels: a piece of the curve before its name
const SCALES = {linear: (value) => value, cells: (value) => value, log: Math.log10, log1p: Math.log1p};

/**
 * Return a function from values of the axis to pixels: `start` is its low end, `end` its high end.
 * @param {import("./types").Axis} axis
 * @returns {(value: number) => number}
 */
export function pixels(axis, start, end) {
  const to = SCALES[axis.scale], low = to(axis.low), step = (end - start) / (to(axis.high) - low);
  return (value) => start + step * (to(value) - low);
}

/**
 * Lines at the ticks of the y axis, with their numbers at the left.
 * @param {import("./types").Axis} axis
 */
export function grid(context, axis, box, theme) {
  context.fillStyle = theme.text;
  context.strokeStyle = ink(theme, 0.15);
  context.textBaseline = "middle";
  context.textAlign = "right";
  axis.ticks.map(pixels(axis, box.bottom, box.top)).forEach((y, i) => {
    line(context, box.left, y, box.right, y);
    context.fillText(axis.texts[i], box.left - 6, y);
  });
}

/**
 * A line across the box, such as the ratio of guessing.
 * @param {import("./types").Axis} axis
 * @param {import("./types").ReferenceLine} reference
 */
export function referenceLine(context, axis, box, reference) {
  const {value, colour, dash} = reference, y = pixels(axis, box.bottom, box.top)(value);
  context.strokeStyle = colour;
  context.setLineDash(dashes(dash));
  line(context, box.left, y, box.right, y);
  context.setLineDash([]);
}

// The band between two curves, each a list of [x, y].
export function band(context, above, below) {
  context.beginPath();
  for (const [x, y] of above) context.lineTo(x, y);
  for (const [x, y] of [...below].reverse()) context.lineTo(x, y);
  context.closePath();
  context.fill();
}

export function curve(context, points) {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

/**
 * Write the labels ({text, value, colour, dash, wide, y}) beside the box, moved apart, the text cut before its value;
 * return what is written with the places, for tests.
 */
export function nameCurves(context, labels, {box, width, height, gap, theme}) {
  const x = box.right + gap, room = width - x - SWATCH - 4;
  for (const label of labels) label.height = height;
  apart(labels, box.top - 8, box.bottom + 8);
  Object.assign(context, {textAlign: "left", textBaseline: "middle", fillStyle: theme.text});
  const written = labels.map(({text, value = "", colour, dash, wide, y}) => {
    const shown = clipped(context, text, room - context.measureText(value).width) + value;
    Object.assign(context, {strokeStyle: colour, lineWidth: wide});
    context.setLineDash(dash);
    line(context, x, y, x + SWATCH - 4, y);
    context.fillText(shown, x + SWATCH, y);
    return {text: shown, x, y: y - height / 2, width: SWATCH + context.measureText(shown).width, height};
  });
  context.setLineDash([]);
  return written;
}
