// The Classroom: a question is shown, votes are typed and locked, then the computed answer is revealed beside them.
//
// This browser keeps the votes and the teacher's own deck: they survive a rerun, another page and a reload.

import {inThisTab, keep, kept} from "./address.js";
import {announce, CLASS_STAGE, listenFor, offer} from "./bridge.js";
import {fromKept, isVoted, noVotes, phaseAfter, toKept, withLatest} from "./classroom_votes.js";
import {html, setHtml} from "./html.js";
import {mount} from "./mount.js";
import {CHANGED, isPresenting, typeScale} from "./presenting.js";
import {ChooseQuestion} from "./question_choose.js";
import {DrawQuestion} from "./question_draw.js";
import {GuessQuestion} from "./question_guess.js";

/** @typedef {import("./types").ClassPicture} Picture */

const STORE = "cspa-classroom";
const AGAIN = 4000; // ms after which the answer is asked for once more: Streamlit may lose a request while its script runs
const TYPES = {choose: ChooseQuestion, guess: GuessQuestion, draw: DrawQuestion};
const HINTS = {choose: "How many hands for each?", guess: "Where do you plant your flag?", draw: "Draw your curve before the run does."};
const LOCKED = "The votes are locked. Ready for the answer?";
const LAYOUT = html`<div class="top"><span class="deck"></span><nav class="dots" aria-label="Questions"></nav></div>
  <p class="number"></p><h1 class="text"></h1><p class="ask"></p>
  <div class="votes"></div>
  <div class="bar acts">
    <button class="primary" data-act="lock">Lock the votes</button>
    <button class="primary" data-act="reveal">Reveal the answer</button>
    <button data-act="unlock">Unlock</button>
    <button data-act="clear">Clear the votes</button>
    <span class="group steps"><button data-go="-1">◀ Back</button><button data-go="1">Next ▶</button></span></div>
  <p class="waiting" role="status"></p>
  <section class="answer" aria-live="polite" hidden><p class="result"></p><p class="score"></p><p class="sentence"></p><p class="why"></p>
    <p><a class="chip"></a></p></section>`;

export class Classroom {
  /** @type {Picture} */
  data;
  /** @type {Record<string, any>} */
  views = {}; // by type of question
  shown = ""; // what the votes show: question and phase
  asked = ""; // the question whose answer was asked for
  revealedNow = false; // the answer was revealed by a click, not restored
  frames = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting;

  /** @param {Picture} data */
  constructor(root, data, ask) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    setHtml(root, LAYOUT);
    root.classList.add("classroom");
    root.cspa = this;
    this.off = new AbortController();
    const {signal} = this.off;
    this.store = fromKept(kept(STORE));
    root.addEventListener("click", (event) => this.clicked(event), {signal});
    listenFor(CHANGED, () => this.resize(), signal);
    offer(CLASS_STAGE, () => this.stage(), signal);
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(root);
    this.load(data, ask);
  }

  /** @param {Picture} data */
  load(data, ask) {
    const {chosen, waits, text} = data.deck;
    this.ask = ask;
    this.data = data;
    if (!chosen && (this.store.deck || waits) && !this.restored) { // a new question waits for the deck in this browser's storage
      this.restored = true;
      ask({kind: "deck", text: this.store.deck, again: Date.now()});
    } else if (chosen && this.store.deck !== text) {
      this.store.deck = text;
      this.save();
    }
    this.show();
  }

  destroy() {
    clearTimeout(this.waiting);
    this.off.abort();
    this.sizes.disconnect();
  }

  get id() { return this.data.question.id; }
  get vote() { return (this.store.votes[this.id] ??= noVotes()); }
  get waits() { return this.vote.phase === "revealed" && !this.data.answer; }
  get view() {
    const {type} = this.data.question;
    if (!this.views[type]) {
      const place = document.createElement("div");
      place.className = `question ${type}`;
      this.views[type] = new TYPES[type](place, () => this.changed(), this.off.signal);
    }
    return this.views[type];
  }

  changed() {
    this.save();
    this.tell();
  }

  save() {
    this.store.votes = withLatest(this.store.votes, this.id, this.vote);
    keep(STORE, toKept(this.store));
  }

  resize() {
    this.root.classList.toggle("present", isPresenting());
    this.root.style.setProperty("--scale", String(isPresenting() ? typeScale() : 1));
    if (this.data && this.width !== this.root.clientWidth) this.view.draw?.();
    this.width = this.root.clientWidth;
  }

  show() {
    const {data, find, vote, view} = this, {question, deck, place} = data, all = deck.ids.length;
    find(".deck").textContent = deck.title;
    find(".number").textContent = `Question ${place} of ${all}`;
    find(".text").textContent = question.text;
    const chosen = this.root.getRootNode().activeElement?.dataset?.place;
    setHtml(find(".dots"), html`${deck.ids.map((id, i) => html`<button data-place="${i + 1}" aria-label="Question ${i + 1}"
      aria-current="${i + 1 === place ? "true" : "false"}" class="${this.store.votes[id]?.phase ?? "open"}">${i + 1}</button>`)}`);
    if (chosen !== undefined) find(`[data-place="${chosen}"]`)?.focus();
    if (this.waits && this.asked !== this.id) this.request();
    const key = `${question.id} ${vote.phase} ${Boolean(data.answer)}`;
    if (key !== this.shown || view.place.parentNode !== find(".votes")) {
      this.shown = key;
      if (view.place.parentNode !== find(".votes")) find(".votes").replaceChildren(view.place);
      view.show(data, vote);
    }
    this.tell();
    announce(CLASS_STAGE, this.stage());
    this.frames++;
  }

  // Update buttons and texts for the phase.
  tell() {
    const {data, find, vote, view} = this, {question, deck, place, answer} = data, {phase} = vote;
    const done = phase === "revealed" && answer !== null;
    find(".ask").textContent = phase === "open" ? HINTS[question.type] : phase === "locked" ? LOCKED : "";
    find("[data-act=lock]").hidden = phase !== "open";
    find("[data-act=unlock]").hidden = phase !== "locked";
    find("[data-act=reveal]").hidden = phase !== "locked";
    find("[data-act=clear]").hidden = phase === "open" && !isVoted(vote);
    find("[data-go='-1']").disabled = place === 1;
    find("[data-go='1']").disabled = place === deck.ids.length;
    find("[data-go='1']").classList.toggle("primary", done);
    find(".waiting").textContent = this.waits ? "The run is being played…" : "";
    find(".answer").hidden = !done;
    this.root.dataset.phase = phase;
    if (!done) return;
    const texts = {result: view.title(data), score: view.score(answer), sentence: answer.sentence, why: answer.why};
    for (const [name, text] of Object.entries(texts)) {
      if (find(`.${name}`).textContent !== text) find(`.${name}`).textContent = text;
    }
    Object.assign(find(".chip"), {textContent: `Open ${question.page}`, href: question.link});
  }

  // What the stage may show: nothing before the answer is revealed, then the run up to the answer.
  stage() {
    if (!this.data) return null;
    const {answer, run} = this.data, open = this.vote.phase === "revealed" && answer !== null;
    return {run, question: this.id, open, t: open ? answer.t : 0, plays: this.revealedNow};
  }

  clicked(event) {
    const {target} = event, act = target.closest("[data-act]"), to = target.closest("[data-place], [data-go]");
    const link = target.closest("a.chip");
    if (act) this.act(act.dataset.act);
    if (to) this.go(to.dataset.place ? Number(to.dataset.place) : this.data.place + Number(to.dataset.go));
    if (link && inThisTab(event)) {
      event.preventDefault();
      this.ask({kind: "open", again: Date.now()});
    }
  }

  act(name) {
    const {vote} = this;
    vote.phase = phaseAfter(vote.phase, name);
    if (name === "clear") {
      Object.assign(vote, noVotes());
      this.shown = ""; // draw the votes again, even if they were open
    }
    this.revealedNow = name === "reveal";
    this.save();
    if (name === "reveal" && !this.data.answer) this.request();
    this.show();
    const next = {lock: "[data-act=reveal]", unlock: "[data-act=lock]", reveal: "[data-go='1']", clear: "[data-act=lock]"}[name];
    this.find(next).focus({preventScroll: true}); // the button that was pressed is gone
  }

  request() {
    this.asked = this.id;
    this.ask({kind: "reveal", id: this.id, again: Date.now()});
    this.remind();
  }

  // Ask again if the server has the run (its id is here), but not the request.
  remind() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if (this.waits) this.data.run === null ? this.remind() : this.request();
    }, AGAIN);
  }

  go(place) {
    if (place < 1 || place > this.data.deck.ids.length || place === this.data.place) return;
    this.revealedNow = false;
    this.ask({kind: "go", place, again: Date.now()});
  }

  // Draw again, the stage too.
  invalidate() {
    this.view.draw?.();
    announce(CLASS_STAGE, this.stage());
  }

  // Everything that is shown, for tests.
  state() {
    const {data, vote, store} = this;
    return {place: data.place, vote, deck: store.deck, answer: data.answer, text: data.question.text, labels: []};
  }
}

export default function (component) {
  return mount(Classroom, component, (question) => component.setTriggerValue("question", question));
}
