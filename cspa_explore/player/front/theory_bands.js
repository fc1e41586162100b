// The theory's ranges of β behind a chart with an axis of β: tinted and hatched bands that shrink with α.

import {faded, ink, line} from "./canvas.js";
import {dashes} from "./marks.js";
import {endAt} from "./theory_range.js";

const STEP = 9; // pixels between two lines of a hatch
const LABEL = 16; // pixels: height of a label

/**
 * Draw the bands for α; return them as drawn, in values of the axis, and their labels with places.
 * @param {CanvasRenderingContext2D} context
 * @param {{bands: import("./types").Band[], axis: import("./types").Axis, x: (value: number) => number, alpha: number,
 *   box: {left: number, right: number, top: number, bottom: number}, theme: import("./types").Theme}} chart
 */
export function drawTheoryBands(context, {bands, axis, x, alpha, box, theme}) {
  const to = (value) => x(Math.min(axis.high, Math.max(axis.low, value))), labels = [];
  const shrunk = bands.map(({low, high}) => ({low: endAt(low, alpha), high: endAt(high, alpha)}));
  let free = box.left;
  shrunk.forEach(({low, high}, i) => {
    const {label, hatched, colour, dash} = bands[i], text = `${label} ${edgeWords(bands[i], alpha)}`;
    if (hatched) hatch(context, box, to(low), to(high), colour);
    else {
      context.fillStyle = faded(colour, 0.14);
      context.fillRect(to(low), box.top, to(high) - to(low), box.bottom - box.top);
    }
    const ends = high <= axis.high; // on the visible part of the axis
    if (high < axis.low || (!ends && low >= axis.high)) return;
    if (ends) {
      Object.assign(context, {strokeStyle: ink(theme, 0.6), lineWidth: 1.5});
      context.setLineDash(dashes(dash));
      line(context, to(high), box.top, to(high), box.bottom);
      context.setLineDash([]);
    }
    const width = context.measureText(text).width, middle = ends ? to(high) : (to(low) + to(high)) / 2;
    const left = Math.min(Math.max(free, middle - width / 2), box.right - width);
    if (left < free) return;
    Object.assign(context, {fillStyle: theme.text, textAlign: "left", textBaseline: "middle"});
    context.fillText(text, left, box.top - 10);
    labels.push({text, x: left, y: box.top - 10 - LABEL / 2, width, height: LABEL});
    free = left + width + 10;
  });
  return {bands: shrunk, labels};
}

/** The upper end of a band in words: as given at α = 0, such as 2/9; otherwise two digits.
 * @param {import("./types").Band} band
 */
export function edgeWords({at, high}, alpha) { return alpha === 0 ? at : String(Number(endAt(high, alpha).toPrecision(2))); }

function hatch(context, box, from, to, colour) {
  if (to <= from) return;
  context.save();
  context.beginPath();
  context.rect(from, box.top, to - from, box.bottom - box.top);
  context.clip();
  context.strokeStyle = faded(colour, 0.28);
  context.lineWidth = 1;
  context.beginPath();
  for (let x = box.left - box.bottom; x < box.right; x += STEP) {
    context.moveTo(x, box.bottom);
    context.lineTo(x + box.bottom - box.top, box.top);
  }
  context.stroke();
  context.restore();
}
