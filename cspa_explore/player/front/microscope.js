// The Microscope: one round of one learner. Python computes every number; moving x or stepping asks Python again.

import {addressOfThisPage, given, remembered} from "./address.js";
import {themeOf} from "./canvas.js";
import {setHtml} from "./html.js";
import {BeatByBeat} from "./microscope_beats.js";
import {ImageRows} from "./image_rows.js";
import {listen} from "./microscope_controls.js";
import {LAYOUT} from "./microscope_layout.js";
import {microscopePicture} from "./microscope_picture.js";
import {fillTables} from "./microscope_tables.js";
import {imagesText, regionsText} from "./microscope_text.js";
import {mount} from "./mount.js";
import {save} from "./picture.js";
import {passedShare} from "./transport.js";
import {WeightsDisc} from "./weights_disc.js";

const SLIDE = 600; // ms in which the tips go from before to after
const LATE = 300; // ms after which numbers that are being computed anew are dimmed
const LOST = 5000; // ms after which an answer counts as lost
const WRITE = 200; // ms of rest after which the address is written

/** @typedef {import("./types").Scene} Scene */

export class Microscope {
  /** @type {Scene} */
  scene;
  isPlace = true; // the scene is remembered
  waiting = false; // for an answer
  /** @type {any} */
  next = null; // to ask for when the answer has come
  /** @type {[number, number] | null} */
  preview = null; // where x is being moved to
  /** @type {WeightsDisc[]} */
  small = []; // of other learners
  sent = 0; // when the last question was asked (ms)
  shownAt = 0; // when the last drawing was complete (ms)
  slideStart = 0; // when the tips began to move (ms); 0: they rest
  frame = 0;

  /** @param {Scene} scene */
  constructor(root, scene, ask) {
    this.root = root;
    setHtml(root, LAYOUT);
    root.classList.add("scope");
    root.cspa = this;
    this.find = (selector) => root.querySelector(selector);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.discs = [new WeightsDisc(this.find(".before")), new WeightsDisc(this.find(".after"))];
    this.beats = new BeatByBeat(this);
    this.images = new ImageRows(this.find(".images"));
    this.write = addressOfThisPage();
    this.stopListening = listen(this);
    const elsewhere = rememberedProbe(scene);
    this.load(scene, ask, !elsewhere);
    if (elsewhere) this.probe(elsewhere);
  }

  /** Show a scene. One that only stands in for the place that was looked at last is not remembered: `isPlace` is false.
   * @param {Scene} scene
   */
  load(scene, ask, isPlace = true) {
    this.ask = ask;
    this.waiting = false;
    this.root.classList.remove("late");
    if (!this.next) this.preview = null;
    const fresh = !this.scene || this.scene.t !== scene.t || this.scene.which !== scene.which;
    this.scene = scene;
    this.slideStart = fresh && !this.still && !this.beats.on ? performance.now() : 0;
    fillTables(this.find, scene);
    this.root.classList.toggle("flat", !scene.plane);
    this.small = [...this.root.querySelectorAll(".others canvas")].map((canvas) => new WeightsDisc(canvas));
    this.beats.load(fresh);
    this.draw();
    this.isPlace = isPlace;
    this.rememberPlace();
    if (this.next) {
      const next = this.next;
      this.next = null;
      this.probe(next);
    }
  }

  // Ask for another round, learner, x or answer. While one request is under way only the latest wish is kept.
  probe(changes) {
    if (this.waiting && performance.now() - this.sent < LOST) {
      this.next = {...this.next, ...changes};
      return;
    }
    this.waiting = true;
    clearTimeout(this.late);
    this.late = setTimeout(() => this.root.classList.toggle("late", this.waiting), LATE);
    this.sent = performance.now();
    this.ask({...probeOf(this.scene), ...changes, again: Date.now()});
  }

  // Go to a round or, beyond the ends of the run, to its first or last one; x is where it was in the run.
  go(t) {
    const {t: now, T} = this.scene, to = Math.max(1, Math.min(T, t));
    if (to === t || to !== now) this.probe({t: to, x: ""});
    else this.say(t < 1 ? "This is the first round." : "This is the last round.");
  }

  jump(name) {
    const t = this.scene.jumps[name], what = name === "next_mistake" ? "mistake" : "right proposal that taught something";
    if (t) this.probe({t, x: ""});
    else this.say(`There is no further ${what} in this run${what === "mistake" ? ": try more noise (σ)" : ""}.`);
  }

  length() { return this.scene.point ? Math.hypot(...this.scene.point) || 1 : 1; }

  moveTo([x, y]) {
    const round = (value) => Math.round(value * 1e4) / 1e4;
    if (!x && !y) return;
    this.preview = [x, y]; // the handle follows at once, the numbers when Python has answered
    this.draw();
    this.probe({x: `${round(x)}_${round(y)}`});
  }

  turn(degrees) {
    if (!this.scene.point) return;
    const [x, y] = this.scene.point, angle = Math.atan2(y, x) + (degrees * Math.PI) / 180, far = this.length();
    this.moveTo([far * Math.cos(angle), far * Math.sin(angle)]);
  }

  say(text) { this.find(".notice").textContent = text; }

  savePicture(kind) { save(kind, microscopePicture(this.scene, this.scales())).then((said) => this.say(said)); }

  // The longest weight, and the farthest point of the plane, that must fit.
  scales() {
    const {look, bias} = this.scene, d = bias ? 3 : 2;
    let reach = 1e-9;
    for (const W of [look.W_before, look.W_after, look.learning?.W_before, look.learning?.W_after]) {
      for (let i = 0; W && i < W.length; i += d) reach = Math.max(reach, Math.hypot(W[i], W[i + 1]));
    }
    return {reach, view: 1.25 * Math.max(1.5, this.length())};
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => {
      const share = this.slideStart ? passedShare(now, this.slideStart, SLIDE) : 1, theme = themeOf(this.root);
      const beat = this.beats.frame(now);
      if (this.scene.plane) this.drawDiscs({theme, ...this.scales()}, beat ? beat.share : share * (2 - share), beat);
      else this.drawImages(theme);
      this.shownAt = performance.now();
      if (share === 1) this.slideStart = 0;
      if (share < 1 || this.beats.moving) this.draw();
      else reachScrollers(this.root.querySelectorAll(".numbers, .support"));
    });
  }

  drawImages(theme) {
    const {canvas} = this.images.surface, {scene} = this, high = ImageRows.height(scene, this.root.clientWidth);
    canvas.hidden = !high;
    canvas.style.height = `${high}px`;
    canvas.setAttribute("aria-label", imagesText(scene));
    this.images.draw(scene, theme);
  }

  drawDiscs(options, share, beat) {
    const scene = this.preview ? {...this.scene, point: this.preview} : this.scene, {look} = scene;
    const [before, after] = this.discs, others = scene.others.filter(({reason}) => !reason);
    const describe = (disc, when) => disc.surface.canvas.setAttribute("aria-label", regionsText(when, disc.regions, look.names));
    before.draw(scene, look.W_before, {...options, learning: look.learning?.W_before});
    after.draw(scene, look.W_after, {...options, from: look.W_before, share, beat, learning: look.learning?.W_after});
    describe(before, "Regions before");
    describe(after, "Regions after");
    others.forEach(({W_after: W, words}, i) => {
      this.small[i].draw(scene, W, {...options, small: true, reach: Math.max(options.reach, ...W.map(Math.abs))});
      describe(this.small[i], `Regions after ${words}`);
    });
  }

  // Put the round, the learner, x and the supposed answer into the address once they rest.
  rememberPlace() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.writeNow(), WRITE);
  }

  writeNow() {
    clearTimeout(this.writing);
    if (!this.root.isConnected || !this.isPlace) return;
    const {t, who, x, told} = probeOf(this.scene);
    this.write({t: String(t), who: who ? String(who) : null, x: x || null, told: told || null});
  }

  destroy() {
    this.stopListening();
    clearTimeout(this.writing);
    clearTimeout(this.late);
    cancelAnimationFrame(this.frame);
  }

  // Everything that is drawn, for tests.
  state() {
    const labels = this.discs.flatMap((disc) => {
      const box = disc.surface.canvas.getBoundingClientRect();
      return disc.labels.map((label) => ({...label, x: label.x + box.left, y: label.y + box.top}));
    });
    const [before, after] = this.discs, {scene, waiting, sent, shownAt} = this;
    const {on, moving, clock} = this.beats, beats = {on, moving, beat: clock.beat, caption: this.find(".caption").textContent};
    return {scene, waiting, sent, shownAt, before: before.regions, after: after.regions, handle: before.handle, labels, beats};
  }
}

// What scrolls can be reached by the keyboard.
function reachScrollers(boxes) {
  for (const box of boxes) {
    if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

/** What a scene shows, as Python is asked for it.
 * @param {Scene} scene
 */
function probeOf({t, which, moved, point, told}) {
  return {t, who: which, x: moved && point ? point.join("_") : "", told: told === null ? "" : told ? "1" : "0"};
}

/** What was looked at last, on this page or in the Arena, if the address does not say a round and it is not the scene.
 * @param {Scene} scene
 */
function rememberedProbe(scene) {
  const t = Number(remembered("t"));
  if (given("t") !== null || !t) return null;
  const who = Math.min(Number(remembered("who") ?? 0), scene.learners.length - 1);
  const wanted = {t: Math.min(scene.T, t), who, x: remembered("x") ?? "", told: remembered("told") ?? ""};
  const now = probeOf(scene), same = Object.entries(wanted).every(([name, value]) => now[name] === value);
  return same ? null : wanted;
}

export default function (component) {
  return mount(Microscope, component, (probe) => component.setStateValue("probe", probe));
}
