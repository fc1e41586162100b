// Draws the state of a game: the board, the tape, the curves and their descriptions.

import {themeOf} from "./canvas.js";
import {isPresenting, typeScale} from "./presenting.js";
import {ROW} from "./round_strip.js";
import {fillRound, tintSigns} from "./turn_layout.js";
import {boardWords} from "./turn_words.js";

const FLASH = 700; // ms that an answer stays at its point
const GROW = 250; // ms in which the next point appears
const NARROW = 640, WIDE = 600; // pixels: below NARROW everything is in one column, below WIDE names are short

/** @typedef {import("./turn_run").TurnRun} TurnRun */
/** @typedef {import("./turn_plane").TurnPlane} TurnPlane */
/** @typedef {import("./turn_images").TurnImages} TurnImages */
/** @typedef {import("./round_strip").RoundStrip} RoundStrip */
/** @typedef {import("./curves").Curves} Curves */

export class TurnView {
  /** @type {any} */
  root;
  /** @type {(selector: string) => any} */
  find;
  /** @type {TurnRun} */
  run;
  /** @type {TurnPlane | TurnImages} */
  board;
  /** @type {RoundStrip} */
  strip;
  /** @type {Curves | null} */
  curves = null;
  still = false; // reduced motion
  s = 0; // the round that is shown at the end
  playing = false; // the rounds, at the end
  racing = false; // the learners play for the first time
  god = false;
  who = 0; // the player whose proposals are shown at the end
  busy = false; // a proposal is on its way
  since = 0; // when the point to be named appeared (ms)
  frames = 0;
  took = 0; // ms that the last answer took

  get phase() { return this.run.end ? "end" : this.run.finished ? "wait" : "play"; }

  get moving() { return !this.still && this.phase !== "end" && this.run.keys !== "" && performance.now() - this.since < FLASH; }

  draw() {
    const {root, find, run, phase, who} = this, scale = isPresenting() ? typeScale() : 1, theme = {...themeOf(root), scale};
    root.classList.toggle("narrow", root.clientWidth < NARROW);
    root.classList.toggle("present", isPresenting());
    root.classList.toggle("racing", this.racing);
    Object.assign(root.dataset, {phase, kind: run.data.picture ? "image" : "plane"});
    root.style.setProperty("--scale", String(scale));
    fillRound(find, run, this);
    tintSigns(find, run, theme);
    const age = performance.now() - this.since, t = phase === "end" ? this.s : run.t;
    const flash = this.moving ? Math.min(1, age / FLASH) : 1, pulse = this.moving ? Math.min(1, 0.4 + (0.6 * age) / GROW) : 1;
    this.board.draw(run, {t, who, god: this.god, theme, flash, pulse});
    this.surfaceWords(t);
    this.drawTape(phase === "end" ? this.s : run.keys.length, phase === "play" ? run.t : Math.max(1, this.s), theme);
    this.curves?.draw(this.s, {theme, log: false, recent: false});
    if (this.curves) this.curves.surface.canvas.setAttribute("aria-label", run.end?.chart.alt);
  }

  surfaceWords(t) {
    const {run, god, who} = this, right = run.bits.map((bit) => (bit ? "✓" : "✗")).join("");
    this.board.surface.canvas.setAttribute("aria-label", boardWords(run, {t, god, who}));
    const names = run.learners.map(({words}) => words).join(", "), mine = `Tape of your ${run.T} rounds: ${right || "none played yet"}.`;
    this.find(".tape canvas").setAttribute("aria-label", run.end ? `Tape: right and wrong proposals of ${names}.` : mine);
  }

  // One cell per round up to `known`; round t is framed.
  drawTape(known, t, theme) {
    const {run} = this, canvas = this.find(".tape canvas"), wide = this.root.clientWidth, scale = theme.scale;
    const names = run.end ? (wide < WIDE ? 92 : 150) * scale : 44 * scale;
    canvas.style.height = `${Math.round(run.L * ROW * scale)}px`;
    this.strip.cell = Math.max(9, Math.min(28, (wide - names - 8) / run.T / scale));
    this.strip.draw(t, {theme, eye: run.end && this.god ? "god" : "learner", names, known});
  }

  labels() { return this.curves?.labels ?? []; }

  // Everything that is drawn, for tests.
  state() {
    const {run, phase, s, god, who, playing, frames, busy, took, moving} = this;
    const {keys, bits, t, T, data} = run;
    return {phase, s, god, who, playing, frames, busy, took, moving, keys, bits, t, T, data, labels: this.labels()};
  }
}
