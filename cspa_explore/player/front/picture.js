// A drawing as a file that explains itself: title, panels, legend, settings. Always light on white, whatever the theme.

import {pieces} from "./formula.js";
import {html} from "./html.js";
import {FONT, SvgCanvas, written} from "./svg_canvas.js";

export const PAPER = {background: "#ffffff", text: "#1c1f26", font: FONT, dark: false, scale: 1};
export const PROGRAM = "CSPA\u00a0Explorer";
export const PAGE = 1200; // pixels: the width of every file
export const EDGE = 28; // pixels around everything
const SHARPER = 2; // PNG pixels per unit
export const QUIET = "#565c68"; // the colour of the small print
const ABOUT = "The drawing as it is now, complete with legend, settings and seed; always light on white, for slides and papers";
export const PICTURE_BUTTONS = html`<span class="pictures" role="group" aria-label="Picture">Picture
  <button data-picture="svg" title="${ABOUT} (vector graphics)">SVG</button><button
    data-picture="png" title="${ABOUT} (pixels, twice as fine)">PNG</button></span>`;

export class Picture {
  constructor() {
    this.y = EDGE; // where the next thing goes
    this.page = new SvgCanvas(PAGE, 0);
    this.context = this.page.context;
    this.name = "";
  }

  title(text, more) {
    this.name = text;
    this.y = this.write(text, {size: 22, weight: 600}) + 4;
    if (more) this.y = this.write(more, {size: 15});
    this.y += 12;
  }

  /** @param {{x?: number, y?: number, width?: number}} [place] */
  heading(text, place = {}) { return this.write(text, {...place, size: 15, weight: 600}) + 4; }

  /**
   * Write a text, broken into lines where the width ends; return where the next one may begin.
   * @param {{x?: number, y?: number, width?: number, size?: number, weight?: number, colour?: string, align?: string,
   *   formulas?: boolean}} [style]
   */
  write(text, style = {}) {
    const {x = EDGE, y = this.y, size = 14, weight = 400, colour = PAPER.text, align = "left", formulas = false} = style;
    const {context} = this, {width = PAGE - x - EDGE} = style, parts = formulas ? pieces : (plain) => [plain];
    const font = (i) => `${weight} ${i % 2 ? 0.75 * size : size}px ${FONT}`; // every second part is a subscript
    const measured = (part, i) => {
      context.font = font(i);
      return context.measureText(part).width;
    };
    const wide = (line) => parts(line).reduce((sum, part, i) => sum + measured(part, i), 0);
    let below = y;
    for (const line of broken(text, width, wide)) {
      let left = align === "center" ? x + (width - wide(line)) / 2 : align === "right" ? x + width - wide(line) : x;
      parts(line).forEach((part, i) => {
        const indent = measured(part.slice(0, part.length - part.trimStart().length), i); // SVG drops spaces at the ends
        Object.assign(context, {font: font(i), fillStyle: colour, textAlign: "left", textBaseline: "alphabetic"});
        context.fillText(part.trim(), left + indent, below + size + (i % 2 ? 0.2 * size : 0));
        left += context.measureText(part).width;
      });
      below += 1.4 * size;
    }
    return below;
  }

  // Add a drawing, made by the code that draws it on the screen.
  panel(x, y, width, height, draw) {
    const canvas = new SvgCanvas(width, height);
    draw(canvas);
    this.context.drawImage(canvas, x, y);
  }

  rule(y = this.y) {
    Object.assign(this.context, {strokeStyle: "#c9cdd5", lineWidth: 1});
    this.context.beginPath();
    this.context.moveTo(EDGE, y);
    this.context.lineTo(PAGE - EDGE, y);
    this.context.stroke();
  }

  // Add how to read it and the settings; return the complete file.
  finish(file, legend, words) {
    for (const text of legend.filter(Boolean)) this.y = this.write(text, {size: 13, colour: QUIET}) + 2;
    this.rule(this.y + 6);
    for (const text of words) this.y = this.write(text, {y: this.y + 10, size: 13, colour: QUIET}) - 8;
    const height = Math.ceil(this.y + 8 + EDGE);
    const svg = written(this.page, height, {title: this.name, about: [...legend.filter(Boolean), ...words].join(" ")});
    return {file, svg, width: PAGE, height};
  }
}

/** The lines of a text; a word that is wider than a line is cut.
 * @param {string} text
 * @param {number} width
 * @param {(line: string) => number} wide
 * @returns {string[]}
 */
export function broken(text, width, wide) {
  if (text.includes("\n")) return text.split("\n").flatMap((line) => broken(line, width, wide));
  const lines = [""], last = () => lines[lines.length - 1], replace = (line) => (lines[lines.length - 1] = line);
  for (const word of text.match(/(?:_\{[^}]*\}|[^ ])+/g) || []) {
    const longer = last() ? `${last()} ${word}` : word;
    if (wide(longer) <= width) replace(longer);
    else if (wide(word) <= width) lines.push(word);
    else {
      if (last()) lines.push("");
      for (const sign of word) wide(last() + sign) <= width ? replace(last() + sign) : lines.push(sign);
    }
  }
  return lines;
}

// Download the file as "svg" or "png"; return what to say about it.
export async function save(kind, {file, svg, width, height}) {
  const vector = new Blob([svg], {type: "image/svg+xml"}), name = `${file}.${kind}`;
  const blob = kind === "svg" ? vector : await pixels(vector, width, height);
  download(blob, name);
  return `${name} is saved.`;
}

/** Give the user a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = Object.assign(document.createElement("a"), {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @returns {Promise<Blob>} */
async function pixels(vector, width, height) {
  const image = new Image(), source = URL.createObjectURL(vector);
  image.src = source;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: SHARPER * width, height: SHARPER * height});
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(source);
  return new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)), "image/png"));
}
