// An instance as an image, a pen stroke or labelled bars. Everything is made of rectangles and lines, so that a picture
// file can hold it too.

import {accent, ink, line} from "./canvas.js";
import {clipped} from "./labels.js";
import {fixed} from "./numbers.js";

const MOST_LABELLED = 48; // bars that have names
const IN_COLUMN = 20; // bars below each other
const BESIDE = 300; // pixels from which values are written beside the bars

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** Draw the numbers of an instance: bytes between the values of paper and ink, or floats for bars.
 * @param {Box} box
 * @param {ArrayLike<number>} numbers
 * @param {import("./types").InstancePicture} picture
 */
export function drawInstance(context, box, numbers, picture, theme) {
  if (picture.kind === "image") drawImage(context, box, picture, (i) => ink(theme, numbers[i] / 255), theme);
  else if (picture.kind === "pen") drawPen(context, box, numbers, theme);
  else drawBars(context, box, numbers, picture, theme);
}

/** Draw a grid of pixels in the middle of the box, each of the colour of its index; return its box.
 * @param {Box} box
 * @param {{rows: number, columns: number}} picture
 */
export function drawImage(context, box, picture, colourOf, theme) {
  const {x, y, width, height} = box, {rows, columns} = picture, size = Math.min(width / columns, height / rows), whole = Math.round;
  const left = x + (width - columns * size) / 2, top = y + (height - rows * size) / 2;
  const across = (c) => whole(left + c * size), down = (r) => whole(top + r * size); // whole pixels: no seams
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const colour = colourOf(r * columns + c);
      let end = c + 1; // of the run of equal pixels
      while (end < columns && colourOf(r * columns + end) === colour) end++;
      context.fillStyle = colour;
      if (colour.slice(7) !== "00") context.fillRect(across(c), down(r), across(end) - across(c), down(r + 1) - down(r));
      c = end - 1;
    }
  }
  const placed = {x: across(0), y: down(0), width: across(columns) - across(0), height: down(rows) - down(0)};
  Object.assign(context, {strokeStyle: ink(theme, 0.35), lineWidth: 1});
  context.strokeRect(placed.x - 0.5, placed.y - 0.5, placed.width + 1, placed.height + 1);
  return placed;
}

// The points (x₁, y₁), …, (x₈, y₈) of a pen, y upwards; the first is a ring, the last the tip of the line.
function drawPen(context, {x, y, width, height}, numbers, theme) {
  const side = Math.min(width, height), pad = 0.12 * side, left = x + (width - side) / 2, top = y + (height - side) / 2;
  const share = (j) => (numbers[j] / 255) * (side - 2 * pad), at = (i) => [left + pad + share(2 * i), top + side - pad - share(2 * i + 1)];
  Object.assign(context, {strokeStyle: ink(theme, 0.35), lineWidth: 1});
  context.strokeRect(left + 0.5, top + 0.5, side - 1, side - 1);
  const points = Array.from({length: numbers.length / 2}, (_, i) => at(i));
  Object.assign(context, {strokeStyle: theme.text, fillStyle: theme.text, lineWidth: Math.max(2, side / 32), lineJoin: "round"});
  context.beginPath();
  points.forEach(([px, py], i) => (i ? context.lineTo(px, py) : context.moveTo(px, py)));
  context.stroke();
  points.forEach(([px, py], i) => {
    context.beginPath();
    context.arc(px, py, Math.max(2.5, side / (i ? 40 : 24)), 0, 2 * Math.PI);
    context.fillStyle = i ? theme.text : theme.background;
    context.fill();
    if (!i) context.stroke();
  });
}

// One bar per feature within the range of its values in the data set; without names where there are too many.
function drawBars(context, box, numbers, picture, theme) {
  const d = numbers.length, columns = d > IN_COLUMN ? 2 : 1, each = Math.ceil(d / columns);
  if (d > MOST_LABELLED) {
    drawProfile(context, box, numbers, picture, theme);
    return;
  }
  const wide = box.width / columns, high = Math.min(26, box.height / each);
  const top = box.y + Math.max(0, (box.height - each * high) / 2);
  context.font = `${Math.max(8, Math.min(13, high - 2))}px ${theme.font}`;
  for (let j = 0; j < d; j++) {
    const x = box.x + Math.floor(j / each) * wide, y = top + (j % each) * high;
    const place = {x, y, width: wide - (columns > 1 ? 8 : 0), height: high};
    drawBar(context, place, numbers[j], rangeOf(picture, j), theme, picture.features[j]);
  }
}

/** @returns {[number, number]} */
function rangeOf({low, high}, j) { return [Array.isArray(low) ? low[j] : low, Array.isArray(high) ? high[j] : high]; }

function drawBar(context, {x, y, width, height}, value, range, theme, name) {
  const number = width >= BESIDE - 60 ? 44 : 0, label = Math.min(0.58 * width, 130), middle = y + height / 2;
  const from = x + label + 6, room = Math.max(10, width - label - 6 - number), thick = Math.max(3, 0.55 * height);
  Object.assign(context, {fillStyle: theme.text, textAlign: "right", textBaseline: "middle"});
  context.fillText(clipped(context, name, label), x + label, middle);
  context.fillStyle = ink(theme, 0.1);
  context.fillRect(from, middle - thick / 2, room, thick);
  const [start, end] = barOf(value, range);
  context.fillStyle = accent(theme);
  context.fillRect(from + start * room, middle - thick / 2, Math.max(1.5, (end - start) * room), thick);
  const zero = zeroOf(range);
  Object.assign(context, {strokeStyle: ink(theme, 0.5), lineWidth: 1});
  if (zero > 0 && zero < 1) line(context, from + zero * room, middle - thick / 2 - 1, from + zero * room, middle + thick / 2 + 1);
  context.fillStyle = theme.text;
  if (number) context.fillText(fixed(value), x + width, middle);
}

// Where zero lies within a range, as a share of it: at the nearer end if it lies outside.
function zeroOf([low, high]) { return high > low ? Math.min(1, Math.max(0, -low / (high - low))) : 0; }

/** The bar of a value, from zero, as shares of the range: [start, end].
 * @returns {[number, number]}
 */
export function barOf(value, [low, high]) {
  const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0, zero = zeroOf([low, high]);
  return [Math.min(share, zero), Math.max(share, zero)];
}

function drawProfile(context, {x, y, width, height}, numbers, picture, theme) {
  const d = numbers.length, high = height - 18, size = width / d;
  context.fillStyle = ink(theme, 0.06);
  context.fillRect(x, y, width, high);
  context.fillStyle = accent(theme);
  for (let j = 0; j < d; j++) {
    const [start, end] = barOf(numbers[j], rangeOf(picture, j));
    context.fillRect(x + j * size, y + (1 - end) * high, Math.max(0.75, size - 0.5), Math.max(1, (end - start) * high));
  }
  Object.assign(context, {fillStyle: theme.text, textBaseline: "bottom", textAlign: "left", font: `12px ${theme.font}`});
  context.fillText(picture.features[0], x, y + height);
  context.textAlign = "right";
  context.fillText(picture.features[d - 1], x + width, y + height);
}
