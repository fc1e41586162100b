// A canvas that writes down as SVG what is drawn on it, so that the same drawings make the screen and the file. It
// knows what they use of a 2D context, no more: one unit is one pixel, and clearing clears all.

export const FONT = "Arial, Helvetica, 'Liberation Sans', sans-serif"; // of one width wherever the file is opened
const CIRCLE = 2 * Math.PI;
const FRESH = {fillStyle: "#000000", strokeStyle: "#000000", lineWidth: 1, globalAlpha: 1, font: `10px ${FONT}`, textAlign: "left", textBaseline: "alphabetic", dash: []};
const ANCHORS = {center: "middle", right: "end", end: "end"};
const SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

let ruler = null; // a real context: it alone knows how wide a text is

function measure(text, font, baseline = "alphabetic") {
  ruler ??= document.createElement("canvas").getContext("2d");
  Object.assign(ruler, {font, textBaseline: baseline});
  return ruler.measureText(text);
}

const digits = (value) => String(Math.round(100 * value) / 100);

export function escaped(text) {
  const plain = String(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "");
  return plain.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

// A colour and its opacity: many programs do not read #rrggbbaa.
function paint(name, colour, alpha) {
  const mixed = /^#[0-9a-f]{8}$/i.test(colour), opacity = mixed ? (alpha * parseInt(colour.slice(7), 16)) / 255 : alpha;
  return ` ${name}="${escaped(mixed ? colour.slice(0, 7) : colour)}"${opacity < 1 ? ` ${name}-opacity="${digits(opacity)}"` : ""}`;
}

export class VectorCanvas {
  constructor(width, height) {
    Object.assign(this, {width, height, clientWidth: width, clientHeight: height, ratio: 1});
    this.context = new VectorContext();
  }

  getContext() { return this.context; }
  another() { return new VectorCanvas(this.clientWidth, this.clientHeight); }
  setAttribute() {} // a file is described as a whole
}

class VectorContext {
  constructor() {
    Object.assign(this, FRESH, {parts: [], path: "", saved: [], clips: 0});
  }

  // State

  save() { this.saved.push(Object.fromEntries([...Object.keys(FRESH), "clips"].map((name) => [name, this[name]]))); }

  restore() {
    const before = this.saved.pop();
    if (!before) return;
    for (; this.clips > before.clips; this.clips--) this.parts.push("</g>");
    Object.assign(this, before);
  }

  setTransform() {} // drawings only scale to the pixels of the device
  setLineDash(dash) { this.dash = dash; }
  clearRect() { this.parts = []; }

  // Paths

  beginPath() { this.path = ""; }
  closePath() { if (this.path) this.path += "Z"; }
  moveTo(x, y) { this.go("M", x, y); }
  lineTo(x, y) { this.go(this.path ? "L" : "M", x, y); }
  go(letter, x, y) { if (Number.isFinite(x + y)) this.path += `${letter}${digits(x)} ${digits(y)}`; }
  rect(x, y, width, height) { this.path += this.box(x, y, width, height); }
  box(x, y, width, height) { return !Number.isFinite(x + y + width + height) ? "" : `M${digits(x)} ${digits(y)}h${digits(width)}v${digits(height)}h${digits(-width)}Z`; }

  arc(x, y, r, from, to, anticlockwise = false) {
    const turn = anticlockwise ? from - to : to - from, sign = anticlockwise ? -1 : 1;
    const swept = turn >= CIRCLE ? CIRCLE : ((turn % CIRCLE) + CIRCLE) % CIRCLE;
    this.lineTo(x + r * Math.cos(from), y + r * Math.sin(from));
    for (const share of swept > 3 ? [0.5, 1] : [1]) { // an arc to where it began would be none
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

  // Placed by its alphabetic base line, the only one that every program knows.
  fillText(text, x, y) {
    if (!String(text).trim()) return;
    const [, weight, size, family] = /^(?:(\S+) )?([\d.]+)px (.+)$/.exec(this.font), anchor = ANCHORS[this.textAlign];
    const base = y + measure(text, this.font).actualBoundingBoxAscent - measure(text, this.font, this.textBaseline).actualBoundingBoxAscent;
    const style = `${weight && weight !== "400" ? ` font-weight="${weight}"` : ""}${family === FONT ? "" : ` font-family="${escaped(family)}"`}${anchor ? ` text-anchor="${anchor}"` : ""}`;
    this.parts.push(`<text x="${digits(x)}" y="${digits(base)}" font-size="${digits(size)}"${style}${paint("fill", this.fillStyle, this.globalAlpha)}>${escaped(text)}</text>`);
  }

  drawImage(layer, x = 0, y = 0) { this.parts.push({layer, x, y, alpha: this.globalAlpha}); }
}

// The file. What is copied more than once, such as the cloud of points, is in it once.
export function written(canvas, height, {title, about}) {
  const copies = new Map(), names = new Map(), defined = [];
  const count = ({context}) => context.parts.forEach(({layer}) => {
    if (layer && !copies.has(layer)) count(layer);
    if (layer) copies.set(layer, (copies.get(layer) || 0) + 1);
  });
  const define = (letter, text) => {
    const id = `${letter}${defined.length}`;
    defined.push(text.replace(">", ` id="${id}">`));
    return id;
  };
  const body = ({context}) => [...context.parts.map(element), "</g>".repeat(context.clips)].join("\n");
  const element = (part) => {
    if (typeof part === "string") return part;
    if (!part.layer) return `<g clip-path="url(#${define("clip", `<clipPath><path d="${part.clip}" clip-rule="${part.rule}"/></clipPath>`)})">`;
    const {layer, x, y, alpha} = part, where = `${x || y ? ` transform="translate(${digits(x)} ${digits(y)})"` : ""}${alpha < 1 ? ` opacity="${digits(alpha)}"` : ""}`;
    if (copies.get(layer) === 1) return `<g${where}>${body(layer)}</g>`;
    if (!names.has(layer)) names.set(layer, define("layer", `<g>${body(layer)}</g>`));
    return `<use xlink:href="#${names.get(layer)}"${where}/>`;
  };
  count(canvas);
  const drawn = body(canvas), {clientWidth: width} = canvas;
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
