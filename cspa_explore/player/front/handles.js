// The two handles of the stage: a parameter of the marked learner, and σ. They snap to the values of the film.

import {nearest} from "./film_run.js";
import {html, setHtml} from "./html.js";

const STEPS = 10_000; // of the sliders: fine enough for any place
const TYPED = 350; // ms after the last key until the values are taken
const FAR = 4; // values per Page Up or Page Down
const SHORT = 15; // characters of a state that fits beside where the value lies
export const FIXED = "fixed in this file"; // what is said of a handle that cannot be moved

const LAYOUT = html`
  <div class="handle" data-handle="param"><div class="top"><label for="cspa-param"></label><select class="which" aria-label="Parameter"
    hidden></select><output></output></div><div class="track"><div class="rail"></div><input type="range" id="cspa-param"
    min="0" max="${STEPS}" step="1"></div><div class="ticks" aria-hidden="true"></div></div>
  <div class="handle" data-handle="sigma"><div class="top"><label for="cspa-sigma"></label><output></output></div>
    <div class="track"><div class="rail"></div><input type="range" id="cspa-sigma" min="0" max="${STEPS}" step="1"></div>
    <div class="ticks" aria-hidden="true"></div></div>`;

// The share of a tick's text that stands left of the tick: half of it, less near the ends of the track.
function besideTick(x) { return x < 0.15 ? x / 0.3 : x > 0.85 ? 0.5 + (x - 0.85) / 0.3 : 0.5; }

/** What follows while a handle is dragged, in words; nothing if the film has only one value for it.
 * @param {import("./film_run").Film | null} film
 * @param {number} values of the handle, in the film
 */
export function hintOf(film, values) {
  if (!film || values < 2) return "";
  return film.hasWeights ? ": drag, everything follows" : ": drag, the curves follow";
}

/** The index that a key leads to from index i of n, or null. */
export function keyed(key, i, n) {
  const steps = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: FAR, PageDown: -FAR};
  const to = key === "Home" ? 0 : key === "End" ? n - 1 : key in steps ? i + steps[key] : null;
  return to === null ? null : Math.max(0, Math.min(n - 1, to));
}

class Handle {
  /** @type {any} */
  box; // elements
  /** @type {any} */
  input;
  /** @type {any} */
  label;
  /** @type {any} */
  output;
  /** @type {any} */
  rail;
  /** @type {any} */
  ticks;
  symbol = "";
  scale = ""; // the ticks and the theory range that are drawn
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  typing; // by keys: the release, soon
  values = /** @type {any[]} */ ([]);
  at = /** @type {number[]} */ ([]);
  index = 0;

  constructor(box, {moved, released, signal}) {
    const find = (selector) => box.querySelector(selector);
    const parts = {input: find("input"), label: find("label"), output: find("output"), rail: find(".rail"), ticks: find(".ticks")};
    Object.assign(this, {box, ...parts});
    this.moved = moved;
    this.released = released;
    this.input.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.go(nearest(this.at, this.input.value / STEPS));
    }, {signal});
    this.input.addEventListener("change", () => this.release(), {signal});
    this.input.addEventListener("keydown", (event) => this.key(event), {signal});
    this.input.addEventListener("pointerup", () => {
      this.release(); // back at its start, a slider has not changed
      setTimeout(() => this.input.blur()); // the keys are the player's again
    }, {signal});
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = keyed(event.key, this.index, this.at.length);
    if (to === null) return;
    event.preventDefault(); // the player would take it
    this.go(to);
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.release(), TYPED);
  }

  go(index) {
    this.put(index);
    this.moved();
  }

  release() {
    clearTimeout(this.typing);
    this.released();
  }

  // Take the slider's values.
  fill({values, at, ticks, theory = [0, 0]}, index) {
    this.values = values;
    this.at = at;
    const scale = JSON.stringify([ticks, theory]);
    if (scale !== this.scale) this.mark(ticks, theory);
    this.scale = scale;
    this.put(index);
  }

  // Draw the theory range and the ticks.
  mark(ticks, theory) {
    const [edge, proof] = theory, share = (x) => `${(100 * x).toFixed(2)}%`;
    setHtml(this.rail, html`<i class="solid" style="left:0;width:${share(edge)}"></i><i class="hatched"
      style="left:${share(edge)};width:${share(proof - edge)}"></i><i class="fill"></i>`);
    setHtml(this.ticks, html`${ticks.map(([x, text]) => html`<span
      style="left:${share(x)};transform:translateX(-${share(besideTick(x))})">${text}</span>`)}`);
    this.thin();
  }

  // Hide the ticks that would overlap more important ones, which come first.
  thin() {
    const kept = /** @type {DOMRect[]} */ ([]);
    for (const tick of this.ticks.children) {
      tick.style.visibility = "";
      const box = tick.getBoundingClientRect();
      const covered = kept.some((other) => box.left < other.right + 6 && other.left < box.right + 6);
      if (covered) tick.style.visibility = "hidden";
      else kept.push(box);
    }
  }

  name(words, hint) { setHtml(this.label, html`${words}<span class="hint">${hint}</span>`); }

  put(index) {
    this.index = index;
    this.input.value = String(Math.round(STEPS * this.at[index]));
    this.rail.style.setProperty("--at", String(this.at[index]));
  }

  // Write the value, where it lies, and how far the film is.
  say(value, where, state) {
    const kind = state.length > SHORT ? "state long" : "state";
    const more = [[where, "where"], [state, kind]].filter(([text]) => text);
    const parts = more.map(([text, name], i) => html`<span class="${name}">${i ? " · " : ", "}${text}</span>`);
    setHtml(this.output, html`<b>${value}</b>${parts}`);
    this.input.setAttribute("aria-valuetext", `${this.symbol} = ${this.output.textContent}`);
    this.input.disabled = state === FIXED;
  }
}

// `moved` is called with the values while a handle is dragged, `released` after it, `chosen` with the name of a parameter.
export class Handles {
  constructor(root, {moved, released, chosen}, signal) {
    setHtml(root, LAYOUT);
    const of = (name) => new Handle(root.querySelector(`[data-handle=${name}]`), {moved, released, signal});
    this.root = root;
    this.param = of("param");
    this.sigma = of("sigma");
    this.which = root.querySelector(".which");
    this.which.addEventListener("change", () => chosen(this.which.value), {signal});
    this.sizes = new ResizeObserver(() => this.thin());
    this.sizes.observe(root);
    signal.addEventListener("abort", () => this.sizes.disconnect());
    /** @type {import("./types").ParamHandle | null} */
    this.entry = null; // the parameter
    /** @type {string[]} */
    this.shown = []; // its values as people read them
    /** @type {string[]} */
    this.where = []; // where they lie in the theory range
  }

  /** Show the values of the run; those of the film, if there is one. A film of one σ leaves σ the values of the run.
   * @param {import("./payload").Run} run
   * @param {number} place of the learner
   * @param {string} name of its parameter
   * @param {import("./film_run").Film | null} film
   */
  load(run, place, name, film) {
    const learner = run.learners[place], {sigma} = run.header, {params} = learner;
    const entry = (this.entry = params.find((param) => param.name === name) ?? null);
    this.param.box.hidden = !entry;
    if (entry) {
      const {values, at, shown, where} = film?.header ?? entry;
      Object.assign(this, {shown, where});
      this.param.symbol = entry.symbol;
      this.param.name(entry.label, hintOf(film, values.length));
      this.param.box.style.setProperty("--run", learner.colour);
      this.param.box.style.setProperty("--theory", entry.colour ?? "");
      this.param.fill({values, at, ticks: entry.ticks, theory: entry.theory}, Math.max(0, values.indexOf(entry.value)));
    }
    this.which.hidden = params.length < 2;
    setHtml(this.which, html`${params.map((param) => html`<option value="${param.name}">${param.symbol}</option>`)}`);
    this.which.value = entry?.name ?? "";
    const slider = film && film.sigmas.length > 1 ? film.header.sigma : sigma;
    this.sigma.symbol = "σ";
    this.sigma.name(`Noise σ (${sigma.noise})`, hintOf(film, film?.sigmas.length ?? 0));
    this.sigma.fill(slider, slider.values.indexOf(sigma.value));
  }

  // The values under the handles.
  get value() { return this.entry ? this.param.values[this.param.index] : ""; }
  get noise() { return this.sigma.values[this.sigma.index]; }

  // Write the values and the state of each handle.
  say(ofParam, ofSigma) {
    const {entry, param, sigma} = this;
    if (entry) param.say(this.shown[param.index], this.where[param.index], ofParam);
    sigma.say(String(this.noise), "", ofSigma);
  }

  thin() {
    this.param.thin();
    this.sigma.thin();
  }
}
