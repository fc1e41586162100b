// The guide: a card with one step at a time. A step is a link. The user acts on the page, and the card tells the
// consequence with numbers of the page's drawing. In the address, guide=3 is the third step.

import {
  given, givenValues, inThisTab, isNewHere, openPath, read, remember, remembered, rememberGuide, replace, serverAddress,
} from "./address.js";
import {announce, FACTS, listenFor, OPENED} from "./bridge.js";
import {filled, isDone} from "./guide_facts.js";
import {Ring} from "./guide_ring.js";
import {html, setHtml} from "./html.js";
import {isPresenting, typeScale} from "./presenting.js";
import {panelWidth} from "./side_panel.js";

const LOOK = 300; // ms between two looks at the page
const PATIENCE = 10; // looks until a step that is missing in the address is asked for or written again
const OPEN = "cspa-guide"; // class of the document while the card is open: the page's style leaves room for it
const WIDTH = 300; // pixels of the card where no sidebar is open
const END = "end", OFFER = "offer";
const ASKED = "guide_asked"; // remembered: the step that was requested; until the server has opened it, the address is stale
const VIEW = ["t", "who", "eye", "lin", "last", "x", "told", "alpha"]; // what the browser remembers of a page
const ASIDE = ["hide", "present", "guide", "word"]; // links with these are lessons: the guide is not offered
const LAYOUT = html`<p class="top"><span class="where"></span><button class="close" data-guide="close" title="Close (Esc)"
    aria-label="Close the guide">×</button></p>
  <p class="title" id="guide-title"></p><div class="text" id="guide-text"></div><p class="then" aria-hidden="true"></p>
  <p class="hidden" role="status"></p><p class="ways"></p>`;

/** @type {Guide | null} */
let owner = null; // the open card; after a page switch the old page's card lives a moment longer

export class Guide {
  place = ""; // "" (closed), "offer", "1" to "7", or "end"
  page = "";
  steps = /** @type {any[]} */ ([]);
  last = "1"; // the step that was open last
  said = ""; // the consequence
  isReady = false; // the page has shown the state before the action
  facts = /** @type {any} */ (null);
  ring = new Ring();
  isRevealed = false; // the control has been scrolled into sight
  missed = 0; // looks since the address said the step
  path = ""; // of the page
  /** @type {any} */
  end;
  offer = "";

  constructor(card, {ask, glossary, changed, leave, signal}) {
    this.card = card;
    this.ask = ask;
    this.glossary = glossary;
    this.changed = changed; // called when it was opened or closed
    this.leave = leave; // closes it, and gives the focus back
    setHtml(card, LAYOUT);
    this.sizes = new ResizeObserver(() => this.makeRoom());
    this.sizes.observe(card);
    card.addEventListener("click", (event) => this.clicked(event), {signal});
    listenFor(FACTS, (facts) => this.hear(facts), signal);
    addEventListener("popstate", () => this.goBack(), {signal});
    addEventListener("resize", () => this.makeRoom(), {signal});
    const look = setInterval(() => this.look(), LOOK);
    signal.addEventListener("abort", () => {
      clearInterval(look);
      this.sizes.disconnect();
      this.ring.put(null);
      if (owner === this) document.documentElement.classList.remove(OPEN);
    });
  }

  find(selector) { return this.card.querySelector(selector); }
  get step() { return this.steps[Number(this.place) - 1] ?? null; }
  known(place) { return place === END || this.steps[Number(place) - 1] ? place : ""; }

  load(page, guide) {
    if (!guide) return;
    const isFirst = !this.page;
    Object.assign(this, {page, steps: guide.steps, end: guide.end, offer: guide.offer, path: openPath()});
    const asked = remembered(ASKED), place = this.known(asked ?? read("guide") ?? "");
    if (place || !isFirst) this.show(place || this.place, !asked);
    else if (isNewHere() && !ASIDE.some((name) => given(name) !== null)) this.show(OFFER);
    if (read("guide_focus")) this.card.querySelector(".next")?.focus({preventScroll: true}); // it was used by the keyboard
    remember({guide_focus: null});
  }

  /** Open the guide where it was left, or close it. */
  toggle() {
    if (this.place && this.place !== OFFER) this.leave();
    else this.go(this.last);
  }

  // Back or forward: the address says the step and, if the page stays, its round.
  goBack() {
    const place = this.known(given("guide") ?? "");
    if (!place && (!this.place || this.place === OFFER)) return;
    remember({guide: place || null, [ASKED]: null});
    this.show(place);
    if (openPath() === this.path) announce(OPENED, new URLSearchParams(givenValues()).toString());
  }

  close() {
    rememberGuide();
    this.show("");
  }

  // With `write` false, the server writes the address of the step, as another history entry.
  show(place, write = true) {
    if (place !== this.place) Object.assign(this, {said: "", isRevealed: false, isReady: false});
    this.place = place;
    if (this.step) this.last = place;
    if (place === END) rememberGuide(); // also if a link has opened the guide
    const inAddress = place === OFFER ? null : place || null;
    remember({guide: inAddress});
    if (write) replace({guide: inAddress});
    this.fill();
    const open = Boolean(place), was = !this.card.hidden;
    this.card.hidden = !open;
    owner = this;
    document.documentElement.classList.toggle(OPEN, open);
    this.makeRoom();
    if (open !== was) dispatchEvent(new Event("resize")); // the page makes room
    this.changed();
    this.look();
  }

  // Go to a step: its page shows its state.
  go(place) {
    rememberGuide();
    const step = this.steps[Number(place) - 1];
    Object.assign(this, {said: "", isReady: false});
    this.show(place, false);
    if (!step) return;
    remember({...Object.fromEntries(VIEW.map((name) => [name, step.query[name] ?? null])), theory: "seen", [ASKED]: place});
    if (step.page === this.page) announce(OPENED, new URLSearchParams(step.query).toString());
    this.ask({step: place, again: Date.now()});
  }

  clicked(event) {
    const way = event.target.closest("[data-guide]");
    if (!way || !inThisTab(event)) return;
    event.preventDefault();
    const {guide, page} = way.dataset;
    if (event.detail) way.blur(); // after a mouse click, keys belong to the page
    else remember({guide_focus: "1"});
    if (page) {
      this.close();
      this.ask({page, again: Date.now()});
    } else if (guide === "close") this.leave();
    else if (guide === END) this.show(END);
    else this.go(guide);
  }

  fill() {
    const {place, step, steps} = this, text = filled(step?.text ?? "", {});
    const title = step?.title ?? (place === END ? this.end.title : place === OFFER ? this.offer : "");
    const names = {[END]: "Guide · end", [OFFER]: "Guide"};
    this.find(".where").textContent = step ? `Guide · step ${place} of ${steps.length}` : names[place] ?? "";
    this.find(".title").textContent = title;
    const questions = () => html`<ol>${this.end.questions.map((question) => html`<li>${question}</li>`)}</ol>`;
    setHtml(this.find(".text"), place === END ? questions() : html`${text && html`<p>${this.glossary.marked(text)}</p>`}`);
    const hasFocus = this.find(".way:focus");
    setHtml(this.find(".ways"), this.ways());
    if (hasFocus) this.find(".next")?.focus();
    this.tell(this.said);
  }

  // The links to the steps before and after, and to this one from its beginning.
  ways() {
    const {place, step, steps} = this, n = Number(place);
    const link = (to, words, name) => html`<a class="way ${name}" data-guide="${to}" href="${this.href(to)}"
      aria-describedby="guide-title guide-text">${words}</a>`;
    if (place === OFFER) return html`${link("1", "Start the guide", "next")}<button class="way" data-guide="close">No, thanks</button>`;
    if (place === END) {
      const onward = this.end.onward.map(({page, words}) => html`<a class="way next" data-guide="visit" data-page="${page}"
        href="${serverAddress(page)}">${words}</a>`);
      return html`${onward}${link(String(steps.length), "Back", "")}<button class="way" data-guide="close">Close</button>`;
    }
    if (!step) return html``;
    const again = step.page === this.page ? "Again" : "Open this step";
    return html`${n > 1 ? link(String(n - 1), "Back", "") : ""}${link(place, again, "again")}${
      n < steps.length ? link(String(n + 1), "Next", "next") : link(END, "Finish", "next")}`;
  }

  href(place) {
    const last = this.steps.length, step = this.steps[Math.min(Number(place) || last, last) - 1];
    const query = new URLSearchParams({...step.query, guide: place});
    return `${serverAddress(step.page === "arena" ? "." : step.page)}?${query}`;
  }

  // An interrupted script run can lose the request for a step, and a stale script run can overwrite the address.
  confirm() {
    const asked = remembered(ASKED);
    if (asked && asked === given("guide")) remember({[ASKED]: null});
    const isMissing = owner === this && this.step && given("guide") !== this.place;
    this.missed = isMissing ? this.missed + 1 : 0;
    if (this.missed < PATIENCE) return;
    this.missed = 0;
    if (asked) this.ask({step: asked, again: Date.now()});
    else replace({guide: this.place});
  }

  // Poll the page: put the ring around the control and, once the action is done, tell its consequence.
  look() {
    this.confirm();
    const step = this.step?.page === this.page ? this.step : null;
    this.ring.put(step);
    if (!step) return;
    if (this.ring.control && !this.isRevealed) {
      this.isRevealed = true;
      this.ring.reveal(step);
    }
    this.facts = null;
    announce(`${FACTS}?`);
    if (this.isReady && isDone(step, this.facts)) this.tell(filled(step.then, this.facts));
  }

  // Take the facts that the page's drawing announces: on request, and when a new run arrives.
  hear(facts) {
    const {step} = this;
    this.facts = facts;
    if (step && facts.page === step.page && !isDone(step, facts)) this.isReady = true;
  }

  // Show the words on the card at once; a screen reader gets them once they have stopped changing.
  tell(words) {
    const then = this.find(".then"), status = this.find("[role=status]");
    if (then.textContent === words && status.textContent !== words) status.textContent = words;
    then.textContent = this.said = words;
  }

  makeRoom() {
    const {card} = this, root = document.documentElement, scale = isPresenting() ? typeScale() : 1;
    card.style.width = panelWidth(WIDTH);
    card.style.fontSize = `${Math.round(15 * scale)}px`;
    root.style.setProperty("--cspa-guide", `${card.offsetHeight}px`);
    root.style.setProperty("--cspa-guide-width", `${card.offsetWidth}px`);
  }
}
