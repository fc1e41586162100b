// The β Lab: which value to use. A card with the decision, the curves, the same as a map, and each learner at its best.

import {addressOfThisPage, givenValues, read, remember, remembered} from "./address.js";
import {listenFor, SETTLE} from "./bridge.js";
import {onNewTheme, themeOf} from "./canvas.js";
import {setHtml} from "./html.js";
import {axisOf, readZoom, writeZoom} from "./lab_axis.js";
import {LabClock} from "./lab_clock.js";
import {showControls, showData} from "./lab_controls.js";
import {bestAt, cellsAt, isEnd, placeOf, roundOf, seriesAt} from "./lab_film.js";
import {LabGraph} from "./lab_graph.js";
import {LAYOUT} from "./lab_layout.js";
import {LabMap} from "./lab_map.js";
import {labPicture} from "./lab_picture.js";
import {follow} from "./lab_pointer.js";
import {LabPreview} from "./lab_preview.js";
import {cellOf, readRun, runOf} from "./lab_run.js";
import {theoryOf} from "./lab_theory.js";
import {mount} from "./mount.js";
import {whole} from "./numbers.js";
import {save} from "./picture.js";
import {MOST_ALPHA, rangesAt} from "./theory_range.js";

const NARROW = 860; // pixels below which the learners stand below the curves
const PHONE = 560; // pixels below which the parts of the card stand below each other
const REST = 250; // ms after which the address is written

/** @typedef {import("./types").LabPicture} LabPicture */

export class Lab {
  /** @type {LabPicture} */
  data;
  /** @type {{i: number, j: number} | null} */
  hovered = null; // the point or cell under the pointer
  /** @type {{i: number, j: number}} */
  selected = {i: 0, j: 0};
  /** @type {number[] | null} */
  brush = null; // from and to, in pixels, while the pointer drags
  alpha = 0;
  place = 0; // in the film
  clock = new LabClock(this);
  asked = 0; // the next frame
  frames = 0;
  /** @type {string | null} */
  run = null; // that the user has selected, as in the link
  chosen = false; // the sweep plays that run

  /** @param {LabPicture} data */
  constructor(root, data, ask) {
    this.root = root;
    setHtml(root, LAYOUT);
    root.classList.add("lab");
    root.cspa = this;
    this.find = (selector) => root.querySelector(selector);
    this.write = addressOfThisPage();
    this.restored = Number(remembered("restored") ?? 0);
    this.alpha = Math.min(MOST_ALPHA, Math.max(0, Number(read("alpha")) || 0));
    this.scale = read("beta_axis");
    this.local = read("ink") !== "whole";
    [this.zoom, this.run] = [readZoom(read("zoom")), readRun(read("run"))];
    this.after = Number(read("after")) || 0; // the round of the link; 0: the last
    this.graph = new LabGraph(this.find(".graph canvas"));
    this.map = new LabMap(this.find(".map canvas"));
    this.preview = new LabPreview(this.find(".preview canvas"));
    this.off = new AbortController();
    this.listen(this.off.signal);
    this.load(data, ask);
    this.settle();
  }

  /** Show a sweep; while it is computed, it arrives again with more cells.
   * @param {LabPicture} data
   */
  load(data, ask) {
    const before = this.data, again = before?.values.length === data.values.length && before.symbol === data.symbol
      && before.sigmas.join() === data.sigmas.join();
    this.ask = ask;
    this.data = data;
    if (data.restored > this.restored) this.restore(data.restored);
    if (before && (before.key !== data.key || before.param !== data.param)) {
      this.zoom = this.run = null; // they belong to the values of another parameter
      this.settle();
    }
    if (!again) this.hovered = null;
    const run = cellOf(this.run, data);
    this.chosen = run !== null;
    this.selected = run ?? (data.card ? {i: data.card.i, j: data.card.j} : this.best());
    if (this.clock.playing !== "rounds") this.place = placeOf(data.film, this.after);
    showData(this.root, data);
    showControls(this, this.view());
    this.invalidate();
  }

  // The user restored the defaults, here or on another page.
  restore(times) {
    this.restored = times;
    this.clock.stop();
    Object.assign(this, {alpha: 0, zoom: null, scale: null, local: true, after: 0, run: null});
    this.write({alpha: null, beta_axis: null, ink: null, zoom: null, after: null, run: null});
    remember({restored: String(times)});
  }

  // The best value at the sidebar's σ, until there is a decision.
  best() {
    const {map: {cells}, own} = this.data, i = own ?? Math.floor((cells.length - 1) / 2);
    const top = Math.max(.../** @type {number[]} */ (cells[i].filter((mean) => mean !== null)));
    return {i, j: Math.max(0, cells[i].indexOf(top))};
  }

  listen(signal) {
    const {root, find} = this, on = (selector, event, act) => find(selector).addEventListener(event, act, {signal});
    on(".play", "click", () => (this.clock.playing === "alpha" ? this.pause() : this.clock.start("alpha")));
    on(".start", "click", () => (this.clock.playing === "rounds" ? this.pause() : this.clock.start("rounds")));
    on(".scrub", "input", (event) => {
      this.alpha = event.target.value / 100;
      this.pause();
    });
    on(".rounds", "input", (event) => {
      this.place = Number(event.target.value);
      this.pause();
    });
    on(".sigma", "change", (event) => this.select({...this.selected, i: Number(event.target.value)}));
    on(".value", "change", (event) => this.select({...this.selected, j: Number(event.target.value)}));
    on(".use", "click", () => this.use(this.selected));
    on(".open", "click", () => this.open(this.selected.i, this.selected.j));
    on(".whole", "click", () => this.zoomTo(null));
    for (const kind of ["svg", "png"]) on(`[data-picture=${kind}]`, "click", () => this.savePicture(kind));
    follow(this, signal);
    listenFor(SETTLE, () => this.writeNow(), signal);
    const sizes = new ResizeObserver(() => {
      for (const [name, width] of Object.entries({narrow: NARROW, phone: PHONE})) root.classList.toggle(name, root.clientWidth < width);
      this.invalidate();
    });
    for (const element of [root, ...root.querySelectorAll("canvas")]) sizes.observe(element);
    onNewTheme(() => themeOf(root), () => this.invalidate(), signal);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  destroy() {
    clearTimeout(this.writing);
    this.off.abort();
  }

  // A button that is known by its data.
  pressed(button) {
    const {axis, ink, card, learner} = button?.dataset ?? {};
    if (axis) this.scale = axis;
    if (ink) this.local = ink === "local";
    if (card === "use") this.use(this.data.card);
    if (card === "open" && this.data.card) this.open(this.data.card.i, this.data.card.j);
    if (learner) this.request({kind: "learner", text: learner}, "Opening the Arena…");
    if (axis || ink) this.pause();
  }

  pause() {
    this.clock.stop();
    this.place = Math.round(this.place);
    this.after = this.data.film && !isEnd(this.data.film, this.place) ? roundOf(this.data.film, this.place) : 0;
    this.settle();
    this.invalidate();
  }

  // Put the view into the address once it rests; while something plays, nothing is written.
  settle() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.clock.playing || this.writeNow(), REST);
  }

  writeNow() {
    clearTimeout(this.writing);
    if (!this.root.isConnected) return;
    this.write({
      alpha: this.alpha ? this.alpha.toFixed(2) : null, beta_axis: this.scale, ink: this.local ? null : "whole",
      zoom: writeZoom(this.zoom), after: this.after ? String(this.after) : null, run: this.run,
    });
  }

  zoomTo(zoom) {
    this.zoom = zoom;
    this.pause();
  }

  select(cell) {
    Object.assign(this, {selected: cell, run: runOf(cell, this.data), chosen: true});
    this.settle();
    this.invalidate();
  }

  use(cell) { if (cell) this.request({kind: "use", i: cell.i, j: cell.j}, ""); }
  open(i, j) { this.request({kind: "open", i, j}, "Opening the Arena…"); }
  request(question, words) {
    this.pause();
    this.writeNow();
    this.find(".notice").textContent = words;
    this.ask({...question, query: givenValues(), again: Date.now()});
  }

  async savePicture(kind) {
    this.pause();
    this.find(".notice").textContent = await save(kind, labPicture(this.data, this.view(), this.theorem()));
  }

  invalidate() {
    this.asked ||= requestAnimationFrame((now) => {
      this.asked = 0;
      if (!this.root.isConnected) return;
      if (this.clock.playing) this.clock.advance(now);
      this.draw();
      this.frames++;
      if (this.clock.playing) this.invalidate();
    });
  }

  /** What graph and map show of the data. @returns {import("./types").LabView} */
  view() {
    const {data, place, alpha, hovered, selected, brush, local} = this, {film} = data;
    const end = isEnd(film, place) || !film, title = end ? data.curves.y.label : `% right after round ${whole(roundOf(film, place))}`;
    return {
      axis: axisOf(data.curves, this.scale, this.zoom), alpha, title, end, best: bestAt(data.map.best, film, place), own: data.own,
      hovered, selected, brush, local, series: seriesAt(data.curves.series, film, place),
      cells: cellsAt(data.map.cells, film, place), beside: end ? data.beside : null,
    };
  }

  draw() {
    const theme = themeOf(this.root), {data} = this, view = this.view();
    showControls(this, view);
    this.graph.draw(data.curves, view, theme);
    if (this.graph.box) this.map.draw(data.map, view, this.graph.box, theme);
    this.preview.draw(data, this.selected, this.place, theme);
  }

  theorem() { return this.data.theory ? theoryOf(this.data.K, this.data.theory, this.alpha) : ""; }

  // Everything that is drawn, for tests.
  state() {
    const here = this.root.getBoundingClientRect(), {graph, data, alpha, place} = this, box = graph.surface.canvas.getBoundingClientRect();
    return {
      alpha, playing: Boolean(this.clock.playing), data, frames: this.frames, ...graph.state(), best: this.map.marked(),
      selected: this.selected, edge: data.theory ? rangesAt(data.theory, alpha).theorem : null, place, view: this.view(),
      zoom: this.zoom, edges: this.map.edges, rows: this.map.box, extent: this.map.extent(),
      labels: graph.labels.map((label) => ({...label, x: label.x + box.left - here.left, y: label.y + box.top - here.top})),
    };
  }
}

export default function (component) {
  return mount(Lab, component, (question) => component.setTriggerValue("question", question));
}
