// The editor of a user's own points: click the plane to add a point of the chosen class, click a point to remove it, drag
// a point to move it. The arrow keys move a cursor, Enter adds or removes, 1 to 8 choose the class.

import {line, onNewTheme, Surface, themeOf} from "./canvas.js";
import {html, setHtml} from "./html.js";
import {shape} from "./marks.js";
import {mount} from "./mount.js";
import {counted} from "./numbers.js";

/** @typedef {import("./types").OwnPoints} Data */

const NEAR = 10; // pixels from a point that a click removes
const MOVES = 4; // pixels from which a press is a drag
const STEP = 0.05; // data units by which an arrow key moves the cursor
const R = 5; // pixels, of a point
const LAYOUT = html`<div class="classes" role="radiogroup" aria-label="Class of new points"></div>
  <canvas tabindex="0" role="application"></canvas>
  <div class="acts"><button type="button" class="undo">Undo</button><button type="button" class="clear">Clear</button></div>
  <p class="hint" aria-live="polite"></p>`;

/** The number with at most two decimals, as it stands in the link. */
export function rounded(value) { return Math.round(100 * value) / 100 || 0; }

/**
 * The points after a click at (x, y): without the nearest point within `near`, or with a new one.
 * @param {[number, number, number][]} points
 * @param {number} near
 */
export function clicked(points, x, y, label, near) {
  const i = grabbed(points, x, y, near);
  if (i >= 0) return points.filter((_, place) => place !== i);
  return [...points, /** @type {[number, number, number]} */ ([rounded(x), rounded(y), label])];
}

/**
 * The place of the nearest point within `near`, or −1.
 * @param {[number, number, number][]} points
 */
export function grabbed(points, x, y, near) {
  const far = points.map(([px, py]) => Math.hypot(px - x, py - y)), i = far.indexOf(Math.min(...far));
  return i >= 0 && far[i] <= near ? i : -1;
}

/**
 * The points with point i moved to (x, y), which stays inside the view.
 * @param {[number, number, number][]} points
 * @returns {[number, number, number][]}
 */
export function moved(points, i, x, y, view) {
  const inside = (value) => rounded(Math.max(-view, Math.min(view, value)));
  return points.map((point, place) => (place === i ? [inside(x), inside(y), point[2]] : point));
}

class PointsEditor {
  /** @type {Data} */
  data;
  /** @type {[number, number, number][]} */
  points = [];
  /** @type {[number, number, number][][]} */
  before = []; // for Undo
  label = 1;
  cursor = [0, 0];
  view = 1.2; // data units from the centre to the edge
  keys = false; // the cursor is shown once a key has moved it
  sent = ""; // the server's points, as text
  /** @type {{i: number, points: [number, number, number][], x: number, y: number, moves: boolean} | null} */
  held = null; // the press under way: the point below it, and where it began
  asked = 0; // how many requests were sent

  /** @param {Data} data */
  constructor(root, data, ask) {
    this.root = root;
    root.classList.add("points-editor");
    setHtml(root, LAYOUT);
    this.canvas = root.querySelector("canvas");
    this.surface = new Surface(this.canvas);
    this.off = new AbortController();
    this.watch = new ResizeObserver(() => this.draw());
    this.watch.observe(this.canvas);
    this.listen(this.off.signal);
    this.load(data, ask);
    onNewTheme(() => themeOf(root), () => this.draw(), this.off.signal);
  }

  /** @param {Data} data */
  load(data, ask) {
    this.ask = ask;
    this.data = data;
    const text = JSON.stringify(data.points);
    if (text !== this.sent && data.answer >= this.asked) { // otherwise the answer to the last click is still to come
      if (JSON.stringify(this.points) !== text) this.before = [];
      this.points = data.points;
      this.sent = text;
    }
    this.view = Math.max(1.2, 1.1 * Math.max(...this.points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)])));
    this.choices();
    this.draw();
  }

  choices() {
    setHtml(this.root.querySelector(".classes"), html`${this.data.classes.map((look, k) => html`<button type="button" role="radio"
      aria-checked="${k + 1 === this.label}" aria-label="Class ${k + 1}" data-class="${k + 1}"
      style="--ink: ${look.ink_light}; --tint: ${look.light}">${k + 1}</button>`)}`);
  }

  listen(signal) {
    const on = (element, event, act) => element.addEventListener(event, act, {signal});
    on(this.root.querySelector(".classes"), "click", (event) => this.choose(Number(event.target.closest("button")?.dataset.class)));
    on(this.root.querySelector(".undo"), "click", () => this.undo());
    on(this.root.querySelector(".clear"), "click", () => this.change([]));
    on(this.canvas, "pointerdown", (event) => this.press(event));
    on(this.canvas, "pointermove", (event) => this.drag(event));
    on(this.canvas, "pointerup", (event) => this.release(event));
    on(this.canvas, "pointercancel", () => { if (this.held) this.points = this.held.points; this.held = null; this.draw(); });
    on(this.canvas, "keydown", (event) => this.key(event));
    on(this.canvas, "blur", () => { this.keys = false; this.draw(); });
  }

  // The position of the pointer in data units.
  place(event) {
    const box = this.canvas.getBoundingClientRect(), half = box.width / 2;
    return [(event.clientX - box.left - half) / half * this.view, (half - event.clientY + box.top) / half * this.view];
  }

  press(event) {
    const [x, y] = this.place(event);
    this.keys = false;
    this.held = {i: grabbed(this.points, x, y, this.near()), points: this.points, x: event.clientX, y: event.clientY, moves: false};
    if (this.held.i >= 0) this.canvas.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const {held} = this;
    if (!held || held.i < 0) return;
    held.moves ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > MOVES;
    if (!held.moves) return;
    const [x, y] = this.place(event);
    this.points = moved(held.points, held.i, x, y, this.view);
    this.draw();
  }

  release(event) {
    const {held} = this, [x, y] = this.place(event);
    this.held = null;
    if (!held) return;
    if (!held.moves) this.act(x, y);
    else {
      this.before.push(held.points);
      this.show(this.points);
    }
  }

  near() { return NEAR / (this.surface.width / 2) * this.view; }

  choose(label) {
    if (!(label >= 1 && label <= this.data.classes.length)) return;
    this.label = label;
    for (const button of this.root.querySelectorAll("[data-class]")) {
      button.setAttribute("aria-checked", String(Number(button.dataset.class) === label));
    }
    this.draw();
  }

  key(event) {
    const moves = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}, move = moves[event.key];
    if (move) this.cursor = this.cursor.map((c, i) => Math.max(-this.view, Math.min(this.view, rounded(c + STEP * move[i]))));
    else if (event.key === "Enter" || event.key === " ") this.act(this.cursor[0], this.cursor[1]);
    else if (/^[1-8]$/.test(event.key)) this.choose(Number(event.key));
    else return;
    this.keys = true;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }

  act(x, y) {
    this.change(clicked(this.points, x, y, this.label, this.near()));
  }

  change(points) {
    this.before.push(this.points);
    this.show(points);
  }

  undo() {
    const points = this.before.pop();
    if (points) this.show(points);
  }

  // Draw the points, and send them if they make a data set.
  show(points) {
    this.points = points;
    const classes = new Set(points.map(([, , label]) => label)).size;
    if (classes >= 2 && points.length <= this.data.most) this.ask({points, number: ++this.asked});
    this.draw();
  }

  draw() {
    const {surface, points, data} = this, theme = themeOf(this.root);
    surface.fit();
    const context = surface.begin(), {width} = surface, half = width / 2;
    const at = (x, y) => [half + x / this.view * half, half - y / this.view * half];
    context.strokeStyle = theme.text;
    context.globalAlpha = 0.25;
    context.lineWidth = 1;
    line(context, 0, half, width, half);
    line(context, half, 0, half, width);
    context.globalAlpha = 1;
    for (const [x, y, label] of points) {
      const look = data.classes[(label - 1) % data.classes.length];
      context.fillStyle = theme.dark ? look.ink_dark : look.ink_light;
      shape(context, look.shape, ...at(x, y), R);
      context.fill();
    }
    if (this.keys) {
      const [x, y] = at(this.cursor[0], this.cursor[1]);
      context.strokeStyle = theme.text;
      context.lineWidth = 2;
      line(context, x - 9, y, x + 9, y);
      line(context, x, y - 9, x, y + 9);
    }
    this.say();
  }

  say() {
    const classes = new Set(this.points.map(([, , label]) => label)).size, n = this.points.length;
    const count = `${counted(n, "point")}, ${counted(classes, "class", "classes")}`;
    const rule = n > this.data.most ? `: at most ${this.data.most} points play.`
      : classes < 2 ? ": your own points need at least two classes." : ".";
    const cursor = this.keys ? ` Cursor at ${this.cursor.join(", ")}.` : "";
    this.canvas.setAttribute("aria-label", `Your points: ${count}. Click to add a point of class ${this.label}, click a point ` +
      "to remove it, drag it to move it; or arrow keys and Enter.");
    this.root.querySelector(".hint").textContent = `${count}${rule}${cursor}`;
  }

  destroy() {
    this.off.abort();
    this.watch.disconnect();
  }
}

export default function (component) {
  return mount(PointsEditor, component, (question) => component.setTriggerValue("ask", question));
}
