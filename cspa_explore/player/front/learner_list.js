// The sidebar's list of learners: a row per learner with its line, its name and a button that removes it; and a choice of
// learners to add.

import {html, setHtml} from "./html.js";
import {dashes} from "./marks.js";
import {mount} from "./mount.js";

/** @typedef {import("./types").LearnerList} Data */

const AGAIN = 1500; // ms in which the server answers, unless a request was lost

/** @typedef {{number: number, kind: string, text: string, place?: number}} Request */

/** Return the rows that stay once the server has answered the pending requests, each with its place.
 * @param {Data["learners"]} learners
 * @param {Request[]} pending
 */
export function remaining(learners, pending) {
  const rows = learners.map((learner, place) => ({...learner, place}));
  for (const {kind, text, place} of pending) {
    const same = rows.filter((row) => row.text === text), row = same.find((found) => found.place === place) ?? same[0];
    if (kind === "remove" && row) rows.splice(rows.indexOf(row), 1);
  }
  return rows;
}

export class LearnerList {
  /** @type {Data} */
  data;
  shown = "";
  /** @type {Request[]} */
  pending = []; // that the server has not answered: of several quick triggers Streamlit may lose some
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  again; // they are sent

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
    this.pending = this.pending.filter(({number}) => number > data.answered);
    const text = JSON.stringify([data, this.pending]);
    if (text === this.shown) return;
    const buttons = [...this.root.querySelectorAll("button")], focus = buttons.indexOf(this.root.getRootNode().activeElement);
    this.data = data;
    this.shown = text;
    setHtml(this.root, layout(data, remaining(data.learners, this.pending)));
    const after = this.root.querySelectorAll("button, select");
    if (focus >= 0) after[Math.min(focus, after.length - 1)]?.focus();
  }

  // The row disappears at once; the server's answer redraws the list.
  remove(button) {
    if (!button) return;
    const place = Number(button.dataset.place);
    this.request({kind: "remove", place, text: this.data.learners[place].text});
    button.closest("li").hidden = true;
    this.shown = "";
  }

  add(select) {
    if (select.value) this.request({kind: "add", text: select.value});
    select.value = "";
  }

  // Send the request together with all that are not answered. Its number is larger than that of any request before, also
  // of an earlier view's.
  request(what) {
    const last = Math.max(this.data.answered, ...this.pending.map(({number}) => number));
    this.pending.push({...what, number: Math.max(last + 1, Date.now())});
    this.send(AGAIN);
  }

  // Send what is not answered, and again after a while, and later after twice that while.
  send(wait) {
    clearTimeout(this.again);
    if (!this.pending.length) return;
    this.ask({requests: [...this.pending]});
    this.again = setTimeout(() => this.send(2 * wait), wait);
  }

  destroy() {
    clearTimeout(this.again);
    this.off.abort();
  }
}

/** @param {Data} data */
function layout({groups, full}, rows) {
  return html`<div class="title" id="title">Learners</div><ul aria-labelledby="title">${
    rows.map(({words, colour, dash, place}) => html`<li>
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
