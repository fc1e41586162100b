// A drawing as a file that stands alone: title, panels, legend, settings. Always light on white, whatever the theme.

import {pieces} from "./formula.js";
import {FONT, VectorCanvas, written} from "./vector.js";

export const PAPER = {background: "#ffffff", text: "#1c1f26", font: FONT, dark: false, scale: 1};
export const PROGRAM = "CSPA\u00a0Explorer";
export const EDGE = 28; // pixels around everything
const SHARPER = 2; // times the pixels of a PNG
const QUIET = "#565c68"; // of the small print
const TOLD = "The drawing as it is now, complete with legend, settings and seed; always light on white, for slides and papers";
export const PICTURES = `<span class="pictures" role="group" aria-label="Picture">Picture
  <button data-picture="svg" title="${TOLD} (vector graphics)">SVG</button><button data-picture="png" title="${TOLD} (pixels, twice as fine)">PNG</button></span>`;

export class Picture {
  constructor(width) {
    Object.assign(this, {width, y: EDGE, page: new VectorCanvas(width, 0)});
    this.context = this.page.context;
  }

  title(text, more) {
    Object.assign(this, {name: text});
    this.y = this.write(text, {size: 22, weight: 600}) + 4;
    if (more) this.y = this.write(more, {size: 15});
    this.y += 12;
  }

  heading(text, {x = EDGE, y = this.y, width} = {}) { return this.write(text, {x, y, width, size: 15, weight: 600}) + 4; }

  // Text that is broken where the width ends; returns where the next one may begin.
  write(text, {x = EDGE, y = this.y, width = this.width - x - EDGE, size = 14, weight = 400, colour = PAPER.text, align = "left", formulas = false} = {}) {
    const {context} = this, high = 1.4 * size, parts = formulas ? pieces : (plain) => [plain];
    const font = (low) => `${weight} ${low ? 0.75 * size : size}px ${FONT}`;
    const wide = (line) => parts(line).reduce((sum, part, i) => {
      context.font = font(i % 2);
      return sum + context.measureText(part).width;
    }, 0);
    let below = y;
    for (const line of broken(text, width, wide)) {
      let left = align === "center" ? x + (width - wide(line)) / 2 : align === "right" ? x + width - wide(line) : x;
      parts(line).forEach((part, i) => {
        Object.assign(context, {font: font(i % 2), fillStyle: colour, textAlign: "left", textBaseline: "alphabetic"});
        const start = left + context.measureText(part.match(/^ */)[0]).width; // SVG leaves out spaces at the ends
        context.fillText(part.trim(), start, below + size + (i % 2 ? 0.2 * size : 0));
        left += context.measureText(part).width;
      });
      below += high;
    }
    return below;
  }

  // A drawing of its own, made by the code that draws it on the screen.
  panel(x, y, width, height, draw) {
    const canvas = new VectorCanvas(width, height);
    draw(canvas);
    this.context.drawImage(canvas, x, y);
  }

  rule(y = this.y) {
    Object.assign(this.context, {strokeStyle: "#c9cdd5", lineWidth: 1});
    this.context.beginPath();
    this.context.moveTo(EDGE, y);
    this.context.lineTo(this.width - EDGE, y);
    this.context.stroke();
  }

  // How to read it, and what was played; then the file is complete.
  finish(file, legend, words) {
    for (const text of legend.filter(Boolean)) this.y = this.write(text, {size: 13, colour: QUIET}) + 2;
    this.rule(this.y + 6);
    for (const text of words) this.y = this.write(text, {y: this.y + 10, size: 13, colour: QUIET}) - 8;
    const height = Math.ceil(this.y + 8 + EDGE);
    const svg = written(this.page, height, {title: this.name, about: [...legend.filter(Boolean), ...words].join(" ")});
    return {file, svg, width: this.width, height};
  }
}

// Lines of a text; a word that is wider than a line is cut.
function broken(text, width, wide) {
  const lines = [""];
  for (const word of text.match(/(?:_\{[^}]*\}|[^ ])+/g) || []) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (wide(longer) <= width) lines[lines.length - 1] = longer;
    else if (wide(word) <= width) lines.push(word);
    else {
      if (lines.at(-1)) lines.push("");
      for (const sign of word) wide(lines.at(-1) + sign) <= width ? (lines[lines.length - 1] += sign) : lines.push(sign);
    }
  }
  return lines;
}

// Put the file where the browser puts downloads; returns what to say about it.
export async function save(kind, {file, svg, width, height}) {
  const vector = new Blob([svg], {type: "image/svg+xml"}), name = `${file}.${kind}`;
  const blob = kind === "svg" ? vector : await pixels(vector, width, height);
  const link = Object.assign(document.createElement("a"), {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `${name} is saved.`;
}

async function pixels(vector, width, height) {
  const image = new Image(), address = URL.createObjectURL(vector);
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: SHARPER * width, height: SHARPER * height});
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
