// The sidebar's list of learners: a row per learner with its line, its name and a button that removes it; and a choice of
// learners to add.

import {html, setHtml} from "./html.js";
import {dashes} from "./marks.js";
import {mount} from "./mount.js";

/** @typedef {import("./types").LearnerList} Data */

class LearnerList {
  /** @type {Data} */
  data;
  shown = "";

  /** @param {Data} data */
  constructor(root, data, ask) {
    this.root = root;
    root.classList.add("learner-list");
    this.off = new AbortController();
    root.addEventListener("click", (event) => this.remove(event.target.closest("button")), {signal: this.off.signal});
    root.addEventListener("change", (event) => this.add(event.target), {signal: this.off.signal});
    this.load(data, ask);
  }

  /** @param {Data} data */
  load(data, ask) {
    this.ask = ask;
    const text = JSON.stringify(data);
    if (text === this.shown) return;
    const buttons = [...this.root.querySelectorAll("button")], focus = buttons.indexOf(this.root.getRootNode().activeElement);
    this.data = data;
    this.shown = text;
    setHtml(this.root, layout(data));
    const after = this.root.querySelectorAll("button, select");
    if (focus >= 0) after[Math.min(focus, after.length - 1)]?.focus();
  }

  // The row disappears at once; the server's answer redraws the list.
  remove(button) {
    if (!button) return;
    const place = Number(button.dataset.place);
    this.ask({kind: "remove", place, text: this.data.learners[place].text});
    button.closest("li").hidden = true;
    this.shown = "";
  }

  add(select) {
    if (select.value) this.ask({kind: "add", text: select.value});
    select.value = "";
  }

  destroy() { this.off.abort(); }
}

/** @param {Data} data */
function layout({learners, groups, full}) {
  return html`<div class="title" id="title">Learners</div><ul aria-labelledby="title">${
    learners.map(({words, colour, dash}, place) => html`<li>
      <svg viewBox="0 0 30 6" aria-hidden="true"><line x1="1" x2="29" y1="3" y2="3" stroke="${colour}" stroke-width="3"
        stroke-dasharray="${dashes(dash).map((part) => 0.8 * part).join(" ")}"></line></svg>
      <span>${words}</span>
      <button type="button" data-place="${place}" aria-label="Remove ${words}" title="Remove">×</button></li>`)}</ul>${
    full ? html`<p>${full}</p>` : html`<select aria-label="Add a learner">
      <option value="">+ Add a learner</option>${groups.map(({label, options}) => html`<optgroup label="${label}">${
        options.map(({text, words}) => html`<option value="${text}">${words}</option>`)}</optgroup>`)}</select>`}`;
}

export default function (component) {
  return mount(LearnerList, component, (question) => component.setTriggerValue("ask", question));
}
