// One round of one learner. Python's kernels compute every number; moving x or stepping asks them again.

import {mount} from "./mount.js";
import {themeOf} from "./canvas.js";
import {ScopeDisc} from "./scope_disc.js";
import {exact, scoreBars, shown, supportBars} from "./bars.js";
import {pieces} from "./formula.js";
import {PICTURES, save} from "./picture.js";
import {scopePicture} from "./scope_picture.js";

const SLIDE = 600; // ms in which the tips go from before to after
const LATE = 300; // ms after which numbers that are being computed anew are dimmed
const HTML = `
  <div class="bar"><span class="who" role="group" aria-label="Learner"></span></div>
  <div class="bar">
    <button data-go="-1" title="Previous round (←)">− 1</button>
    <label>round <input class="round" type="number" min="1" step="1" aria-label="Round"></label><span class="of"></span>
    <button data-go="1" title="Next round (→)">+ 1</button>
    <button data-jump="next_mistake" title="M">next ✗ mistake</button><button data-jump="next_right" title="The next right proposal that taught something">next ✓ right</button>
    <select class="worst" aria-label="Rounds that changed the most"></select>
    <label>suppose it is told <select class="told"><option value="">the truth</option><option value="1">right</option><option value="0">wrong</option></select></label>
    <button class="home" title="x as it was in the run">x back</button>
    ${PICTURES}
    <span class="notice" role="status" aria-live="polite"></span>
  </div>
  <div class="view">
    <div class="pair"><figure><figcaption>before</figcaption><canvas class="before" role="img" tabindex="0"></canvas></figure>
    <figure><figcaption>after</figcaption><canvas class="after" role="img"></canvas></figure>
    <p class="hint"></p></div>
    <div class="numbers">
      <h6 class="title"></h6>
      <table class="scores"><thead><tr><th>class</th><th></th><th>before</th><th>scores w·x</th><th>after</th><th>change</th></tr></thead><tbody></tbody></table>
      <ol class="steps"></ol>
    </div>
  </div>
  <div class="view">
    <div><h6>The rule with this round's numbers</h6><table class="equations"></table></div>
    <div><h6>What must hold, checked on the weights</h6><ul class="invariants"></ul>
    <div class="support"><h6>Support class: losses ℓᵢ cut at the water line</h6><table></table></div></div>
  </div>
  <h6>The same round from the same weights, by another learner</h6>
  <div class="others"></div>`;

// Formulas as nodes with real subscripts.
function lowered(text) {
  return pieces(text).map((part, i) => (i % 2 ? Object.assign(document.createElement("sub"), {textContent: part}) : part));
}

class Microscope {
  constructor(root, scene, ask) {
    this.root = root;
    root.innerHTML = HTML;
    root.classList.add("scope");
    root.cspa = this;
    this.find = (selector) => root.querySelector(selector);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.discs = [new ScopeDisc(this.find(".before")), new ScopeDisc(this.find(".after"))];
    this.listen();
    const memory = window.cspaPlace, query = new URLSearchParams(location.search);
    this.load(scene, ask);
    if (!query.has("t") && memory?.t > 0 && Number(memory.t) !== scene.t) this.probe({t: Math.min(scene.T, Number(memory.t))});
  }

  load(scene, ask) {
    this.ask = ask;
    this.waiting = false;
    this.root.classList.remove("late");
    if (!this.next) this.preview = null;
    if (scene === this.scene) return;
    const fresh = !this.scene || this.scene.t !== scene.t || this.scene.which !== scene.which;
    this.scene = scene;
    this.asked ??= {};
    this.slideStart = fresh && !this.still ? performance.now() : 0;
    this.write();
    this.draw();
    this.remember();
    if (this.next) {
      const next = this.next;
      this.next = null;
      this.probe(next);
    }
  }

  // Ask for another round or x; while an answer is on its way only the latest wish is kept.
  probe(changes) {
    if (this.waiting && performance.now() - this.sent < 5000) {
      this.next = {...this.next, ...changes};
      return;
    }
    const {scene} = this;
    const now = {t: scene.t, who: scene.which, x: scene.moved ? scene.point.join("_") : "", told: scene.told === null ? "" : scene.told ? "1" : "0"};
    this.waiting = true;
    clearTimeout(this.late);
    this.late = setTimeout(() => this.root.classList.toggle("late", this.waiting), LATE);
    this.sent = performance.now();
    this.ask({...now, ...changes, again: Date.now()});
  }

  listen() {
    const {root} = this, off = (this.off = new AbortController()), {signal} = off;
    const at = (t) => {
      const {T} = this.scene;
      if (t >= 1 && t <= T) this.probe({t, x: ""});
      else this.say(t < 1 ? "This is the first round." : "This is the last round.");
    };
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.go) at(this.scene.t + Number(button.dataset.go));
      if (button.dataset.jump) this.jump(button.dataset.jump);
      if (button.dataset.who) this.probe({who: Number(button.dataset.who), x: ""});
      if (button.classList.contains("home")) this.probe({x: ""});
      if (button.dataset.picture) save(button.dataset.picture, scopePicture(this)).then((said) => this.say(said));
    }, {signal});
    this.find(".round").addEventListener("change", (event) => at(Math.min(this.scene.T, Math.max(1, Math.round(Number(event.target.value)) || 1))), {signal});
    this.find(".worst").addEventListener("change", (event) => event.target.value && at(Number(event.target.value)), {signal});
    this.find(".told").addEventListener("change", (event) => this.probe({told: event.target.value}), {signal});
    document.addEventListener("keydown", (event) => {
      if (!root.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.composedPath()[0];
      if (target instanceof Element && target.closest("input, select, textarea, [role=slider], [role=combobox], [contenteditable=true]")) return;
      const turn = {ArrowUp: 5, ArrowDown: -5}[event.key];
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") at(this.scene.t + (event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 100 : 1));
      else if (event.key === "Home") at(1);
      else if (event.key === "End") at(this.scene.T);
      else if (event.key.toLowerCase() === "m") this.jump("next_mistake");
      else if (turn && target === this.find(".before")) this.turn(turn);
      else return;
      event.preventDefault();
    }, {signal});
    for (const disc of this.discs) {
      const {canvas} = disc.surface;
      const move = (event) => {
        if (!(event.buttons & 1) || !this.scene.plane) return;
        event.preventDefault();
        this.moveTo(disc.point(event, this.length(), this.scene.plane));
      };
      canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        move(event);
      }, {signal});
      canvas.addEventListener("pointermove", move, {signal});
    }
    this.sizes = new ResizeObserver(() => {
      root.classList.toggle("narrow", root.clientWidth < 820);
      this.draw();
    });
    this.sizes.observe(root);
    this.watch = setInterval(() => JSON.stringify(themeOf(root)) !== this.themeText && this.draw(), 400);
  }

  destroy() {
    this.off.abort();
    this.sizes.disconnect();
    clearInterval(this.watch);
    cancelAnimationFrame(this.frame);
  }

  // The longest weight and the farthest point that must fit.
  scales() {
    const {look, bias} = this.scene, d = bias ? 3 : 2;
    let reach = 1e-9;
    for (const W of [look.W_before, look.W_after]) for (let i = 0; i < W.length; i += d) reach = Math.max(reach, Math.hypot(W[i], W[i + 1]));
    return {reach, view: 1.25 * Math.max(1.5, this.length())};
  }

  length() { return Math.hypot(...this.scene.point) || 1; }

  moveTo([x, y]) {
    const round = (value) => Math.round(value * 1e4) / 1e4;
    if (!x && !y) return;
    this.preview = [x, y]; // the handle follows at once, the numbers when the kernels have answered
    this.draw();
    this.probe({x: `${round(x)}_${round(y)}`});
  }

  turn(degrees) {
    const [x, y] = this.scene.point, angle = Math.atan2(y, x) + (degrees * Math.PI) / 180, far = this.length();
    this.moveTo([far * Math.cos(angle), far * Math.sin(angle)]);
  }

  jump(name) {
    const t = this.scene.jumps[name], what = name === "next_mistake" ? "mistake" : "right proposal that taught something";
    if (t) this.probe({t, x: ""});
    else this.say(`There is no further ${what} in this run${what === "mistake" ? ": try more noise (σ)" : ""}.`);
  }

  say(text) { this.find(".notice").textContent = text; }

  // Words and tables

  write() {
    const {scene, scene: {look}} = this, names = look.names.map((name) => `${name}`);
    this.find(".who").replaceChildren(...scene.learners.map(({words}, i) => {
      const button = document.createElement("button");
      button.dataset.who = i;
      button.textContent = words;
      button.setAttribute("aria-pressed", i === scene.which);
      return button;
    }));
    this.find(".round").max = scene.T;
    if (this.root.getRootNode().activeElement !== this.find(".round")) this.find(".round").value = scene.t;
    this.find(".of").textContent = `of ${scene.T.toLocaleString("en")}`;
    this.find(".told").value = scene.told === null ? "" : scene.told ? "1" : "0";
    this.find(".home").hidden = !scene.moved;
    this.say(this.supposed());
    const worst = this.find(".worst"), rounds = scene.worst.rounds;
    worst.disabled = !rounds;
    worst.replaceChildren(new Option(rounds ? `worst ${rounds.length} rounds` : "worst rounds: not known yet", ""), ...(rounds ?? []).map(([t, damage]) =>
      new Option(`round ${t}: ${scene.worst.measure.startsWith("share") ? `${(100 * damage).toFixed(1)} %` : damage.toFixed(3)}`, t)));
    worst.title = `By the ${scene.worst.measure}`;
    this.find(".title").textContent = this.title();
    this.find(".scores tbody").innerHTML = scoreBars(names, look);
    this.fill(".steps", "li", look.steps);
    this.find(".equations").innerHTML = "";
    for (const [formula, numbers, result, holds] of look.equations) {
      const row = this.find(".equations").insertRow();
      row.insertCell().append(...lowered(formula));
      row.insertCell().textContent = `= ${numbers}`;
      row.insertCell().textContent = `= ${exact(result)} ${holds ? "✓" : "✗ does not hold"}`;
    }
    this.fill(".invariants", "li", look.invariants.map(([name, value, holds]) => `${holds ? "✓" : "✗ does not hold:"} ${name} (${value})`));
    this.find(".support").hidden = !look.support;
    if (look.support) this.find(".support table").innerHTML = supportBars(names, look.support);
    this.find(".hint").textContent = `${scene.plane ? "Move x around: every number is computed anew." : scene.why} ${this.truth()}`;
    this.root.classList.toggle("flat", !scene.plane);
    this.writeOthers(names);
  }

  title() { return `Round ${this.scene.t.toLocaleString("en")} · ${this.scene.look.words} · ${this.scene.look.branch}`; }
  supposed() { return this.scene.look.supposed ? "Supposed: this is not what happened in the run." : ""; }
  truth() {
    const {moved, look} = this.scene, name = look.names[look.y], hidden = look.full ? "" : ", hidden from the learner";
    return moved ? `The label stays class ${name}, wherever x is moved${hidden}.` : `The truth was class ${name}${hidden}.`;
  }

  fill(selector, tag, texts) {
    this.find(selector).replaceChildren(...texts.map((text) => {
      const element = document.createElement(tag);
      element.append(...lowered(text));
      return element;
    }));
  }

  writeOthers(names) {
    const {scene} = this, box = this.find(".others");
    const cannot = scene.others.filter(({reason}) => reason).map(({words}) => words);
    const line = Object.assign(document.createElement("p"), {className: "cannot", textContent: cannot.length ? `Not from given weights, they keep more than weights: ${cannot.join(" · ")}.` : ""});
    box.replaceChildren(...scene.others.filter(({reason}) => !reason).map((other) => {
      const card = document.createElement("figure");
      card.className = other.reason ? "other greyed" : "other";
      const caption = document.createElement("figcaption");
      caption.textContent = other.words;
      card.append(caption);
      if (!other.reason && scene.plane) card.append(document.createElement("canvas"));
      const text = document.createElement("p");
      const moved = other.reason ? [] : other.tau.map((tau, k) => [names[k], tau]).filter(([, tau]) => Math.abs(tau) > 1e-12);
      text.textContent = other.reason ? `Not from these weights: ${other.reason}`
        : `proposes ${names[other.y_tilde]} ${other.correct ? "✓" : "✗"}${other.note ? `, ${other.note}` : ""}: ${moved.length ? moved.map(([name, tau]) => `${name} ${tau > 0 ? "+" : ""}${shown(tau)}`).join(", ") : "nothing moves"}`;
      card.append(text);
      if (other.about) card.append(Object.assign(document.createElement("p"), {className: "about", textContent: other.about}));
      return card;
    }));
    box.append(line);
    this.small = [...box.querySelectorAll("canvas")].map((canvas) => new ScopeDisc(canvas));
  }

  // Pictures

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => {
      const scene = this.preview ? {...this.scene, point: this.preview} : this.scene, theme = themeOf(this.root);
      this.themeText = JSON.stringify(theme);
      const share = this.slideStart ? Math.min(1, (now - this.slideStart) / SLIDE) : 1;
      if (scene.plane) {
        const {look} = scene, options = {theme, ...this.scales()}, {reach} = options;
        this.discs[0].draw(scene, look.W_before, options);
        this.discs[1].draw(scene, look.W_after, {...options, from: look.W_before, share: share * (2 - share)});
        let next = 0;
        for (const other of scene.others) if (!other.reason) this.small[next++].draw(scene, other.W_after, {...options, small: true, reach: Math.max(reach, ...other.W_after.map(Math.abs))});
        this.describe();
      }
      this.shownAt = performance.now();
      if (share < 1) this.draw();
    });
  }

  describe() {
    const {names} = this.scene.look;
    const said = (disc, when) => disc.surface.canvas.setAttribute("aria-label",
      `${when}: ${disc.regions.map(({k, width}) => `class ${names[k]}${width ? ` ${Math.round((width * 180) / Math.PI)}°` : ""}`).join(", ")}`);
    said(this.discs[0], "Regions before");
    said(this.discs[1], "Regions after");
    this.scene.others.filter(({reason}) => !reason).forEach(({words}, i) => said(this.small[i], `Regions after ${words}`));
  }

  // The round, the learner and x in the link.
  remember() {
    const {scene} = this, query = new URLSearchParams(location.search);
    const values = {t: scene.t, who: scene.which || null, x: scene.moved ? scene.point.join("_") : null, told: scene.told === null ? null : Number(scene.told)};
    for (const [name, value] of Object.entries(values)) value === null ? query.delete(name) : query.set(name, value);
    window.cspaPlace = {...window.cspaPlace, t: String(scene.t)};
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.root.isConnected && history.replaceState(history.state, "", `${location.pathname}?${query}`), 200);
  }

  state() {
    return {scene: this.scene, waiting: this.waiting, sent: this.sent, shownAt: this.shownAt,
      before: this.discs[0].regions, after: this.discs[1].regions, handle: this.discs[0].handle,
      labels: this.discs.flatMap((disc) => {
        const box = disc.surface.canvas.getBoundingClientRect();
        return (disc.labels || []).map((label) => ({...label, x: label.x + box.left, y: label.y + box.top}));
      })};
  }
}

export default function (component) {
  return mount(Microscope, component, (probe) => component.setStateValue("probe", probe));
}
