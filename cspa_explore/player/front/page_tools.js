// What every page has at its top right: copy the link, present, help; with their keys L, P and H.

import {copyAddress} from "./address.js";
import {announce, offer, SETTLE} from "./bridge.js";
import {ARENA_HELP, ARENA_KEYS} from "./help_arena.js";
import {CLASSROOM_HELP, CLASSROOM_KEYS} from "./help_classroom.js";
import {DATA_HELP, DATA_KEYS} from "./help_data.js";
import {LAB_HELP, LAB_KEYS} from "./help_lab.js";
import {MICROSCOPE_HELP, MICROSCOPE_KEYS} from "./help_microscope.js";
import {THEORY_HELP, THEORY_KEYS} from "./help_theory.js";
import {html, setHtml} from "./html.js";
import {actionOf} from "./keys.js";
import {mount} from "./mount.js";
import {isPresenting, present} from "./presenting.js";

const HELP = {
  arena: {what: ARENA_HELP, keys: ARENA_KEYS},
  microscope: {what: MICROSCOPE_HELP, keys: MICROSCOPE_KEYS},
  beta_lab: {what: LAB_HELP, keys: LAB_KEYS},
  theory: {what: THEORY_HELP, keys: THEORY_KEYS},
  data: {what: DATA_HELP, keys: DATA_KEYS},
  classroom: {what: CLASSROOM_HELP, keys: CLASSROOM_KEYS},
};
const NONE = {what: [], keys: []}; // a page without its own help
const OPEN = "cspa-help"; // on the document while the help is open: the page makes room for it
const WIDTH = 320; // pixels of the help where no sidebar is open, whose place it takes otherwise
const NARROW = 900; // pixels up to which the help is at the bottom
const SAID = 2500; // ms that a message stays
const TOOLS = [["L", "copy the link to what is on screen"], ["P", "present: large type, without the settings"], ["H", "this help"]];
const LAYOUT = html`<div class="tools">
    <strong class="product">CSPA Explorer</strong>
    <span class="said" role="status" aria-live="polite"></span>
    <button data-tool="link" title="Copy the link to what is on screen (L)">Copy link</button>
    <button data-tool="present" title="Large type, without the settings (P)">Present</button>
    <button data-tool="help" title="What is drawn, and the keys (H)" aria-expanded="false">Help</button></div>
  <aside class="help" aria-label="Help" hidden></aside>`;

class PageTools {
  constructor(root, data) {
    this.root = root;
    this.off = new AbortController();
    setHtml(root, LAYOUT);
    const {signal} = this.off;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-tool]");
      if (button) this.act(button.dataset.tool);
      if (event.detail) button?.blur(); // after a mouse click, keys belong to the page
    }, {signal});
    addEventListener("keydown", (event) => this.pressed(event), {signal}); // on the window, after the page's drawing
    document.addEventListener("pointerdown", (event) => { // a click outside closes the help
      if (!event.composedPath().includes(this.aside) && !event.composedPath().includes(this.find("[data-tool=help]"))) this.help(false);
    }, {signal});
    document.addEventListener("fullscreenchange", () => { // Esc leaves full screen before a page hears of it
      const left = this.whole && !document.fullscreenElement;
      this.whole = Boolean(document.fullscreenElement);
      if (left && isPresenting()) this.present(false);
    }, {signal});
    offer("desk", () => this.desk ?? null, signal);
    this.load(data);
  }

  find(selector) { return this.root.querySelector(selector); }
  get aside() { return this.find(".help"); }

  load({page, desk}) {
    this.desk = desk;
    announce("desk", desk);
    const {what, keys} = HELP[page] ?? NONE;
    const list = (rows) => html`<dl>${rows.map(([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>`)}</dl>`;
    const seen = what.length ? html`<h3>What you see</h3>${list(what)}` : "";
    setHtml(this.aside, html`<button class="close" data-tool="help" title="Close (Esc)" aria-label="Close the help">×</button>
      ${seen}<h3>Keys</h3>${list([...keys, ...TOOLS])}`);
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
      if (!this.aside.hidden) this.help(false);
      else if (isPresenting()) this.present(false);
      return;
    }
    const action = this.root.isConnected && actionOf(event, KEYS);
    if (!action) return;
    event.preventDefault();
    this.act(action[0]);
  }

  act(name) {
    if (name === "link") this.copy();
    else if (name === "present") this.present(!isPresenting());
    else this.help(this.aside.hidden);
  }

  async copy() {
    announce(SETTLE);
    this.say(await copyAddress() ? "Link copied" : "Copy the link from the address bar");
  }

  present(on) {
    present(on);
    this.update();
  }

  help(open) {
    if (open === !this.aside.hidden) return;
    this.aside.hidden = !open;
    const sidebar = document.querySelector("[data-testid=stSidebar]:is([aria-expanded=true], [data-collapsed=false])");
    this.aside.style.width = innerWidth > NARROW ? `${/** @type {any} */ (sidebar)?.offsetWidth || WIDTH}px` : "";
    document.documentElement.classList.toggle(OPEN, open);
    this.update();
    dispatchEvent(new Event("resize")); // the page makes room
    if (open) this.aside.querySelector(".close")?.focus({preventScroll: true});
  }

  update() {
    this.root.classList.toggle("present", isPresenting());
    this.find("[data-tool=present]").textContent = isPresenting() ? "Leave (Esc)" : "Present";
    this.find("[data-tool=help]").setAttribute("aria-expanded", String(!this.aside.hidden));
  }

  say(text) {
    this.find(".said").textContent = text;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (this.find(".said").textContent = ""), SAID);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  saying;
  whole = false; // the page fills the screen
}

const KEYS = {l: ["link"], p: ["present"], h: ["help"]};

export default function (component) {
  return mount(PageTools, component, () => {});
}
