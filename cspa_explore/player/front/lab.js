// The final ratio against a parameter, one curve a σ, and the same as a map. The theory's range moves with α.

import {mount} from "./mount.js";
import {themeOf} from "./canvas.js";
import {edgeOf, LabGraph, short} from "./lab_graph.js";
import {LabMap} from "./lab_map.js";
import {PICTURES, save} from "./picture.js";
import {labPicture} from "./lab_picture.js";

const SECONDS = 6; // for α from 0 to 1
const MOST = 0.99; // α
const HTML = `
  <div class="theory bar">
    <button class="play" title="α from 0 to 1">Play α</button>
    <label class="alpha">α <input class="scrub" type="range" min="0" max="99" value="0" step="1" aria-label="α of the theorem"></label>
    <output class="count"></output>
  </div>
  <p class="sentence theory"></p>
  <div class="stage"><div class="graph"><canvas role="img"></canvas><div class="tip" hidden></div></div><div class="map"><canvas role="img"></canvas></div></div>
  <div class="bar choose"><label>σ <select class="sigma"></select></label><label><span class="symbol"></span> <select class="value"></select></label>
    <button class="open">Open this run in the Arena</button>${PICTURES}<span class="notice" role="status" aria-live="polite"></span></div>`;

class Lab {
  constructor(root, data, ask) {
    this.root = root;
    root.innerHTML = HTML;
    root.classList.add("lab");
    root.cspa = this;
    const asked = new URLSearchParams(location.search).get("alpha") ?? window.cspaAlpha;
    this.alpha = Math.min(MOST, Math.max(0, Number(asked) || 0));
    window.cspaAlpha ??= 0; // it plays by itself once
    this.find = (selector) => root.querySelector(selector);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.graph = new LabGraph(this.find(".graph canvas"));
    this.map = new LabMap(this.find(".map canvas"));
    this.listen();
    this.load(data, ask);
    if (data.theory && !this.still && asked === undefined) this.play();
    else this.remember();
  }

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
    const keep = this.chosen ? [this.find(".sigma").value, this.find(".value").value] : this.proposed();
    this.find(".sigma").replaceChildren(...data.sigmas.map((sigma, i) => new Option(short(sigma), i)));
    this.find(".value").replaceChildren(...data.values.map((value, j) => new Option(short(value), j)));
    [this.find(".sigma").value, this.find(".value").value] = keep;
    this.invalidate();
  }

  // What is offered to be opened until something is chosen: the best value at a middle σ.
  proposed() {
    const {mean} = this.data, i = Math.floor((mean.length - 1) / 2), top = Math.max(...mean[i].filter((m) => m !== null));
    return [i, Math.max(0, mean[i].indexOf(top))];
  }

  listen() {
    const {root} = this, {signal} = (this.off = new AbortController());
    this.find(".play").addEventListener("click", () => (this.since ? this.pause() : this.play()), {signal});
    this.find(".scrub").addEventListener("input", (event) => {
      this.alpha = event.target.value / 100;
      this.pause();
    }, {signal});
    for (const name of [".sigma", ".value"]) this.find(name).addEventListener("change", () => (this.chosen = true), {signal});
    this.find(".open").addEventListener("click", () => this.open(Number(this.find(".sigma").value), Number(this.find(".value").value)), {signal});
    for (const button of root.querySelectorAll("[data-picture]")) {
      button.addEventListener("click", () => {
        this.pause();
        save(button.dataset.picture, labPicture(this)).then((said) => (this.find(".notice").textContent = said));
      }, {signal});
    }
    const graph = this.graph.surface.canvas, map = this.map.surface.canvas;
    graph.addEventListener("pointermove", (event) => this.hover(this.graph.nearest(event), event), {signal});
    graph.addEventListener("pointerleave", () => this.hover(null), {signal});
    graph.addEventListener("click", (event) => {
      const found = this.graph.nearest(event);
      if (found) this.open(found.i, found.j);
    }, {signal});
    map.addEventListener("click", (event) => {
      const found = this.map.cell(event);
      if (found) this.open(found.i, found.j);
    }, {signal});
    this.sizes = new ResizeObserver(() => {
      root.classList.toggle("narrow", root.clientWidth < 760);
      this.invalidate();
    });
    for (const element of [root, graph, map]) this.sizes.observe(element);
    this.watch = setInterval(() => JSON.stringify(themeOf(root)) !== this.themeText && this.invalidate(), 400);
  }

  destroy() {
    this.off.abort();
    this.sizes.disconnect();
    clearInterval(this.watch);
  }

  play() {
    this.since = performance.now() - (this.alpha >= MOST ? 0 : this.alpha * SECONDS * 1000);
    this.invalidate();
  }

  pause() {
    this.since = 0;
    this.remember();
    this.invalidate();
  }

  // α in the link, once it rests.
  remember() {
    window.cspaAlpha = this.alpha;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      if (!this.root.isConnected || this.since) return;
      const query = new URLSearchParams(location.search);
      this.alpha ? query.set("alpha", this.alpha.toFixed(2)) : query.delete("alpha");
      history.replaceState(history.state, "", `${location.pathname}?${query}`);
    }, 250);
  }

  open(i, j) {
    this.pause();
    this.find(".notice").textContent = "Opening the Arena…";
    this.ask({i, j, again: Date.now()});
  }

  invalidate() {
    this.asked ||= requestAnimationFrame((now) => {
      this.asked = 0;
      if (!this.root.isConnected) return;
      if (this.since) {
        this.alpha = Math.min(1, (now - this.since) / (SECONDS * 1000));
        if (this.alpha >= MOST) { // α = 1 is outside the theorem
          this.alpha = 0;
          this.pause();
        }
      }
      this.draw();
      this.frames = (this.frames || 0) + 1;
      if (this.since) this.invalidate();
    });
  }

  draw() {
    const theme = themeOf(this.root), {data} = this;
    this.themeText = JSON.stringify(theme);
    this.find(".play").textContent = this.since ? "Pause" : "Play α";
    this.find(".count").textContent = `α = ${this.alpha.toFixed(2)}`;
    this.find(".scrub").value = Math.round(100 * this.alpha);
    if (data.theory) this.find("p.sentence").textContent = this.theorem();
    this.graph.draw(data, this.alpha, theme, this.hovered);
    this.map.draw(data, theme);
  }

  theorem() {
    const {K} = this.data, edge = edgeOf(this.data, this.alpha);
    return `For K = ${K} classes and α = ${this.alpha.toFixed(2)} the theorem takes β = (1−α)/(K−1) = ${edge.toFixed(3)}; ` +
      `its proof works for all β below 2(1−α)/(K−1) = ${(2 * edge).toFixed(3)}. α belongs to the data and to the rule it is compared with: it is not a knob to tune.`;
  }

  hover(found, event) {
    this.hovered = found;
    const tip = this.find(".tip"), {data} = this;
    tip.hidden = !found;
    if (found) {
      const {i, j} = found, sd = data.sd[i][j];
      tip.innerText = `σ=${short(data.sigmas[i])}, ${data.symbol}=${short(data.values[j])}\n${(100 * data.mean[i][j]).toFixed(1)}${sd === null ? "" : ` ± ${(100 * sd).toFixed(1)}`} %\nclick: this run in the Arena`;
      const box = event.currentTarget.getBoundingClientRect();
      tip.style.left = `${Math.max(0, Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 4))}px`;
      tip.style.top = `${Math.max(0, event.clientY - box.top - 70)}px`;
    }
    this.invalidate();
  }

  state() {
    const here = this.root.getBoundingClientRect(), {graph} = this, box = graph.surface.canvas.getBoundingClientRect();
    return {alpha: this.alpha, edge: edgeOf(this.data, this.alpha), playing: Boolean(this.since), data: this.data, ticks: graph.ticks, frames: this.frames,
      points: graph.box ? graph.points() : null,
      labels: (graph.labels || []).map((label) => ({...label, x: label.x + box.left - here.left, y: label.y + box.top - here.top}))};
  }
}

export default function (component) {
  return mount(Lab, component, (question) => component.setTriggerValue("question", question));
}
