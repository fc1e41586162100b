// A canvas at device resolution (or one that writes SVG, see svg_canvas.js), and the colours of the page's theme.

const THEME_CHECK = 400; // ms

export class Surface {
  /** @param {any} canvas a canvas element or an SvgCanvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {CanvasRenderingContext2D} */
    this.context = canvas.getContext("2d");
    this.width = this.height = this.ratio = 0;
  }

  // Fit the bitmap to the element; return whether it changed.
  fit() {
    const {clientWidth: width, clientHeight: height} = this.canvas, ratio = this.canvas.ratio || window.devicePixelRatio || 1;
    if (this.width === width && this.height === height && this.ratio === ratio) return false;
    Object.assign(this, {width, height, ratio});
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    return true;
  }

  begin() {
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.clearRect(0, 0, this.width, this.height);
    return this.context;
  }

  // Return a drawing of the same size that is made once and copied often.
  layer(draw) {
    const layer = this.canvas.another?.() ?? document.createElement("canvas");
    layer.width = this.canvas.width;
    layer.height = this.canvas.height;
    const context = layer.getContext("2d");
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    draw(context);
    return layer;
  }

  copy(layer, alpha = 1) {
    const {context} = this;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = alpha;
    context.drawImage(layer, 0, 0);
    context.restore();
  }
}

/** @returns {import("./types").Theme} */
export function themeOf(element) {
  const style = getComputedStyle(element);
  const read = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  const background = read("--st-background-color", "#ffffff"), text = read("--st-text-color", "#31333f");
  return {background, text, font: `"CSPA Signs", ${read("--st-font", "sans-serif")}`, dark: brightness(background) < 0.5};
}

/** Call `changed` soon after the page has another theme, until the signal ends it: the browser has no event for that.
 * @param {() => import("./types").Theme} theme
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function onNewTheme(theme, changed, signal) {
  let known = JSON.stringify(theme());
  const watch = setInterval(() => {
    const now = JSON.stringify(theme());
    if (now === known) return;
    known = now;
    changed();
  }, THEME_CHECK);
  signal.addEventListener("abort", () => clearInterval(watch));
}

/** @type {Map<string, number>} */
const BRIGHTNESS = new Map(); // by colour: the theme is read in every frame

function brightness(colour) {
  const known = BRIGHTNESS.get(colour) ?? measured(colour);
  BRIGHTNESS.set(colour, known);
  return known;
}

function measured(colour) {
  const probe = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

// A colour (#rrggbb) with an opacity.
export function faded(colour, opacity) {
  return colour + Math.round(255 * opacity).toString(16).padStart(2, "0");
}

// Black on a light theme, white on a dark one, with an opacity.
export function ink(theme, opacity) { return faded(theme.dark ? "#ffffff" : "#000000", opacity); }

/** The colour of what stands out, readable on the theme's background. */
export function accent(theme) { return theme.dark ? "#6db3f2" : "#0060a8"; }

export function line(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
