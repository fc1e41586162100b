// What every page has at its top right: the guide, copy the link, lesson link, present, help; three with keys, L, P and H.

import {addressOfThisPage, copyAddress, given, read, replace} from "./address.js";
import {announce, offer, SETTLE} from "./bridge.js";
import {Glossary} from "./glossary.js";
import {Guide} from "./guide.js";
import {ARENA_HELP, ARENA_KEYS} from "./help_arena.js";
import {CLASSROOM_HELP, CLASSROOM_KEYS} from "./help_classroom.js";
import {DATA_HELP, DATA_KEYS} from "./help_data.js";
import {LAB_HELP, LAB_KEYS} from "./help_lab.js";
import {MICROSCOPE_HELP, MICROSCOPE_KEYS} from "./help_microscope.js";
import {PAPER_HELP, PAPER_KEYS} from "./help_paper.js";
import {THEORY_HELP, THEORY_KEYS} from "./help_theory.js";
import {TURN_HELP, TURN_KEYS} from "./help_turn.js";
import {html, setHtml} from "./html.js";
import {actionOf} from "./keys.js";
import {LessonDialog} from "./lesson_link.js";
import {isLeftOut} from "./lesson.js";
import {isPresenting, present} from "./presenting.js";
import {panelWidth} from "./side_panel.js";

const HELP = {
  arena: {what: ARENA_HELP, keys: ARENA_KEYS},
  microscope: {what: MICROSCOPE_HELP, keys: MICROSCOPE_KEYS},
  beta_lab: {what: LAB_HELP, keys: LAB_KEYS},
  theory: {what: THEORY_HELP, keys: THEORY_KEYS},
  paper: {what: PAPER_HELP, keys: PAPER_KEYS},
  data: {what: DATA_HELP, keys: DATA_KEYS},
  your_turn: {what: TURN_HELP, keys: TURN_KEYS},
  classroom: {what: CLASSROOM_HELP, keys: CLASSROOM_KEYS},
};
const NONE = {what: [], keys: []}; // a page without its own help
const OPEN = "cspa-help"; // on the document while the help is open: the page makes room for it
const WIDTH = 320; // pixels of the help where no sidebar is open
const BESIDE = 8; // pixels between the names of the pages and the tools
const SAID = 2500; // ms that a message stays
const TOOLS = [["L", "copy the link to what is on screen"], ["P", "present: large type, without the settings"], ["H", "this help"]];
const LAYOUT = html`<div class="tools">
    <strong class="product">CSPA Explorer</strong>
    <span class="said" role="status" aria-live="polite"></span>
    <button data-tool="show" title="The link hides some controls: show them all" hidden>Show all<span class="long"> controls</span></button>
    <button data-tool="guide" title="Short steps through what these learners do" aria-expanded="false">Guide</button>
    <button data-tool="link" title="Copy the link to what is on screen (L)">Copy link</button>
    <button data-tool="lesson" title="A link that leaves only the controls you choose">Lesson<span class="long"> link</span>…</button>
    <button data-tool="present" title="Large type, without the settings (P)">Present</button>
    <button data-tool="help" title="What is drawn, and the keys (H)" aria-expanded="false">Help</button></div>
  <aside class="help" aria-label="Help" hidden></aside><dialog class="lesson"></dialog>
  <section class="guide" aria-label="Guide" hidden></section><div class="tip" aria-hidden="true" hidden></div>`;
const ALL = "all"; // in the address: the whole glossary

export class PageTools {
  /**
   * @param {any} root
   * @param {any} data
   * @param {(question: any) => void} ask
   */
  constructor(root, data, ask = () => {}) {
    this.root = root;
    this.off = new AbortController();
    setHtml(root, LAYOUT);
    const {signal} = this.off;
    this.lesson = new LessonDialog(this.find("dialog"), signal);
    this.write = addressOfThisPage();
    if (read("present") === "1" && !isPresenting()) present(true);
    this.ask = ask;
    this.glossary = new Glossary(root, this.find(".tip"), signal);
    this.guide = new Guide(this.find(".guide"), {
      ask: (question) => this.ask(question), glossary: this.glossary, changed: () => this.update(), leave: () => this.closeGuide(), signal,
    });
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-tool]"), word = event.target.closest("[data-word]");
      if (button) this.act(button.dataset.tool);
      if (word) {
        event.preventDefault();
        this.showWord(word.dataset.word);
      }
      if (event.detail) button?.blur(); // after a mouse click, keys belong to the page
    }, {signal});
    addEventListener("keydown", (event) => this.pressed(event), {signal}); // on the window, after the page's drawing
    document.addEventListener("pointerdown", (event) => { // a click outside closes the help
      if (!event.composedPath().includes(this.aside) && !event.composedPath().includes(this.find("[data-tool=help]"))) this.help(false);
    }, {signal});
    document.addEventListener("fullscreenchange", () => { // Esc leaves full screen, and the page gets no key press
      const left = this.whole && !document.fullscreenElement;
      this.whole = Boolean(document.fullscreenElement);
      if (left && isPresenting()) this.present(false);
    }, {signal});
    const sizes = new ResizeObserver(() => { // so that the names of the pages stop before the tools
      document.documentElement.style.setProperty("--cspa-bar", `${this.find(".tools").offsetWidth + BESIDE}px`);
    });
    sizes.observe(this.find(".tools"));
    signal.addEventListener("abort", () => sizes.disconnect());
    offer("desk", () => this.desk ?? null, signal);
    this.load(data, ask);
    if (given("word")) this.showWord(given("word"));
  }

  find(selector) { return this.root.querySelector(selector); }
  get aside() { return this.find(".help"); }

  // `groups` are the names and words of all controls that a link can hide, `hidden` the names of those that it hides.
  load({page, desk, words, guide, groups = [], hidden = [], file = false}, ask) {
    Object.assign(this, {desk, groups, hidden, ask});
    this.glossary.words = words ?? [];
    announce("desk", desk);
    this.find("[data-tool=show]").hidden = !hidden.length;
    for (const tool of ["guide", "link", "lesson"]) this.find(`[data-tool=${tool}]`).hidden = file;
    if (hidden.length) this.find("[data-tool=guide]").hidden = true; // its steps need the controls that a lesson hides
    const {what, keys} = HELP[page] ?? NONE;
    const explained = new Set(), marked = (text) => this.glossary.marked(text, explained);
    const list = (rows) => html`<dl>${rows.map(([term, text]) => html`<dt>${term}</dt><dd>${marked(text)}</dd>`)}</dl>`;
    const seen = what.length ? html`<h3>What you see</h3>${list(what)}` : "";
    const glossary = words ? html`<h3>Words</h3>${this.glossary.list()}` : "";
    const jump = words ? html`<p class="jumps"><a href="?word=${ALL}" data-word="${ALL}">Words and symbols explained</a></p>` : "";
    setHtml(this.aside, html`<button class="close" data-tool="help" title="Close (Esc)" aria-label="Close the help">×</button>
      ${jump}${seen}<h3>Keys</h3>${list([...keys, ...TOOLS.slice(Number(file))])}${glossary}`);
    this.guide.load(page, guide);
    this.update();
  }

  destroy() {
    this.off.abort();
    clearTimeout(this.saying);
    this.help(false);
  }

  pressed(event) {
    if (event.defaultPrevented) return; // the page's drawing has used the key
    if (event.key === "Escape") {
      if (this.glossary.isOpen) this.glossary.hide();
      else if (!this.aside.hidden) this.help(false);
      else if (this.guide.place) this.closeGuide();
      else if (isPresenting()) this.present(false);
      return;
    }
    const action = this.root.isConnected && actionOf(event, KEYS);
    if (!action || isLeftOut(this.root, "tools") || this.find(`[data-tool=${action[0]}]`).hidden) return;
    event.preventDefault();
    this.act(action[0]);
  }

  act(name) {
    if (name === "link") this.copy();
    else if (name === "show") this.ask({kind: "show", again: Date.now()});
    else if (name === "lesson") {
      announce(SETTLE);
      this.lesson.show(this.groups, this.hidden, isPresenting());
    } else if (name === "present") this.present(!isPresenting());
    else if (name === "guide") this.guide.toggle();
    else this.help(this.aside.hidden);
  }

  async copy() {
    announce(SETTLE);
    this.say(await copyAddress() ? "Link copied" : "Copy the link from the address bar");
  }

  // Close the guide; the focus goes back to its button if it was on the card.
  closeGuide() {
    const focused = this.find(".guide :focus");
    this.guide.close();
    if (focused) this.find("[data-tool=guide]").focus();
  }

  // Show a word of the glossary in the help, or all; the address says it.
  showWord(key) {
    this.help(true);
    const row = [...this.aside.querySelectorAll("[data-row]")].find(({dataset}) => dataset.row === key);
    for (const other of this.aside.querySelectorAll(".wanted")) other.classList.remove("wanted");
    row?.classList.add("wanted");
    (row ?? this.aside.querySelector(".words"))?.scrollIntoView({block: row ? "center" : "start"});
    replace({word: row || key === ALL ? key : null});
  }

  present(on) {
    present(on);
    if (on && this.guide.place) document.querySelector("[data-testid=stMain]")?.scrollTo({top: 0}); // a step may have scrolled
    this.guide.makeRoom();
    this.update();
  }

  help(open) {
    if (open === !this.aside.hidden) return;
    this.aside.hidden = !open;
    if (!open && given("word")) replace({word: null});
    this.aside.style.width = panelWidth(WIDTH);
    document.documentElement.classList.toggle(OPEN, open);
    this.update();
    dispatchEvent(new Event("resize")); // the page makes room
    if (open) this.aside.querySelector(".close")?.focus({preventScroll: true});
  }

  update() {
    const now = isPresenting() ? "1" : null;
    if (given("present") !== now) this.write({present: now});
    this.root.classList.toggle("present", isPresenting());
    this.find("[data-tool=present]").textContent = isPresenting() ? "Leave (Esc)" : "Present";
    this.find("[data-tool=help]").setAttribute("aria-expanded", String(!this.aside.hidden));
    this.find("[data-tool=guide]").setAttribute("aria-expanded", String(!this.find(".guide").hidden));
  }

  say(text) {
    this.find(".said").textContent = text;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (this.find(".said").textContent = ""), SAID);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  saying;
  whole = false; // the page fills the screen
  desk = ""; // its ticket
  /** @type {[string, string][]} */
  groups = [];
  /** @type {string[]} */
  hidden = [];
  ask = /** @type {(question: any) => void} */ (() => {});
}

const KEYS = {l: ["link"], p: ["present"], h: ["help"]};
