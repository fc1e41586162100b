// The final ratio against a parameter, one curve a σ, and the same as a map. The theory's range moves with α.

import {mount} from "./mount.js";
import {apart, faded, shape, Surface, themeOf} from "./canvas.js";
import {dashes, SWATCH} from "./curves.js";
import {PICTURES, save} from "./picture.js";
import {labPicture} from "./lab_picture.js";

const FLAT = 0.02; // a σ whose ratios all lie within this has no best value
const SECONDS = 6; // for α from 0 to 1
const SHAPES = {circle: "circle", square: "square", diamond: "diamond", "triangle-up": "triangle", x: "cross", cross: "plus"};
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
    this.alpha = 0;
    this.find = (selector) => root.querySelector(selector);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.graph = new Surface(this.find(".graph canvas"));
    this.map = new Surface(this.find(".map canvas"));
    this.listen();
    this.load(data, ask);
    if (data.theory && !this.still && !window.cspaAlphaShown) this.play();
    window.cspaAlphaShown = true;
  }

  load(data, ask) {
    this.ask = ask;
    const again = this.data && this.data.values.length === data.values.length && this.data.symbol === data.symbol;
    this.data = data;
    this.root.classList.toggle("plain", !data.theory);
    this.find(".symbol").textContent = data.symbol;
    if (!again) this.chosen = false;
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
      this.pause();
      this.alpha = event.target.value / 100;
      this.invalidate();
    }, {signal});
    for (const name of [".sigma", ".value"]) this.find(name).addEventListener("change", () => (this.chosen = true), {signal});
    this.find(".open").addEventListener("click", () => this.open(Number(this.find(".sigma").value), Number(this.find(".value").value)), {signal});
    for (const button of root.querySelectorAll("[data-picture]")) {
      button.addEventListener("click", () => {
        this.pause();
        save(button.dataset.picture, labPicture(this)).then((said) => (this.find(".notice").textContent = said));
      }, {signal});
    }
    const graph = this.graph.canvas, map = this.map.canvas;
    graph.addEventListener("pointermove", (event) => this.hover(this.nearest(event), event), {signal});
    graph.addEventListener("pointerleave", () => this.hover(null), {signal});
    graph.addEventListener("click", (event) => {
      const found = this.nearest(event);
      if (found) this.open(found.i, found.j);
    }, {signal});
    map.addEventListener("click", (event) => {
      const found = this.cell(event);
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
    this.since = performance.now() - (this.alpha >= 1 ? 0 : this.alpha * SECONDS * 1000);
    this.invalidate();
  }

  pause() {
    this.since = 0;
    this.invalidate();
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
        if (this.alpha >= 0.99) [this.alpha, this.since] = [0, 0]; // α = 1 is outside the theorem
      }
      this.draw();
      this.frames = (this.frames || 0) + 1;
      if (this.since) this.invalidate();
    });
  }

  // The same drawings on other canvases, here left alone.
  on(graph, map) {
    return Object.assign(Object.create(Lab.prototype), {data: this.data, alpha: this.alpha, graph: new Surface(graph), map: new Surface(map)});
  }

  draw() {
    const theme = themeOf(this.root), {data} = this;
    this.themeText = JSON.stringify(theme);
    this.find(".play").textContent = this.since ? "Pause" : "Play α";
    this.find(".count").textContent = `α = ${this.alpha.toFixed(2)}`;
    this.find(".scrub").value = Math.round(100 * this.alpha);
    if (data.theory) this.tell();
    this.drawGraph(theme);
    this.drawMap(theme);
  }

  get edge() { return (1 - this.alpha) / (this.data.K - 1); }

  tell() {
    this.find("p.sentence").textContent = this.theorem();
  }

  theorem() {
    const {K} = this.data;
    return `For K = ${K} classes and α = ${this.alpha.toFixed(2)} the theorem takes β = (1−α)/(K−1) = ${this.edge.toFixed(3)}; ` +
      `its proof works for all β below 2(1−α)/(K−1) = ${(2 * this.edge).toFixed(3)}. α belongs to the data and to the rule it is compared with: it is not a knob to tune.`;
  }

  drawGraph(theme) {
    const surface = this.graph, {data} = this;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), small = surface.width < 420;
    context.font = `${small ? 12 : 13}px ${theme.font}`;
    const labels = data.sigmas.map((sigma) => `σ=${short(sigma)}`);
    const margin = Math.max(...[...labels, "chance"].map((text) => context.measureText(text).width)) + 16 + SWATCH;
    const box = (this.box = {left: 40, right: surface.width - margin, top: data.theory ? 40 : 24, bottom: surface.height - 36});
    const ink = theme.dark ? "#ffffff" : "#000000";
    if (data.theory) this.band(context, theme, box);
    context.fillStyle = theme.text;
    context.textBaseline = "middle";
    context.textAlign = "right";
    context.strokeStyle = faded(ink, 0.15);
    for (const percent of [0, 25, 50, 75, 100]) {
      context.beginPath();
      context.moveTo(box.left, this.y(percent / 100));
      context.lineTo(box.right, this.y(percent / 100));
      context.stroke();
      context.fillText(`${percent}`, box.left - 6, this.y(percent / 100));
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    const low = data.log ? Math.ceil(Math.log10(data.values[0]) - 1e-9) : 0, high = data.log ? Math.floor(Math.log10(data.values.at(-1)) + 1e-9) : 0;
    const {values} = data, within = [values[0], values[Math.floor((values.length - 1) / 2)], values.at(-1)];
    const decades = Array.from({length: Math.max(0, high - low + 1)}, (_, i) => 10 ** (low + i));
    const ticks = !data.log ? [0, 0.25, 0.5, 0.75, 1] : decades.length > 1 ? decades : within;
    this.ticks = ticks;
    for (const tick of ticks) context.fillText(short(tick), this.x(tick), box.bottom + 8);
    context.textAlign = "left";
    context.fillText(`${data.symbol} of ${data.label}${data.log ? " (log)" : ""} · ${data.trials > 1 ? `band ±1 sd over ${data.trials} seeds` : "one seed"}`, box.left, box.bottom + 22);
    context.textBaseline = "alphabetic";
    context.fillText("% right after the last round", box.left - 30, 13);
    context.setLineDash([2, 4]);
    context.strokeStyle = "#808080";
    context.beginPath();
    context.moveTo(box.left, this.y(data.chance));
    context.lineTo(box.right, this.y(data.chance));
    context.stroke();
    context.setLineDash([]);
    const names = [{text: "chance", y: this.y(data.chance), colour: "#808080", dash: [2, 4]}];
    data.sigmas.forEach((sigma, i) => {
      const [colour, dash, mark] = data.looks[i % data.looks.length];
      const known = data.values.map((_, j) => j).filter((j) => data.mean[i][j] !== null);
      if (!known.length) return;
      context.fillStyle = faded(colour, 0.16);
      context.beginPath();
      for (const j of known) context.lineTo(this.x(data.values[j]), this.y(Math.min(1, data.mean[i][j] + (data.sd[i][j] || 0))));
      for (const j of [...known].reverse()) context.lineTo(this.x(data.values[j]), this.y(Math.max(0, data.mean[i][j] - (data.sd[i][j] || 0))));
      context.fill();
      context.strokeStyle = context.fillStyle = colour;
      context.lineWidth = 2.2;
      context.setLineDash(dashes(dash));
      context.beginPath();
      for (const j of known) context.lineTo(this.x(data.values[j]), this.y(data.mean[i][j]));
      context.stroke();
      context.setLineDash([]);
      for (const j of known) {
        shape(context, SHAPES[mark], this.x(data.values[j]), this.y(data.mean[i][j]), 3.4);
        context.fill();
      }
      names.push({text: labels[i], y: this.y(data.mean[i][known.at(-1)]), colour, dash: dashes(dash)});
    });
    for (const label of names) label.height = 16;
    apart(names, box.top - 8, box.bottom + 8);
    context.textBaseline = "middle";
    context.fillStyle = theme.text;
    this.labels = names.map(({text, y, colour, dash}) => {
      context.strokeStyle = colour;
      context.lineWidth = 2.2;
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(box.right + 6, y);
      context.lineTo(box.right + 2 + SWATCH, y);
      context.stroke();
      context.setLineDash([]);
      context.fillText(text, box.right + 6 + SWATCH, y);
      return {text, x: box.right + 6, y: y - 8, width: SWATCH + context.measureText(text).width, height: 16};
    });
    this.labels.push(...(data.theory ? this.bandLabels : []));
    if (this.hovered) {
      context.strokeStyle = theme.text;
      context.lineWidth = 2;
      context.beginPath();
      context.arc(this.x(data.values[this.hovered.j]), this.y(data.mean[this.hovered.i][this.hovered.j]), 8, 0, 2 * Math.PI);
      context.stroke();
    }
    surface.canvas.setAttribute("aria-label", `Final ratio against ${data.symbol}: ` + data.sigmas.map((sigma, i) => {
      const known = data.mean[i].filter((m) => m !== null);
      return `σ=${short(sigma)} ${known.length ? `${(100 * Math.min(...known)).toFixed(0)} to ${(100 * Math.max(...known)).toFixed(0)} %` : "not yet"}`;
    }).join(", "));
  }

  // The theory's range: filled up to (1−α)/(K−1), hatched up to what the proof needs.
  band(context, theme, box) {
    const {edge} = this, ink = theme.dark ? "#ffffff" : "#000000", to = (value) => this.x(Math.min(1, value));
    context.fillStyle = faded("#d55e00", 0.16);
    context.fillRect(box.left, box.top, to(edge) - box.left, box.bottom - box.top);
    context.save();
    context.beginPath();
    context.rect(to(edge), box.top, to(2 * edge) - to(edge), box.bottom - box.top);
    context.clip();
    context.strokeStyle = faded("#d55e00", 0.28);
    context.lineWidth = 1;
    context.beginPath();
    for (let x = box.left - box.bottom; x < box.right; x += 9) {
      context.moveTo(x, box.bottom);
      context.lineTo(x + box.bottom - box.top, box.top);
    }
    context.stroke();
    context.restore();
    context.lineWidth = 1.5;
    this.bandLabels = [];
    context.textBaseline = "middle";
    let free = box.left;
    for (const [value, text, dash] of [[edge, `(1−α)/(K−1) = ${edge.toFixed(2)}`, []], [2 * edge, `2(1−α)/(K−1) = ${(2 * edge).toFixed(2)}`, [3, 4]]]) {
      if (value > 1) continue;
      context.strokeStyle = faded(ink, 0.6);
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(to(value), box.top);
      context.lineTo(to(value), box.bottom);
      context.stroke();
      context.setLineDash([]);
      const width = context.measureText(text).width, x = Math.min(Math.max(free, to(value) - width / 2), box.right - width);
      if (x < free) continue;
      context.fillStyle = theme.text;
      context.textAlign = "left";
      context.fillText(text, x, box.top - 10);
      this.bandLabels.push({text, x, y: box.top - 18, width, height: 16});
      free = x + width + 10;
    }
  }

  x(value) {
    const {values, log} = this.data, {left, right} = this.box;
    if (!log) return left + (right - left) * value;
    const [low, high] = [Math.log10(values[0]), Math.log10(values.at(-1))];
    return left + ((right - left) * (Math.log10(value) - low)) / (high - low || 1);
  }

  y(share) { return this.box.bottom - (this.box.bottom - this.box.top) * share; }

  nearest(event) {
    const box = event.currentTarget.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
    let best = null;
    this.data.mean.forEach((row, i) => row.forEach((mean, j) => {
      if (mean === null) return;
      const far = Math.hypot(this.x(this.data.values[j]) - px, this.y(mean) - py);
      if (far < 24 && (!best || far < best.far)) best = {i, j, far};
    }));
    return best;
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

  drawMap(theme) {
    const surface = this.map, {data} = this;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), n = data.values.length, m = data.sigmas.length;
    const box = (this.grid = {left: 52, right: surface.width - 6, top: 24, bottom: surface.height - 36});
    const w = (box.right - box.left) / n, h = (box.bottom - box.top) / m, ink = theme.dark ? "#ffffff" : "#1f4e79";
    context.font = `13px ${theme.font}`;
    context.fillStyle = theme.text;
    context.textBaseline = "alphabetic";
    context.textAlign = "left";
    context.fillText(`σ × ${data.symbol}: darker is better, ○ the best for each σ where it matters`.replace("darker", theme.dark ? "lighter" : "darker"), 0, 13);
    const ridge = [];
    data.sigmas.forEach((sigma, i) => {
      const y = box.bottom - (i + 1) * h;
      context.textAlign = "right";
      context.textBaseline = "middle";
      context.fillStyle = theme.text;
      context.fillText(short(sigma), box.left - 6, y + h / 2);
      let best = -1;
      data.mean[i].forEach((mean, j) => {
        if (mean === null) return;
        if (best < 0 || mean > data.mean[i][best]) best = j;
        context.fillStyle = faded(ink, 0.04 + 0.9 * mean * mean);
        const x = Math.round(box.left + j * w); // whole pixels: no seams
        context.fillRect(x, y, Math.round(box.left + (j + 1) * w) - x, h - 1);
      });
      const known = data.mean[i].filter((mean) => mean !== null);
      if (best >= 0 && Math.max(...known) - Math.min(...known) > FLAT) ridge.push([box.left + (best + 0.5) * w, y + h / 2]);
    });
    context.strokeStyle = "#d55e00";
    context.lineWidth = 2;
    context.beginPath();
    for (const [x, y] of ridge) context.lineTo(x, y);
    context.stroke();
    context.fillStyle = theme.background;
    for (const [x, y] of ridge) {
      context.beginPath();
      context.arc(x, y, 5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    context.fillStyle = theme.text;
    context.textBaseline = "top";
    context.textAlign = "center";
    for (const j of [0, Math.floor((n - 1) / 2), n - 1]) {
      const text = short(data.values[j]);
      context.fillText(text, Math.min(box.left + (j + 0.5) * w, surface.width - context.measureText(text).width / 2), box.bottom + 5);
    }
    context.textAlign = "left";
    context.fillText(`${data.symbol} (one column a value)`, box.left, box.bottom + 20);
    surface.canvas.setAttribute("aria-label", `Map of σ and ${data.symbol}; best ${data.symbol}: ` + data.sigmas.map((sigma, i) => {
      const top = Math.max(...data.mean[i].map((v) => v ?? -1));
      return `${short(data.values[data.mean[i].indexOf(top)] ?? NaN)} at σ=${short(sigma)}`;
    }).join(", "));
  }

  cell(event) {
    const box = event.currentTarget.getBoundingClientRect(), {left, right, top, bottom} = this.grid, {data} = this;
    const j = Math.floor(((event.clientX - box.left - left) / (right - left)) * data.values.length);
    const i = Math.floor(((bottom - (event.clientY - box.top)) / (bottom - top)) * data.sigmas.length);
    return data.mean[i]?.[j] === undefined ? null : {i, j};
  }

  state() {
    const here = this.root.getBoundingClientRect(), box = this.graph.canvas.getBoundingClientRect();
    return {alpha: this.alpha, edge: this.edge, playing: Boolean(this.since), data: this.data, ticks: this.ticks, frames: this.frames,
      points: !this.box ? null : this.data.mean.map((row) => row.map((mean, j) => mean === null ? null : [this.x(this.data.values[j]), this.y(mean)])),
      labels: (this.labels || []).map((label) => ({...label, x: label.x + box.left - here.left, y: label.y + box.top - here.top}))};
  }
}

function short(value) { return Number(value.toPrecision(3)).toString(); }

export default function (component) {
  return mount(Lab, component, (question) => component.setTriggerValue("question", question));
}
