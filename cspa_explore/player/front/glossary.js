// The glossary: words with their explanations as a list, and in other texts on focus and under the pointer.

import {html, setHtml} from "./html.js";

const EDGE = 8; // pixels between an explanation and the edge of the window
const STAY = 200; // ms in which the pointer may go from a word to its explanation

/** @typedef {{key: string, term: string, text: string, forms: string[]}} Word */

/** Return the pieces of a text: plain ones, and [piece, word] for the first occurrence of each word that is not yet seen.
 * A symbol before = is a setting, such as β=1, and stays plain.
 * @param {string} text
 * @param {Word[]} words
 * @param {Set<string>} seen keys of words, added to
 * @returns {(string | [string, Word])[]}
 */
export function pieces(text, words, seen) {
  const forms = words.flatMap((word) => word.forms.map((form) => /** @type {[string, Word]} */ ([form, word])));
  const longest = forms.sort(([one], [other]) => other.length - one.length).map(([form]) => form);
  if (!longest.length) return [text];
  const known = new Map(forms), pattern = new RegExp(`(?<![\\p{L}\\p{M}])(${longest.join("|")})(?![\\p{L}\\p{M}=])`, "gu");
  const found = /** @type {(string | [string, Word])[]} */ ([]);
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const word = /** @type {Word} */ (known.get(match[0]));
    if (seen.has(word.key)) continue;
    seen.add(word.key);
    found.push(text.slice(done, match.index), [match[0], word]);
    done = match.index + match[0].length;
  }
  return [...found, text.slice(done)].filter(Boolean);
}

export class Glossary {
  /** @type {Word[]} */
  words = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  leaving;
  /** @type {any} */
  button = null; // the word that is explained

  /** `tip` is the element for the explanation of the word in focus or under the pointer. */
  constructor(root, tip, signal) {
    this.tip = tip;
    const term = (event) => event.target.closest?.(".term");
    root.addEventListener("focusin", (event) => term(event) && this.explain(term(event)), {signal});
    root.addEventListener("focusout", () => this.hide(), {signal});
    root.addEventListener("pointerover", (event) => {
      if (term(event)) this.explain(term(event));
      else if (event.target.closest?.(".tip")) clearTimeout(this.leaving);
    }, {signal});
    root.addEventListener("pointerout", (event) => {
      if (term(event) || event.target.closest?.(".tip")) this.leaving = setTimeout(() => this.hide(), STAY);
    }, {signal});
    root.addEventListener("scroll", () => this.place(), {signal, capture: true}); // focusing an element may scroll
  }

  get isOpen() { return !this.tip.hidden; }

  /** The text with its words as buttons that explain them; a screen reader reads the list's explanation.
   * @param {Set<string>} seen
   */
  marked(text, seen = new Set()) {
    const term = (form, {key}) => html`<button class="term" type="button" aria-describedby="word-${key}"
      data-term="${key}">${form}</button>`;
    return html`${pieces(text, this.words, seen).map((piece) => (typeof piece === "string" ? piece : term(...piece)))}`;
  }

  list() {
    return html`<dl class="words">${this.words.map(({key, term, text}) => html`<div data-row="${key}"><dt><a href="?word=${key}"
      data-word="${key}" title="Link to this word">${term}</a></dt><dd id="word-${key}">${text}</dd></div>`)}</dl>`;
  }

  explain(button) {
    const word = this.words.find(({key}) => key === button.dataset.term);
    if (!word) return;
    clearTimeout(this.leaving);
    setHtml(this.tip, html`<strong>${word.term}</strong> ${word.text}`);
    this.tip.hidden = false;
    this.button = button;
    this.place();
  }

  // Put the explanation below its word, or above it at the window's end.
  place() {
    if (!this.isOpen) return;
    const box = this.button.getBoundingClientRect(), {offsetWidth: wide, offsetHeight: high} = this.tip;
    const below = box.bottom + 4, left = Math.max(EDGE, Math.min(box.left, innerWidth - wide - EDGE));
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${below + high > innerHeight - EDGE ? Math.max(EDGE, box.top - high - 4) : below}px`;
  }

  hide() {
    clearTimeout(this.leaving);
    this.tip.hidden = true;
  }
}
