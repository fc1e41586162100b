// A canvas that records drawing as SVG, so that the same code draws the screen and the file. It implements the part of a
// 2D context that our drawings use: one unit is one pixel, and clearing clears everything.

import {escaped} from "./html.js";

export const FONT = "Arial, Helvetica, 'Liberation Sans', sans-serif"; // the same widths wherever the file is opened
const CIRCLE = 2 * Math.PI;
const STATE = ["fillStyle", "strokeStyle", "lineWidth", "globalAlpha", "font", "textAlign", "textBaseline", "dash", "clips"];
const ANCHORS = {center: "middle", right: "end", end: "end"};
const SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** @type {CanvasRenderingContext2D | null} */
let ruler = null; // a real context, to measure text with

function measure(text, font, baseline = "alphabetic") {
  ruler ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  Object.assign(ruler, {font, textBaseline: baseline});
  return ruler.measureText(text);
}

// At most two decimals.
const digits = (value) => String(Math.round(100 * value) / 100);

// A colour and its opacity as two attributes: many programs do not read #rrggbbaa.
function paint(name, colour, alpha) {
  const mixed = /^#[0-9a-f]{8}$/i.test(colour), opacity = mixed ? (alpha * parseInt(colour.slice(7), 16)) / 255 : alpha;
  return ` ${name}="${escaped(mixed ? colour.slice(0, 7) : colour)}"${opacity < 1 ? ` ${name}-opacity="${digits(opacity)}"` : ""}`;
}

export class SvgCanvas {
  constructor(width, height) {
    this.width = this.clientWidth = width;
    this.height = this.clientHeight = height;
    this.ratio = 1;
    this.context = new SvgContext();
  }

  getContext() { return this.context; }
  another() { return new SvgCanvas(this.clientWidth, this.clientHeight); }
  setAttribute() {} // the file has one description for all its drawings
}

class SvgContext {
  fillStyle = "#000000";
  strokeStyle = "#000000";
  lineWidth = 1;
  globalAlpha = 1;
  font = `10px ${FONT}`;
  textAlign = "left";
  textBaseline = "alphabetic";
  /** @type {number[]} */
  dash = [];
  clips = 0; // that are in effect
  /** @type {any[]} */
  parts = []; // elements as text, clips {clip, rule} and layers {layer, x, y, alpha}
  /** @type {any[]} */
  saved = []; // states
  path = "";

  // State

  save() { this.saved.push(Object.fromEntries(STATE.map((name) => [name, this[name]]))); }

  restore() {
    const before = this.saved.pop();
    if (!before) return;
    for (; this.clips > before.clips; this.clips--) this.parts.push("</g>");
    Object.assign(this, before);
  }

  setTransform() {} // drawings only use it for the device's resolution
  setLineDash(dash) { this.dash = dash; }
  clearRect() { this.parts = []; }

  // Paths

  beginPath() { this.path = ""; }
  closePath() { if (this.path) this.path += "Z"; }
  moveTo(x, y) { this.go("M", x, y); }
  lineTo(x, y) { this.go(this.path ? "L" : "M", x, y); }
  go(letter, x, y) { if (Number.isFinite(x + y)) this.path += `${letter}${digits(x)} ${digits(y)}`; }
  rect(x, y, width, height) { this.path += this.box(x, y, width, height); }

  box(x, y, width, height) {
    if (!Number.isFinite(x + y + width + height)) return "";
    return `M${digits(x)} ${digits(y)}h${digits(width)}v${digits(height)}h${digits(-width)}Z`;
  }

  arc(x, y, r, from, to, anticlockwise = false) {
    const turn = anticlockwise ? from - to : to - from, sign = anticlockwise ? -1 : 1;
    const swept = turn >= CIRCLE ? CIRCLE : ((turn % CIRCLE) + CIRCLE) % CIRCLE;
    this.lineTo(x + r * Math.cos(from), y + r * Math.sin(from));
    for (const share of swept > 3 ? [0.5, 1] : [1]) { // SVG omits arcs whose end points coincide
      const angle = from + sign * share * swept;
      this.go(`A${digits(r)} ${digits(r)} 0 0 ${anticlockwise ? 0 : 1} `, x + r * Math.cos(angle), y + r * Math.sin(angle));
    }
  }

  clip(rule = "nonzero") {
    this.parts.push({clip: this.path, rule});
    this.clips++;
  }

  // Ink

  fill() { this.add(this.path, paint("fill", this.fillStyle, this.globalAlpha)); }
  stroke() { this.add(this.path, this.pen()); }
  fillRect(...box) { this.add(this.box(...box), paint("fill", this.fillStyle, this.globalAlpha)); }
  strokeRect(...box) { this.add(this.box(...box), this.pen()); }
  add(path, style) { if (path) this.parts.push(`<path d="${path}"${style}/>`); }

  pen() {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.map(digits).join(" ")}"` : "";
    return ` fill="none"${paint("stroke", this.strokeStyle, this.globalAlpha)} stroke-width="${digits(this.lineWidth)}"${dash}`;
  }

  measureText(text) { return measure(text, this.font); }

  fillText(text, x, y) { this.write(text, x, y, paint("fill", this.fillStyle, this.globalAlpha)); }
  strokeText(text, x, y) { this.write(text, x, y, `${this.pen()} stroke-linejoin="round"`); }

  // Placed by the alphabetic baseline, the only one that every program knows.
  write(text, x, y, ink) {
    if (!String(text).trim()) return;
    const [, weight, size, family] = /^(?:(\S+) )?([\d.]+)px (.+)$/.exec(this.font) ?? [], anchor = ANCHORS[this.textAlign];
    const ascent = (baseline) => measure(text, this.font, baseline).actualBoundingBoxAscent;
    const base = y + ascent("alphabetic") - ascent(this.textBaseline);
    const style = [
      weight && weight !== "400" ? ` font-weight="${escaped(weight)}"` : "",
      family === FONT ? "" : ` font-family="${escaped(family)}"`,
      anchor ? ` text-anchor="${anchor}"` : "",
      ink,
    ].join("");
    this.parts.push(`<text x="${digits(x)}" y="${digits(base)}" font-size="${digits(size)}"${style}>${escaped(text)}</text>`);
  }

  drawImage(layer, x = 0, y = 0) { this.parts.push({layer, x, y, alpha: this.globalAlpha}); }
}

/**
 * Return the canvas as an SVG file. What is drawn more than once, such as the cloud of points, is in it once.
 * @param {SvgCanvas} canvas
 */
export function written(canvas, height, {title, about}) {
  const {clientWidth: width} = canvas, {drawn, defined} = new Writer(canvas);
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg ${SPACES} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FONT}" stroke-miterlimit="10">
<title>${escaped(title)}</title>
<desc>${escaped(about)}</desc>
<defs>${defined.join("\n")}</defs>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${drawn}
</svg>
`;
}

class Writer {
  constructor(canvas) {
    /** @type {Map<SvgCanvas, number>} */
    this.copies = new Map();
    /** @type {Map<SvgCanvas, string>} */
    this.names = new Map();
    /** @type {string[]} */
    this.defined = [];
    this.count(canvas);
    this.drawn = this.body(canvas);
  }

  count({context}) {
    for (const {layer} of context.parts) {
      if (layer && !this.copies.has(layer)) this.count(layer);
      if (layer) this.copies.set(layer, (this.copies.get(layer) || 0) + 1);
    }
  }

  body({context}) { return [...context.parts.map((part) => this.element(part)), "</g>".repeat(context.clips)].join("\n"); }

  element(part) {
    if (typeof part === "string") return part;
    if (part.layer) return this.layer(part);
    const id = this.define("clip", `<clipPath><path d="${part.clip}" clip-rule="${part.rule}"/></clipPath>`);
    return `<g clip-path="url(#${id})">`;
  }

  layer({layer, x, y, alpha}) {
    const move = x || y ? ` transform="translate(${digits(x)} ${digits(y)})"` : "";
    const where = `${move}${alpha < 1 ? ` opacity="${digits(alpha)}"` : ""}`;
    if (this.copies.get(layer) === 1) return `<g${where}>${this.body(layer)}</g>`;
    if (!this.names.has(layer)) this.names.set(layer, this.define("layer", `<g>${this.body(layer)}</g>`));
    return `<use xlink:href="#${this.names.get(layer)}"${where}/>`;
  }

  define(letter, text) {
    const id = `${letter}${this.defined.length}`;
    this.defined.push(text.replace(">", ` id="${id}">`));
    return id;
  }
}
