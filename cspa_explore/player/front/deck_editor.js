// The text of a deck: sent while it is typed, and checked by the server, which says what is wrong and where.

import {html, setHtml} from "./html.js";
import {mount} from "./mount.js";

const REST = 500; // ms without a key press before the text is sent
const LAYOUT = html`<label class="label" for="deck-text">The deck as JSON</label>
  <p class="verdict" role="status" aria-live="polite"></p>
  <textarea id="deck-text" spellcheck="false" rows="22" maxlength="131072"></textarea>`;

/** Return where question n (from 1) begins in the text of a deck, or 0: at its n-th line with a text field. */
export function startOf(text, n) {
  const starts = [...text.matchAll(/^ {6}"text": /gm)];
  return starts[n - 1]?.index ?? 0;
}

class DeckEditor {
  sent = "";
  place = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  sending;

  /** @param {{text: string, problem: string, questions: number, place: number}} data */
  constructor(root, data, ask) {
    this.root = root;
    root.classList.add("deck-editor");
    setHtml(root, LAYOUT);
    this.field = root.querySelector("textarea");
    this.off = new AbortController();
    this.field.addEventListener("input", () => {
      clearTimeout(this.sending);
      this.sending = setTimeout(() => this.send(), REST);
    }, {signal: this.off.signal});
    this.field.addEventListener("change", () => this.send(), {signal: this.off.signal});
    this.load(data, ask);
  }

  load(data, ask) {
    this.ask = ask;
    const typing = this.field.value !== this.sent; // more was typed since: the server's text is stale
    if (!typing || !this.sent) {
      if (this.field.value !== data.text) this.field.value = data.text;
      this.sent = data.text;
      if (data.place !== this.place) this.scroll(data.place);
    }
    const n = data.questions, verdict = this.root.querySelector(".verdict");
    const text = data.problem || `✓ ${n === 1 ? "1 question" : `${n} questions`}, nothing to correct.`;
    if (verdict.textContent !== text) verdict.textContent = text;
    verdict.classList.toggle("bad", Boolean(data.problem));
    this.field.setAttribute("aria-invalid", String(Boolean(data.problem)));
  }

  // Show the question that is on the screen.
  scroll(place) {
    this.place = place;
    const {field} = this, lines = field.value.slice(0, startOf(field.value, place)).split("\n").length;
    field.scrollTop = field.scrollHeight * (lines - 2) / Math.max(1, field.value.split("\n").length);
  }

  send() {
    clearTimeout(this.sending);
    if (this.field.value === this.sent) return;
    this.sent = this.field.value;
    this.ask({text: this.sent, again: Date.now()});
  }

  destroy() {
    clearTimeout(this.sending);
    this.off.abort();
  }
}

export default function (component) {
  return mount(DeckEditor, component, (question) => component.setTriggerValue("question", question));
}
