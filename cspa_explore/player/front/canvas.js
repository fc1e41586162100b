// A canvas at device resolution (or one that writes SVG, see vector.js), and what drawings share: theme, shapes of classes, labels that do not overlap.

export class Surface {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  // Fit the bitmap to the element; say whether it changed.
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

  // A drawing of the same size that is made once and copied often.
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

export function themeOf(element) {
  const style = getComputedStyle(element);
  const read = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  const background = read("--st-background-color", "#ffffff"), text = read("--st-text-color", "#31333f");
  return {background, text, font: read("--st-font", "sans-serif"), dark: brightness(background) < 0.5};
}

const BRIGHTNESS = new Map(); // by colour: a theme is asked for in every frame

function brightness(colour) {
  if (!BRIGHTNESS.has(colour)) BRIGHTNESS.set(colour, measured(colour));
  return BRIGHTNESS.get(colour);
}

function measured(colour) {
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

export function faded(colour, opacity) {
  return colour + Math.round(255 * opacity).toString(16).padStart(2, "0");
}

const SIDES = {square: [4, Math.PI / 4], triangle: [3, -Math.PI / 2], diamond: [4, 0], hexagon: [6, 0]};

export function shape(context, name, x, y, r) {
  context.beginPath();
  if (SIDES[name]) {
    const [n, turn] = SIDES[name];
    for (let i = 0; i < n; i++) context.lineTo(x + 1.2 * r * Math.cos(turn + (2 * Math.PI * i) / n), y + 1.2 * r * Math.sin(turn + (2 * Math.PI * i) / n));
    context.closePath();
  } else if (name === "star") {
    for (let i = 0; i < 10; i++) {
      const far = i % 2 ? 0.55 * r : 1.3 * r, angle = -Math.PI / 2 + (Math.PI * i) / 5;
      context.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
    }
    context.closePath();
  } else if (name === "plus" || name === "cross") {
    const turn = name === "cross" ? Math.PI / 4 : 0, w = 0.4 * r;
    const outline = [[-w, -r], [w, -r], [w, -w], [r, -w], [r, w], [w, w], [w, r], [-w, r], [-w, w], [-r, w], [-r, -w], [-w, -w]];
    for (const [a, b] of outline) {
      context.lineTo(x + a * Math.cos(turn) - b * Math.sin(turn), y + a * Math.sin(turn) + b * Math.cos(turn));
    }
    context.closePath();
  } else context.arc(x, y, r, 0, 2 * Math.PI);
}

export function tick(context, x, y, r, right) { // ✓ hollow, ✗ crossed: readable without colour
  context.beginPath();
  if (right) {
    context.arc(x, y, 0.75 * r, 0, 2 * Math.PI);
  } else {
    context.moveTo(x - r, y - r);
    context.lineTo(x + r, y + r);
    context.moveTo(x + r, y - r);
    context.lineTo(x - r, y + r);
  }
  context.stroke();
}

// The name of a class, readable on whatever lies beneath.
export function badge(context, text, x, y, theme, height) {
  context.fillStyle = faded(theme.background, 0.75);
  context.beginPath();
  context.arc(x, y, Math.max(context.measureText(text).width, 0.85 * height) / 2 + 1, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = theme.text;
  context.fillText(text, x, y + 1);
}

// Move labels (each {y, height}) apart, keeping their order and staying within low…high.
export function apart(labels, low, high) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  let floor = low;
  for (const label of sorted) {
    label.y = Math.max(label.y, floor + label.height / 2);
    floor = label.y + label.height / 2;
  }
  let ceiling = high;
  for (const label of sorted.reverse()) {
    label.y = Math.min(label.y, ceiling - label.height / 2);
    ceiling = label.y - label.height / 2;
  }
}

// Whether the place is farther than r from every line from the centre to one of the ends.
export function clearOf([x, y], [cx, cy], ends, r) {
  return ends.every(([a, b]) => {
    const [dx, dy] = [a - cx, b - cy], along = ((x - cx) * dx + (y - cy) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.min(1, Math.max(0, along));
    return Math.hypot(x - cx - share * dx, y - cy - share * dy) > r && Math.hypot(x - a, y - b) > r + 4;
  });
}

export function meets(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
