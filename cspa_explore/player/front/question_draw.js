// A question about a curve: handles at a few rounds are dragged, tapped or moved with the arrow keys; the true curve follows.

import {distance, UNMOVED} from "./classroom_votes.js";
import {html, setHtml} from "./html.js";
import {whole} from "./numbers.js";

/** @typedef {import("./types").ClassPicture} Picture */
/** @typedef {import("./types").Vote} Vote */

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 18, 14, 40]; // pixels around the curve
const KEYS = {ArrowUp: 1, ArrowDown: -1, ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10, Home: -100, End: 100};

// What makes a circle a slider.
function handle(i, t, value) {
  return html`tabindex="0" role="slider" data-handle="${i}" aria-label="Right proposals up to round ${whole(t)}"
    aria-orientation="vertical" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${value}" aria-valuetext="${value} %"`;
}

export class DrawQuestion {
  /** @type {Picture} */
  data;
  /** @type {Vote} */
  vote;
  held = false;

  constructor(place, changed, signal) {
    this.place = place;
    this.changed = changed;
    place.addEventListener("keydown", (event) => this.key(event), {signal});
    place.addEventListener("pointerdown", (event) => this.press(event), {signal});
    place.addEventListener("pointermove", (event) => this.held && this.drag(event), {signal});
    for (const name of ["pointerup", "pointercancel"]) place.addEventListener(name, () => this.release(), {signal});
  }

  /**
   * @param {Picture} data
   * @param {Vote} vote
   */
  show(data, vote) {
    this.data = data;
    this.vote = vote;
    const {rounds} = data.question;
    if (vote.curve.length !== rounds.length) vote.curve = rounds.map(() => UNMOVED);
    const open = vote.phase === "open";
    setHtml(this.place, html`<div class="chart"></div><p class="hint">${open
      ? "Drag across the chart, or reach a handle with Tab and move it with ↑ ↓ (10 points: Page Up, Page Down)." : ""}</p>`);
    this.draw();
  }

  get size() { return {wide: this.place.clientWidth, high: Math.round(Math.min(340, Math.max(220, 0.62 * this.place.clientWidth)))}; }

  x(t, wide) {
    const {rounds} = this.data.question, [first, last] = [rounds[0], rounds[rounds.length - 1]];
    return LEFT + (wide - LEFT - RIGHT) * Math.log(t / first) / Math.log(last / first);
  }

  draw() {
    const {wide, high} = this.size, {vote, data} = this, {rounds} = data.question, open = vote.phase === "open";
    if (!wide) return;
    const focused = this.place.getRootNode().activeElement?.dataset?.handle, answer = vote.phase === "revealed" ? data.answer : null;
    const x = (t) => this.x(t, wide), y = (value) => TOP + (high - TOP - BOTTOM) * (1 - value / 100);
    const line = (points) => points.map(([t, value], i) => `${i ? "L" : "M"}${x(t).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const drawn = rounds.map((t, i) => [t, vote.curve[i]]), last = rounds[rounds.length - 1];
    const inside = answer?.curve.filter(([t]) => t >= rounds[0] && t <= last), said = answer ? ` ${answer.sentence}` : "";
    const words = `The drawn curve: ${drawn.map(([t, value]) => `round ${t}: ${value} %`).join(", ")}.${said}`;
    setHtml(this.place.querySelector(".chart"), html`<svg role="group" aria-label="${words}" width="${wide}" height="${high}"
      viewBox="0 0 ${wide} ${high}" class="${open ? "open" : ""}">
      ${[0, 25, 50, 75, 100].map((value) => html`<line class="grid" x1="${LEFT}" y1="${y(value)}" x2="${wide - RIGHT}" y2="${y(value)}"/>
        <text class="tick left" x="${LEFT - 8}" y="${y(value) + 5}">${value} %</text>`)}
      <line class="chance" x1="${LEFT}" y1="${y(data.chance)}" x2="${wide - RIGHT}" y2="${y(data.chance)}"/>
      <text class="note" x="${wide - RIGHT}" y="${y(data.chance) - 6}">guessing at random</text>
      ${rounds.map((t) => html`<text class="tick" x="${x(t)}" y="${high - BOTTOM + 20}">${whole(t)}</text>`)}
      <text class="tick" x="${(LEFT + wide - RIGHT) / 2}" y="${high - 4}">round</text>
      ${inside ? html`<path class="true-curve" d="${line(inside)}"/>` : ""}
      <path class="drawn" d="${line(drawn)}"/>
      ${drawn.map(([t, value], i) => html`<circle class="handle" cx="${x(t)}" cy="${y(value)}" r="${open ? 9 : 5}"
        ${open ? handle(i, t, value) : ""}/>`)}</svg>
      ${answer ? html`<p class="legend"><span class="drawn-key">the class's curve</span> <span class="true-key">the run</span></p>` : ""}`);
    if (focused !== undefined) /** @type {any} */ (this.place.querySelector(`[data-handle="${focused}"]`))?.focus();
  }

  set(i, value) {
    this.vote.curve[i] = Math.round(Math.max(0, Math.min(100, value)));
    this.draw();
  }

  key(event) {
    const handle = event.target.dataset?.handle, step = KEYS[event.key];
    if (handle === undefined || step === undefined || this.vote.phase !== "open") return;
    event.preventDefault();
    const i = Number(handle);
    this.set(i, this.vote.curve[i] + (event.shiftKey ? 10 * step : step));
    this.changed();
  }

  press(event) {
    if (this.vote.phase !== "open" || !event.target.closest("svg")) return;
    this.held = true;
    this.place.setPointerCapture?.(event.pointerId);
    event.preventDefault();
    this.drag(event);
  }

  // Move the handle that is nearest to the pointer.
  drag(event) {
    const {wide, high} = this.size, box = this.place.querySelector(".chart").getBoundingClientRect(), {rounds} = this.data.question;
    const far = rounds.map((t) => Math.abs(this.x(t, wide) - (event.clientX - box.left))), i = far.indexOf(Math.min(...far));
    this.set(i, 100 * (1 - (event.clientY - box.top - TOP) / (high - TOP - BOTTOM)));
  }

  release() {
    if (!this.held) return;
    this.held = false;
    this.changed();
  }

  score(answer) {
    const {rounds} = this.data.question, off = distance(this.vote.curve, rounds, answer.curve);
    return `The drawn curve is ${off.toFixed(1)} points away from the run, on average over its ${rounds.length} handles.`;
  }

  title(data) { return `${data.answer.words} in the end`; }
}
