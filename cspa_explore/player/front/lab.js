// The β Lab: the final ratio against a parameter, one curve per σ, and the same as a map. The theory range moves with α.

import {addressOfThisPage, read, remember, remembered} from "./address.js";
import {themeOf} from "./canvas.js";
import {html, setHtml} from "./html.js";
import {LabGraph} from "./lab_graph.js";
import {LabMap} from "./lab_map.js";
import {labPicture} from "./lab_picture.js";
import {mount} from "./mount.js";
import {percent, short} from "./numbers.js";
import {PICTURE_BUTTONS, save} from "./picture.js";
import {rangesAt} from "./theory_range.js";

const SECONDS = 6; // for α from 0 to 1
const MOST = 0.99; // α = 1 is outside the theorem
const NARROW = 760; // pixels below which the map stands below the curves
const REST = 250; // ms after which the address is written
const THEME_CHECK = 400; // ms
const LAYOUT = html`
  <div class="theory bar">
    <button class="play" title="α from 0 to 1">Play α</button>
    <label class="alpha">α <input class="scrub" type="range" min="0" max="99" value="0" step="1" aria-label="α of the theorem"></label>
    <output class="count"></output>
  </div>
  <p class="sentence theory"></p>
  <div class="stage">
    <div class="graph"><canvas role="img"></canvas><div class="tip" hidden></div></div>
    <div class="map"><canvas role="img"></canvas></div>
  </div>
  <div class="bar choose">
    <label>σ <select class="sigma"></select></label><label><span class="symbol"></span> <select class="value"></select></label>
    <button class="open">Open this run in the Arena</button>${PICTURE_BUTTONS}
    <span class="notice" role="status" aria-live="polite"></span>
  </div>`;

/** @typedef {import("./types").LabPicture} LabPicture */

class Lab {
  /** @type {LabPicture} */
  data;
  /** @type {{i: number, j: number} | null} */
  hovered = null; // the point under the pointer
  alpha = 0;
  since = 0; // when playing began (ms); 0: it does not play
  asked = 0; // the next frame
  frames = 0;
  chosen = false; // by the user: a run to open
  themeText = "";

  /** @param {LabPicture} data */
  constructor(root, data, ask) {
    this.root = root;
    setHtml(root, LAYOUT);
    root.classList.add("lab");
    root.cspa = this;
    this.find = (selector) => root.querySelector(selector);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.alpha = Math.min(MOST, Math.max(0, Number(read("alpha")) || 0));
    this.write = addressOfThisPage();
    this.graph = new LabGraph(this.find(".graph canvas"));
    this.map = new LabMap(this.find(".map canvas"));
    this.off = new AbortController();
    this.listen(this.off.signal);
    this.load(data, ask);
    const first = read("alpha") === null && remembered("lab") === null;
    remember({lab: "seen"}); // α plays by itself once
    if (data.theory && !this.still && first) this.play();
    else this.settle();
  }

  /** Show a sweep; while it is computed, it comes again and again with more cells.
   * @param {LabPicture} data
   */
  load(data, ask) {
    this.ask = ask;
    const again = this.data && this.data.values.length === data.values.length && this.data.symbol === data.symbol;
    this.data = data;
    this.root.classList.toggle("plain", !data.theory);
    this.find(".symbol").textContent = data.symbol;
    if (!again) {
      this.chosen = false;
      this.hover(null);
    }
    const options = (values) => html`${values.map((value, i) => html`<option value="${i}">${short(value)}</option>`)}`;
    const sigma = this.find(".sigma"), value = this.find(".value"), keep = this.chosen ? [sigma.value, value.value] : this.best();
    setHtml(sigma, options(data.sigmas));
    setHtml(value, options(data.values));
    [sigma.value, value.value] = keep;
    this.invalidate();
  }

  // The best value at a middle σ: it can be opened until the user chooses another.
  best() {
    const {cells} = this.data.map, i = Math.floor((cells.length - 1) / 2);
    const top = Math.max(.../** @type {number[]} */ (cells[i].filter((mean) => mean !== null)));
    return [i, Math.max(0, cells[i].indexOf(top))];
  }

  listen(signal) {
    const {root, find} = this, on = (selector, event, act) => find(selector).addEventListener(event, act, {signal});
    const open = (found) => found && this.open(found.i, found.j);
    on(".play", "click", () => (this.since ? this.pause() : this.play()));
    on(".scrub", "input", (event) => {
      this.alpha = event.target.value / 100;
      this.pause();
    });
    for (const name of [".sigma", ".value"]) on(name, "change", () => (this.chosen = true));
    on(".open", "click", () => this.open(Number(find(".sigma").value), Number(find(".value").value)));
    for (const kind of ["svg", "png"]) on(`[data-picture=${kind}]`, "click", () => this.savePicture(kind));
    on(".graph canvas", "pointermove", (event) => this.hover(this.graph.nearest(event), event));
    on(".graph canvas", "pointerleave", () => this.hover(null));
    on(".graph canvas", "click", (event) => open(this.graph.nearest(event)));
    on(".map canvas", "click", (event) => open(this.map.cell(event)));
    const sizes = new ResizeObserver(() => {
      root.classList.toggle("narrow", root.clientWidth < NARROW);
      this.invalidate();
    });
    for (const element of [root, find(".graph canvas"), find(".map canvas")]) sizes.observe(element);
    const watch = setInterval(() => JSON.stringify(themeOf(root)) !== this.themeText && this.invalidate(), THEME_CHECK);
    signal.addEventListener("abort", () => {
      sizes.disconnect();
      clearInterval(watch);
    });
  }

  destroy() {
    clearTimeout(this.writing);
    this.off.abort();
  }

  play() {
    this.since = performance.now() - (this.alpha >= MOST ? 0 : this.alpha * SECONDS * 1000);
    this.invalidate();
  }

  pause() {
    this.since = 0;
    this.settle();
    this.invalidate();
  }

  // Put α into the address once it rests; while it plays, nothing is written.
  settle() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      if (this.root.isConnected && !this.since) this.write({alpha: this.alpha ? this.alpha.toFixed(2) : null});
    }, REST);
  }

  open(i, j) {
    this.pause();
    this.find(".notice").textContent = "Opening the Arena…";
    this.ask({i, j, again: Date.now()});
  }

  async savePicture(kind) {
    this.pause();
    this.find(".notice").textContent = await save(kind, labPicture(this.data, this.alpha, this.theorem()));
  }

  invalidate() {
    this.asked ||= requestAnimationFrame((now) => {
      this.asked = 0;
      if (!this.root.isConnected) return;
      if (this.since) {
        this.alpha = Math.min(1, (now - this.since) / (SECONDS * 1000));
        if (this.alpha >= MOST) {
          this.alpha = 0;
          this.pause();
        }
      }
      this.draw();
      this.frames++;
      if (this.since) this.invalidate();
    });
  }

  draw() {
    const theme = themeOf(this.root), {data} = this;
    this.themeText = JSON.stringify(theme);
    this.find(".play").textContent = this.since ? "Pause" : "Play α";
    this.find(".count").textContent = `α = ${this.alpha.toFixed(2)}`;
    this.find(".scrub").value = Math.round(100 * this.alpha);
    this.find("p.sentence").textContent = this.theorem();
    this.graph.draw(data.curves, this.alpha, theme, this.hovered);
    this.map.draw(data.map, theme);
  }

  // What the theory says for this α; "" if it says nothing about what is swept.
  theorem() {
    const {K, ranges} = this.data;
    if (!ranges) return "";
    const {theorem, proof} = rangesAt(ranges, this.alpha);
    return `For K = ${K} classes and α = ${this.alpha.toFixed(2)} the theorem takes β = (1−α)/(K−1) = ${theorem.toFixed(3)}; ` +
      `its proof works for all β below 2(1−α)/(K−1) = ${proof.toFixed(3)}. ` +
      "α belongs to the data and to the rule it is compared with: it is not a knob to tune.";
  }

  hover(found, event = /** @type {any} */ (null)) {
    this.hovered = found;
    const tip = this.find(".tip"), {data} = this;
    tip.hidden = !found;
    if (found) {
      const {i, j} = found, {y, sd} = data.curves.series[i], spread = sd[j] === null ? "" : ` ± ${percent(sd[j])}`;
      const where = `${data.map.rows[i]}, ${data.map.columns[j]}`, ratio = `${percent(y[j])}${spread} %`;
      tip.innerText = [where, ratio, "click: this run in the Arena"].join("\n");
      const box = event.currentTarget.getBoundingClientRect();
      tip.style.left = `${Math.max(0, Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 4))}px`;
      tip.style.top = `${Math.max(0, event.clientY - box.top - 70)}px`;
    }
    this.invalidate();
  }

  // Everything that is drawn, for tests.
  state() {
    const here = this.root.getBoundingClientRect(), {graph, data, alpha} = this, box = graph.surface.canvas.getBoundingClientRect();
    return {
      alpha, playing: Boolean(this.since), data, frames: this.frames, ...graph.state(), best: this.map.marked(),
      edge: data.ranges ? rangesAt(data.ranges, alpha).theorem : null,
      labels: graph.labels.map((label) => ({...label, x: label.x + box.left - here.left, y: label.y + box.top - here.top})),
    };
  }
}

export default function (component) {
  return mount(Lab, component, (question) => component.setTriggerValue("question", question));
}
