// Your turn: a person is the learner. The server answers each proposal with one bit; nothing here knows a label before
// the last round has been played.

import {addressOfThisPage} from "./address.js";
import {listenFor} from "./bridge.js";
import {onNewTheme, themeOf} from "./canvas.js";
import {Curves} from "./curves.js";
import {Desk} from "./desk.js";
import {setHtml} from "./html.js";
import {actionOf, isFree} from "./keys.js";
import {isKeyLeftOut} from "./lesson.js";
import {mount} from "./mount.js";
import {save} from "./picture.js";
import {CHANGED} from "./presenting.js";
import {RoundStrip} from "./round_strip.js";
import {passedShare} from "./transport.js";
import {TurnImages} from "./turn_images.js";
import {fillGame, LAYOUT} from "./turn_layout.js";
import {turnPicture} from "./turn_picture.js";
import {TurnPlane} from "./turn_plane.js";
import {TurnRun} from "./turn_run.js";
import {TurnView} from "./turn_view.js";
import {answerWords, instanceWords} from "./turn_words.js";

const SEEN = 150; // ms: nobody answers a point that quickly, so an earlier press is a double press
const RACE = 4500; // ms for all rounds, when the learners play
const AGAIN = 4000; // ms after which the end is asked for once more
const SILENT = "The server did not answer: press the key again. If it stays silent, reload the page; your proposals are in the link.";

class YourTurn extends TurnView {
  began = 0; // when playing began (ms)
  asked = 0; // the next frame
  questions = 0;
  /** @type {(question: any) => void} */
  ask = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting;

  /** @param {import("./types").TurnScene} data */
  constructor(root, data, ask) {
    super();
    this.root = root;
    setHtml(root, LAYOUT);
    root.classList.add("turn");
    root.cspa = this;
    this.find = (selector) => root.querySelector(selector);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.write = addressOfThisPage(false);
    this.desk = new Desk();
    this.off = new AbortController();
    this.listen(this.off.signal);
    this.load(data, ask);
  }

  /** Show a game. Data of a script run that began before the last answers are stale: the drawing keeps its own.
   * @param {import("./types").TurnScene} data
   */
  load(data, ask) {
    this.ask = ask;
    const before = this.run, same = before?.data.id === data.id && before.data.starts === data.starts;
    if (data.keys.length === data.rounds) clearTimeout(this.waiting); // the server knows that the learners are to play
    if (same && !data.end && data.keys.length <= before.keys.length) {
      this.invalidate();
      return;
    }
    const raced = same && !before.end && data.end;
    const kept = same && before.end && data.end; // only the learners have changed
    this.run = new TurnRun(data);
    this.busy = false;
    const Board = data.picture ? TurnImages : TurnPlane;
    if (!(this.board instanceof Board)) this.board = new Board(this.find(".board canvas"));
    this.strip = new RoundStrip(this.find(".tape canvas"), /** @type {any} */ (this.run));
    this.curves = data.end ? new Curves(this.find(".graph canvas"), /** @type {any} */ (this.run)) : null;
    if (!kept) Object.assign(this, {s: data.end ? data.rounds : 0, god: Boolean(data.end), who: 0, playing: false, racing: false});
    this.who = Math.min(this.who, this.run.L - 1);
    fillGame(this.find, this.run);
    this.settle();
    if (raced && !this.still) this.play(true);
    if (raced && this.still) this.say(data.end?.verdict ?? "");
    if (!same && this.phase === "play" && before) this.say(instanceWords(this.run, this.run.t));
    this.since = performance.now();
    this.invalidate();
  }

  // Put the proposals into the link.
  settle() { this.write({you: this.run.keys || null}); }

  say(text) { this.find(".live").textContent = text; }

  question(kind, more = {}) { this.ask({kind, ...more, number: ++this.questions}); }

  askForEnd() {
    this.question("end");
    this.waiting = setTimeout(() => this.phase === "wait" && this.root.isConnected && this.askForEnd(), AGAIN);
  }

  listen(signal) {
    const {root, find} = this;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.click(button.dataset);
    }, {signal});
    document.addEventListener("keydown", (event) => this.pressed(event), {signal});
    find(".rounds").addEventListener("change", (event) => {
      this.question("rounds", {value: Number(event.target.value)});
      event.target.blur(); // keys belong to the game
    }, {signal});
    find(".scrub").addEventListener("input", (event) => this.seek(Number(event.target.value)), {signal});
    listenFor(CHANGED, () => this.invalidate(), signal);
    const sizes = new ResizeObserver(() => this.invalidate());
    for (const element of [root, ...root.querySelectorAll("canvas")]) sizes.observe(element);
    onNewTheme(() => themeOf(root), () => this.invalidate(), signal);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  destroy() {
    this.off.abort();
    this.desk.destroy();
    clearTimeout(this.waiting);
  }

  /** @param {{key?: string, act?: string, eye?: string, who?: string, picture?: string}} data of a button */
  click({key, act, eye, who, picture}) {
    if (key !== undefined) this.propose(key);
    else if (act === "play") this.playing ? this.seek(this.s) : this.play();
    else if (act) this.question(act);
    else if (picture) this.savePicture(picture);
    else {
      if (eye) this.god = eye === "god";
      if (who !== undefined) this.who = Number(who);
      this.invalidate();
    }
  }

  pressed(event) {
    if (!this.root.isConnected || !isFree(event) || event.repeat && this.phase === "play") return;
    if (this.phase === "play" && this.run.names.includes(event.key)) {
      event.preventDefault();
      this.propose(event.key);
    }
    const action = this.phase === "end" && actionOf(event);
    if (!action || isKeyLeftOut(this.root, action)) return;
    const [name, value] = action;
    if (name === "toggle") this.playing ? this.seek(this.s) : this.play();
    else if (name === "step") this.seek(this.s + value);
    else if (name === "seek") this.seek(value);
    else if (name === "eye") this.click({eye: this.god ? "learner" : "god"});
    else return;
    event.preventDefault();
  }

  // Whether a press counts now.
  get listens() { return !this.busy && this.phase === "play" && performance.now() - this.since >= SEEN; }

  // Propose a class; a press before the answer to the last one, or right after it, is a double press.
  async propose(key) {
    const {run} = this, begin = performance.now();
    if (!this.listens) return;
    this.busy = true;
    this.mark(key);
    const {id, starts} = run.data, found = await this.desk.ask("turn", {game: id, starts, t: run.t, key});
    if (run !== this.run || this.off.signal.aborted) return; // another game, or newer data
    this.busy = false;
    const answer = found?.length ? JSON.parse(new TextDecoder().decode(found)) : null;
    this.find(".notice").textContent = answer ? "" : SILENT;
    if (answer && !("told" in answer)) this.question("stale"); // the server's game is in another state
    if (!answer || !run.add(answer)) return;
    this.took = performance.now() - begin;
    this.since = performance.now();
    this.settle();
    this.say(answerWords(run));
    if (run.finished) this.askForEnd();
    this.invalidate();
  }

  // Show which button was pressed last.
  mark(key) {
    for (const button of this.find(".signs").children) button.classList.toggle("chosen", button.dataset.key === key);
  }

  play(first = false) {
    if (first) Object.assign(this, {god: false, racing: true, s: 0});
    if (this.s >= this.run.T) this.s = 0;
    this.playing = true;
    this.began = performance.now() - (this.s / this.run.T) * RACE;
    this.invalidate();
  }

  // Show a round, and stop.
  seek(s) {
    Object.assign(this, {playing: false, racing: false, s: Math.max(0, Math.min(this.run.T, s))});
    this.invalidate();
  }

  // The learners play; when all rounds are played, God's eye opens.
  advance(now) {
    this.s = Math.floor(passedShare(now, this.began, RACE) * this.run.T);
    if (this.s < this.run.T) return;
    Object.assign(this, {playing: false, racing: false, god: true});
    this.say(this.run.end?.verdict ?? "");
  }

  async savePicture(kind) {
    this.find(".notice").textContent = await save(kind, turnPicture(this.run, this));
  }

  invalidate() {
    this.asked ||= requestAnimationFrame((now) => {
      this.asked = 0;
      if (!this.root.isConnected || this.off.signal.aborted) return;
      if (this.playing) this.advance(now);
      this.draw();
      this.frames++;
      if (this.playing || this.moving) this.invalidate();
    });
  }
}

export default function (component) {
  return mount(YourTurn, component, (question) => component.setTriggerValue("question", question));
}
