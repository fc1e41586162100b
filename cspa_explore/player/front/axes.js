// What the charts share: the grid of percentages, ticks, reference lines, and names at the right end of curves.

import {ink, line} from "./canvas.js";
import {apart, clipped} from "./labels.js";

export const SWATCH = 34; // pixels: a piece of the curve before its name
export const GREY = "#808080"; // of reference lines and pinned runs
export const DOTTED = [2, 4];

// The height (pixels) of a share between 0 and 1 in the box.
export function heightOf(share, {top, bottom}) { return bottom - (bottom - top) * share; }

// Lines at 0, 25, … 100 % with their numbers at the left.
export function percentGrid(context, box, theme) {
  context.fillStyle = theme.text;
  context.strokeStyle = ink(theme, 0.15);
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (const percent of [0, 25, 50, 75, 100]) {
    const y = heightOf(percent / 100, box);
    line(context, box.left, y, box.right, y);
    context.fillText(`${percent}`, box.left - 6, y);
  }
}

// A dotted line across the box, such as the ratio of guessing.
export function referenceLine(context, box, share) {
  context.strokeStyle = GREY;
  context.setLineDash(DOTTED);
  line(context, box.left, heightOf(share, box), box.right, heightOf(share, box));
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
