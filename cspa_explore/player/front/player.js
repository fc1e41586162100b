// The player: one playhead over discs, curves and the strip of rounds. It reads arrays and never computes a round.

import {addressOfThisPage, given, read, remembered} from "./address.js";
import {Desk} from "./desk.js";
import {outcomeOf} from "./headline.js";
import {jump} from "./jumps.js";
import {BLEND} from "./learner_disc.js";
import {FIRST_STOP, momentFrom, parametersOf} from "./moment.js";
import {parse, same} from "./payload.js";
import {listen} from "./player_controls.js";
import {PlayerFilm} from "./player_film.js";
import {playOn} from "./player_hold.js";
import {PlayerView} from "./player_view.js";
import {StageBeats} from "./stage_beats.js";
import {passedShare} from "./transport.js";

const TWEEN = 150; // ms of the step from one round to the next, at walking speed
const WALK = 8; // rounds per second up to which steps are shown one by one
const REST = 250; // ms after which the address is written
const WHILE_PLAYING = 500; // ms between two writes of the address

export class Player extends PlayerView {
  /** @type {Uint8Array<ArrayBuffer>} */
  bytes;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  writing; // the address, soon
  drawnAt = ""; // sizes of the drawings
  written = 0; // when the address was last written (ms)
  stop = 0; // round at which playing stops
  toEnd = false; // playing stops at the last round, even if another run has more
  before = 0; // the last frame (ms), while something moves
  /** @type {{t: number, focus: number} | null} */
  pending = null; // the moment to show with the next run
  /** @type {{start: number} | null} */
  step = null; // from one round to the next, at walking speed

  constructor(root, bytes, ask, desk = /** @type {any} */ (new Desk())) {
    const moment = momentFrom(read);
    super(root, moment);
    root.cspa = this;
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.beats = new StageBeats(this);
    this.write = addressOfThisPage();
    this.stopListening = listen(this);
    this.desk = desk;
    this.film = new PlayerFilm(this, desk);
    this.load(bytes, ask);
    if (moment.t !== null) this.seek(moment.t);
    else if (this.still) this.seek(FIRST_STOP);
    else this.play(FIRST_STOP, 2);
  }

  // Draw again only if a drawing has another size: the text below them changes its height with every run.
  resize() {
    const {root, scale} = this;
    this.arrange();
    const sizes = [scale, ...Array.from(root.querySelectorAll("canvas"), ({clientWidth: w, clientHeight: h}) => `${w} ${h}`)].join();
    if (sizes === this.drawnAt) return;
    this.drawnAt = sizes;
    this.invalidate();
  }

  // Show a run, the playhead staying where it is. Every run of the script sends one, even if nothing changed.
  load(bytes, ask) {
    this.ask = ask;
    if (same(bytes, this.bytes)) {
      this.film?.again(); // it may be the run that a handle asked for
      return;
    }
    const first = !this.bytes, run = parse(bytes);
    if (this.film?.isAheadOf(run)) return;
    if (run.id !== this.run?.id) this.say(""); // the last notice is about another run
    this.bytes = bytes;
    run.inherit(this.run);
    if (this.desk.answers) run.pictures.connect((query) => this.desk.ask("pictures", query), () => this.invalidate());
    this.run = run;
    if (this.pending) Object.assign(this, this.pending, {pending: null}); // the moment of a link that was opened here
    this.focus = Math.min(this.focus, run.L - 1);
    this.build();
    this.film?.load(run);
    if (this.clock.playing) playOn(this, this.clock.exact);
    this.move(Math.min(this.t, run.T));
    if (!first && !this.clock.playing) this.settle(); // the address may say a round of the run before
  }

  destroy() {
    this.stopListening();
    this.film?.destroy();
    this.desk.destroy();
    this.sizes.disconnect();
    clearTimeout(this.writing);
    cancelAnimationFrame(this.asked);
    this.asked = -1;
  }

  // Actions. Whatever moves the playhead pauses first.

  act(name, value) {
    this.say(""); // the last notice is outdated
    const stops = name === "toggle" && (this.clock.playing || this.waits); // the picture under a handle stays
    if (!stops && (!this.desk.answers || /^(beats|toggle|step|jump)$/.test(name))) this.film?.leave(); // back to the user's own round
    const slow = this.beats?.on, one = Math.abs(Number(value)) === 1;
    if (name === "beats") this.beats.toggle();
    else if (name === "toggle" && slow) this.beats.playOrPause();
    else if (name === "toggle") stops ? this.pause() : this.play();
    else if (name === "step" && slow && one) this.beats.step(Number(value));
    else if (name === "step") this.seek(this.t + Number(value), one);
    else if (name === "seek") this.seek(Math.min(value, this.run.T));
    else if (name === "jump") this.jump(value);
    else if (name === "eye") this.show({eye: value || (this.eye === "god" ? "learner" : "god")});
    else if (name === "focus") this.show({focus: Number(value)});
    else if (name === "zoom") this.zoom(Number(value));
    else if (name === "ask") this.askFor(value);
  }

  // Open a link of this page without loading the page again.
  open(page, query) {
    const {t, focus} = momentFrom((name) => new URLSearchParams(query).get(name));
    this.pause();
    if (!page) this.pending = {t: t ?? this.t, focus};
    this.ask({kind: "open", page, query, again: Date.now()});
  }

  // Back or forward: the run of that address comes with its round.
  goBack() {
    const {t, focus} = momentFrom(given);
    this.pending = t === null ? null : {t, focus};
  }

  askFor(kind) {
    this.pause();
    this.writeNow(); // the script reads the address
    this.ask({kind, t: this.film?.round ?? this.t, learner: this.run.learners[this.focus].text, again: Date.now()});
  }

  /** Play up to a round, or to the end.
   * @param {number | null} stop
   */
  play(stop = null, faster = 1) {
    if (this.beats.on) this.beats.toggle();
    this.film?.leave();
    if (this.t >= this.run.T) this.t = 0;
    Object.assign(this, {pending: null, waits: false, stop: Math.min(stop ?? this.run.T, this.run.T), toEnd: stop === null});
    this.clock.start(this.t, performance.now(), faster);
    this.invalidate();
  }

  pause(pulse = false) {
    if (!this.clock.playing && !this.waits) return;
    this.waits = false;
    this.clock.stop();
    this.find(".play").classList.toggle("pulse", pulse);
    if (pulse) this.offer(outcomeOf(this.run, this.t, (l) => this.redrawn(l)));
    this.settle();
  }

  seek(t, tween = false) {
    this.say("");
    this.film?.leave();
    this.clock.stop();
    Object.assign(this, {waits: false, pending: null}); // the user has chosen another moment
    this.beats.restart();
    this.move(Math.max(0, Math.min(this.run.T, Math.round(t))), tween);
    this.settle();
  }

  show(changes) {
    Object.assign(this, changes);
    if ("focus" in changes) {
      if (this.pending) this.pending.focus = this.focus; // the user has chosen another learner
      this.film?.mark();
    }
    this.settle();
  }

  // The playhead rests: announce it to screen readers and write the address.
  settle() {
    this.invalidate();
    this.announce = true;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.writeNow(), REST);
  }

  // Another page is being opened: it shows the round that is on the screen now.
  leave() {
    this.pause();
    this.writeNow();
  }

  writeNow() {
    clearTimeout(this.writing);
    if (!this.root.isConnected) return;
    this.written = performance.now();
    const now = parametersOf({...this, t: this.film?.round ?? this.t}), moved = now.t !== remembered("t") || now.who !== remembered("who");
    this.write(moved ? {...now, x: null} : now); // the Microscope's x belongs to one round of one learner
  }

  move(t, tween = false) {
    this.step = tween && !this.still && t === this.t + 1 ? {start: performance.now()} : null;
    this.t = t;
    this.invalidate();
  }

  // The share of its map that a learner redraws per round, mean of the last 100 rounds; NaN without a plane.
  redrawn(l) { return this.discs[l]?.regions.recentChurn(this.t) ?? NaN; }

  jump(what) { return jump(this, what); }

  // Drawing

  invalidate() {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.asked = 0;
    if (!this.root.isConnected) return;
    const {clock} = this;
    let mix = 1, between = 1;
    if (clock.playing) mix = this.advance(now);
    if (this.step) {
      between = passedShare(now, this.step.start, TWEEN);
      if (between >= 1) this.step = null;
    }
    try {
      this.beats.frame(now);
      this.draw(mix, between);
    } finally { // an error in one frame does not end the animation
      if (clock.playing || this.step || this.beats.moving) this.invalidate();
    }
    this.frames.push(now - (this.before || now), performance.now() - now);
    if (this.frames.length > 8000) this.frames.splice(0, 4000);
    this.drawn.add(this.t);
    this.before = clock.playing || this.step ? now : 0;
  }

  // Move the playhead to where the clock is; return how much of the last picture is replaced.
  advance(now) {
    const {run, clock} = this, t = Math.min(clock.position(now, run.T), this.stop), pace = clock.pace(this.t, run.T);
    this.fast = pace > WALK;
    if (t !== this.t) {
      this.step = pace <= WALK && !this.still ? {start: now} : null;
      this.t = t;
    }
    if (t >= this.stop) this.pause(this.stop < run.T);
    else if (performance.now() - this.written > WHILE_PLAYING) this.writeNow();
    return this.fast && clock.playing ? 1 - Math.exp(-(now - (this.before || now)) / BLEND) : 1;
  }
}