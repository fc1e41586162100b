// The text of a deck: sent while it is typed, and checked by the server, which says what is wrong and where.

import {html, setHtml} from "./html.js";
import {mount} from "./mount.js";
import {counted, whole} from "./numbers.js";

const PATIENCE = 4000; // ms within which the server answers
const REST = 500; // ms without a key press before the text is sent
const LAYOUT = html`<p class="bar"><label for="deck-file">Open a deck</label>
    <input id="deck-file" type="file" accept=".json,application/json"></p>
  <label class="label" for="deck-text">The deck as JSON</label>
  <p class="verdict" role="status" aria-live="polite"></p>
  <textarea id="deck-text" spellcheck="false" rows="22" maxlength="131072"></textarea>`;

/** Return where question n (from 1) begins in the text of a deck, or 0: at its n-th line with a text field. */
export function startOf(text, n) {
  const starts = [...text.matchAll(/^ {6}"text": /gm)];
  return starts[n - 1]?.index ?? 0;
}

export class DeckEditor {
  sent = ""; // the last text that was sent or taken over
  place = 0;
  trusted = 0; // time (ms) until which a different text from the server is stale
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  sending;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resending;

  most = 0; // bytes of a deck

  /** @param {{text: string, problem: string, questions: number, place: number, most: number}} data */
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
    root.querySelector("#deck-file").addEventListener("change", (event) => this.open(event.target), {signal: this.off.signal});
    this.load(data, ask);
  }

  load(data, ask) {
    this.ask = ask;
    this.most = data.most;
    if (data.text === this.sent) clearTimeout(this.resending);
    const isTyped = this.field.value !== this.sent; // after the last request: the server has not read it yet
    const isStale = data.text !== this.sent && performance.now() < this.trusted;
    if (!isTyped && (!isStale || !this.sent)) { // for an empty text the server sends the built-in deck
      if (this.field.value !== data.text) this.field.value = data.text;
      this.sent = data.text;
      if (data.place !== this.place) this.scroll(data.place);
    }
    this.say(data.problem || `✓ ${counted(data.questions, "question")}, nothing to correct.`, Boolean(data.problem));
    this.field.setAttribute("aria-invalid", String(Boolean(data.problem)));
  }

  // Send the content of a file; one that is too large is refused here.
  async open(input) {
    const [file] = input.files;
    if (!file) return;
    const large = file.size > this.most ? `${file.name}: a deck has at most ${whole(this.most)} bytes, got ${whole(file.size)}.` : "";
    if (large) this.say(large, true);
    else this.ask({file: await file.text(), name: file.name, again: Date.now()});
    input.value = ""; // the same file can be opened again
  }

  say(text, bad) {
    const verdict = this.root.querySelector(".verdict");
    if (verdict.textContent !== text) verdict.textContent = text;
    verdict.classList.toggle("bad", bad);
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
    this.trusted = performance.now() + PATIENCE;
    const ask = () => this.ask({text: this.sent, again: Date.now()});
    clearTimeout(this.resending);
    this.resending = setTimeout(ask, PATIENCE / 2); // a request that is sent while the script runs may be lost
    ask();
  }

  destroy() {
    clearTimeout(this.sending);
    clearTimeout(this.resending);
    this.off.abort();
  }
}

export default function (component) {
  return mount(DeckEditor, component, (question) => component.setTriggerValue("question", question));
}
