// A data set at a glance: its rows in the plane, its classes with their counts, and a few instances.

import {accent, ink, onNewTheme, Surface, themeOf} from "./canvas.js";
import {html, setHtml} from "./html.js";
import {drawInstance} from "./instance_drawing.js";
import {shape} from "./marks.js";
import {mount} from "./mount.js";
import {whole} from "./numbers.js";

/** @typedef {import("./types").Glance} Data */

const R = 3; // pixels, of a point
const PAD = 14;
const LAYOUT = html`<div class="top"><figure><canvas class="plane" role="img"></canvas><figcaption></figcaption></figure>
  <div class="list"><h3></h3><ul></ul></div></div><h3 class="few">A few instances</h3><div class="instances"></div>`;

const MARK = html`<canvas class="mark" aria-hidden="true"></canvas>`;

/** The width of a class's bar in percent: its count beside the largest. */
export function barWidth(count, counts) { return 100 * count / Math.max(1, ...counts); }

/**
 * Where each class is named in the plane: the middle of its points, or null without points.
 * @param {Pick<Data, "x" | "y" | "labels">} data
 * @returns {([number, number] | null)[]}
 */
export function middles({x, y, labels}, K) {
  return Array.from({length: K}, (_, k) => {
    const places = labels.flatMap((label, i) => (label === k ? [i] : []));
    const middle = (values) => places.map((i) => values[i]).sort((a, b) => a - b)[places.length >> 1];
    return places.length ? [middle(x), middle(y)] : null;
  });
}

export class DataView {
  /** @type {Data} */
  data;
  chosen = -1; // the class whose points stand out
  frames = 0; // how often it was drawn
  /** @type {{text: string, x: number, y: number, width: number, height: number}[]} */
  labels = []; // names in the plane

  /** @param {Data} data */
  constructor(root, data) {
    this.root = root;
    root.classList.add("data-view");
    root.cspa = this;
    setHtml(root, LAYOUT);
    this.surface = new Surface(root.querySelector(".plane"));
    this.off = new AbortController();
    this.watch = new ResizeObserver(() => this.draw());
    this.watch.observe(root);
    root.querySelector("ul").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.choose(Number(button.dataset.class));
    }, {signal: this.off.signal});
    this.load(data);
    onNewTheme(() => themeOf(root), () => this.draw(), this.off.signal);
  }

  /** @param {Data} data */
  load(data) {
    if (this.data?.title !== data.title || this.chosen >= data.names.length) this.chosen = -1;
    this.data = data;
    const {names, counts, classes, more} = data, total = names.length + more;
    this.root.querySelector("h3").textContent = `${total} classes: click one to see its points`;
    setHtml(this.root.querySelector("ul"), html`${names.map((name, k) => html`<li><button type="button" data-class="${k}"
      aria-pressed="${k === this.chosen}" title="Show the points of ${name}">${classes[k] ? MARK : ""}
      <span class="name">${name}</span>
      <span class="bar"><i style="width: ${barWidth(counts[k], counts)}%"></i></span>
      <span class="count">${whole(counts[k])}</span></button></li>`)}
      ${more ? html`<li class="more">and ${more} more</li>` : ""}`);
    this.root.querySelector("figcaption").textContent = data.words;
    const list = names.slice(0, 10).map((name, k) => `${name} (${whole(counts[k])})`).join(", ");
    this.root.querySelector(".plane").setAttribute("aria-label", `${data.words} Classes: ${list}${names.length > 10 ? ", …" : ""}.`);
    this.root.querySelector(".few").hidden = !data.instances.length;
    setHtml(this.root.querySelector(".instances"), html`${data.instances.map(({name, picture}) => html`<figure
      data-kind="${picture.kind}"><canvas role="img" aria-label="An instance of class ${name}"></canvas>
      <figcaption>${name}</figcaption></figure>`)}`);
    this.draw();
  }

  choose(k) {
    this.chosen = k === this.chosen ? -1 : k;
    for (const button of this.root.querySelectorAll("[data-class]")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.class) === this.chosen));
    }
    this.draw();
  }

  draw() {
    const theme = themeOf(this.root);
    this.frames++;
    this.labels = [];
    this.drawPlane(theme);
    this.root.querySelectorAll(".bar i").forEach((bar, k) => {
      bar.style.setProperty("--ink", this.data.classes[k] ? this.colour(k, theme) : "#808080");
    });
    this.root.querySelectorAll(".mark").forEach((canvas, k) => {
      const surface = new Surface(canvas);
      surface.fit();
      const context = surface.begin();
      context.fillStyle = this.colour(k, theme);
      shape(context, this.data.classes[k].shape, surface.width / 2, surface.height / 2, 5);
      context.fill();
    });
    this.root.querySelectorAll(".instances canvas").forEach((canvas, i) => {
      const surface = new Surface(canvas), {numbers, picture} = this.data.instances[i];
      surface.fit();
      drawInstance(surface.begin(), {x: 1, y: 1, width: surface.width - 2, height: surface.height - 2}, numbers, picture, theme);
    });
  }

  // The colour of a class; beyond ten classes, of the one that stands out.
  colour(k, theme) {
    const look = this.data.classes[k];
    if (look) return theme.dark ? look.ink_dark : look.ink_light;
    return k === this.chosen ? accent(theme) : ink(theme, 0.35);
  }

  drawPlane(theme) {
    const {surface, data} = this;
    surface.fit();
    const context = surface.begin(), {width, height} = surface, side = Math.min(width, height) / 2 - PAD;
    const at = (i) => [width / 2 + data.x[i] * side, height / 2 - data.y[i] * side];
    const front = (i) => Number(data.labels[i] === this.chosen);
    const order = data.labels.map((_, i) => i).sort((a, b) => front(a) - front(b));
    for (const i of order) {
      const k = data.labels[i], look = data.classes[k], out = this.chosen >= 0 && k !== this.chosen;
      context.fillStyle = out ? ink(theme, 0.12) : this.colour(k, theme);
      context.globalAlpha = out ? 1 : 0.75;
      shape(context, look && !out ? look.shape : "circle", ...at(i), out ? R - 1 : R);
      context.fill();
    }
    context.globalAlpha = 1;
    if (data.classes.length) this.nameClasses(context, theme, side);
  }

  // The name of each coloured class in the middle of its points.
  nameClasses(context, theme, side) {
    const {data, surface: {width, height}} = this;
    Object.assign(context, {font: `700 14px ${theme.font}`, textAlign: "center", textBaseline: "middle", lineJoin: "round", lineWidth: 4});
    const named = /** @type {[number, number, number][]} */ ([]);
    middles(data, data.classes.length).forEach((middle, k) => {
      if (!middle || (this.chosen >= 0 && k !== this.chosen)) return;
      const name = data.names[k].length > 12 ? `${data.names[k].slice(0, 11)}…` : data.names[k];
      const half = context.measureText(name).width / 2 + 4, x = width / 2 + middle[0] * side;
      const at = /** @type {[number, number]} */ ([Math.max(half, Math.min(width - half, x)), height / 2 - middle[1] * side]);
      if (named.some(([x0, y0, half0]) => Math.abs(x0 - at[0]) < half0 + half - 6 && Math.abs(y0 - at[1]) < 12)) return; // no room
      named.push([...at, half]);
      context.strokeStyle = theme.background;
      context.fillStyle = theme.text;
      context.strokeText(name, ...at);
      context.fillText(name, ...at);
      this.labels.push({text: name, x: at[0] - half + 4, y: at[1] - 6, width: 2 * half - 8, height: 12});
    });
  }

  // What is drawn, for tests.
  state() {
    const {chosen, frames, labels} = this;
    return {chosen, frames, labels};
  }

  destroy() {
    this.off.abort();
    this.watch.disconnect();
  }
}

export default function (component) {
  return mount(DataView, component, () => {});
}
