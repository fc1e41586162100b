// The Paper page's tables: published numbers and ours, as dots on one axis or as a table; a click opens a cell.

import {givenValues} from "./address.js";
import {listenFor} from "./bridge.js";
import {onNewTheme, themeOf} from "./canvas.js";
import {html, setHtml} from "./html.js";
import {isLeftOut} from "./lesson.js";
import {mount} from "./mount.js";
import {PaperDots, places} from "./paper_dots.js";
import {paperPicture} from "./paper_picture.js";
import {actionOf, tableOf} from "./paper_table.js";
import {PICTURE_BUTTONS, save} from "./picture.js";
import {CHANGED, isPresenting, typeScale} from "./presenting.js";

const LAYOUT = html`<div class="dots"><canvas role="img"></canvas><div class="lanes"></div><div class="tip" hidden></div></div>
  <div class="scroll" tabindex="0" role="region" aria-label="Table" hidden></div>
  <p class="bold" hidden>Bold: the best of the paper's four learners, or not significantly below the best (Welch's t-test, 5 %).</p>
  <div class="bar saving">${PICTURE_BUTTONS}<span class="notice" role="status" aria-live="polite"></span></div>`;

/** @typedef {import("./types").PaperPicture} PaperPicture */

class Paper {
  /** @type {PaperPicture} */
  data;
  asked = 0; // the next frame
  frames = 0;
  /** @type {(question: any) => void} */
  ask = () => {}; // sends a question to the server

  /** @param {PaperPicture} data */
  constructor(root, data, ask) {
    this.root = root;
    setHtml(root, LAYOUT);
    root.classList.add("paper");
    root.cspa = this;
    this.find = (selector) => root.querySelector(selector);
    this.dots = new PaperDots(this.find("canvas"));
    this.off = new AbortController();
    this.listen(this.off.signal);
    this.load(data, ask);
  }

  /** @param {PaperPicture} data */
  load(data, ask) {
    const {find} = this, {chart, view} = data;
    Object.assign(this, {data, ask});
    find(".dots").hidden = view === "table";
    for (const part of [".scroll", ".bold"]) find(part).hidden = view !== "table";
    find(".scroll").setAttribute("aria-label", chart.title);
    if (view === "table") setHtml(find(".scroll"), tableOf(chart));
    setHtml(find(".lanes"), html`${chart.rows.map((row) => html`<div role="group" aria-label="${row.name}">
      ${row.dots.map((dot) => html`<button class="lane" data-open="${dot.opens}" aria-label="${dot.title}"></button>`)}
      ${actionOf(row)}</div>`)}`);
    this.tip(null);
    this.invalidate();
  }

  listen(signal) {
    const {root} = this;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-open], [data-picture]");
      if (button?.dataset.picture) this.save(button.dataset.picture);
      else if (button && !isLeftOut(root, "page")) this.ask({open: button.dataset.open, query: givenValues()});
    }, {signal});
    for (const name of ["focusin", "pointerover"]) {
      root.addEventListener(name, (event) => this.tip(event.target.closest(".lane")), {signal});
    }
    for (const name of ["focusout", "pointerleave"]) root.addEventListener(name, () => this.tip(null), {signal});
    listenFor(CHANGED, () => this.invalidate(), signal);
    const sizes = new ResizeObserver(() => this.invalidate());
    sizes.observe(root);
    onNewTheme(() => this.theme(), () => this.invalidate(), signal);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  destroy() { this.off.abort(); }

  /** @returns {import("./types").Theme} */
  theme() { return {...themeOf(this.root), scale: isPresenting() ? typeScale() : 1}; }

  async save(kind) { this.find(".notice").textContent = await save(kind, paperPicture(this.data)); }

  // The numbers of a lane, beside it.
  tip(button) {
    const tip = this.find(".tip");
    tip.hidden = !button;
    if (!button) return;
    tip.textContent = button.getAttribute("aria-label");
    const below = button.offsetTop + button.offsetHeight + 2, {offsetHeight: high} = tip, all = this.find(".dots").clientHeight;
    tip.style.top = `${below + high > all ? button.offsetTop - high - 2 : below}px`;
    tip.style.left = `${button.offsetLeft}px`;
    tip.style.maxWidth = `${this.root.clientWidth - button.offsetLeft}px`;
  }

  invalidate() {
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      if (this.root.isConnected) this.draw();
    });
  }

  draw() {
    const theme = this.theme(), {data: {chart, view}, find, root} = this, width = root.clientWidth;
    root.classList.toggle("dark", theme.dark);
    root.classList.toggle("present", isPresenting());
    this.frames++;
    if (view === "table" || !width) return;
    const at = places(chart, width, theme.scale);
    root.classList.toggle("narrow", at.narrow);
    find(".dots").style.height = `${at.height}px`;
    this.dots.draw(chart, theme);
    const put = (element, left, top, wide, high) =>
      Object.assign(element.style, {left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px`});
    root.querySelectorAll(".lanes > div").forEach((group, i) => {
      const {top, height, middles} = at.rows[i];
      group.querySelectorAll(".lane").forEach((lane, j) =>
        put(lane, at.narrow ? 0 : at.names, middles[j] - at.lane / 2, at.right - (at.narrow ? 0 : at.names), at.lane));
      const action = group.querySelector(".link");
      Object.assign(action.style, {top: `${at.narrow ? top + 3 : top + height - 36}px`, right: "0px"});
    });
  }

  // Everything that is drawn, for tests.
  state() {
    const {dots: {drawn, labels}, frames, data} = this;
    return {drawn, labels: data.view === "table" ? [] : labels, frames, data};
  }
}

export default function (component) {
  return mount(Paper, component, (question) => component.setTriggerValue("question", question));
}
