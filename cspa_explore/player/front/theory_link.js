// The round and α of the Theory page in its address; the Arena's round and the Lab's α do not change with them.

import {addressOfThisPage, given} from "./address.js";
import {listenFor, SETTLE} from "./bridge.js";
import {MOST_ALPHA} from "./theory_range.js";

const REST = 250; // ms after which the address is written

const moment = () => ({t: given("t"), alpha: given("alpha")});

export class TheoryLink {
  writing; // the address, soon
  /** @type {{t: string | null, alpha: string | null} | null} */
  wanted = moment(); // of a link, or of the view that the browser went back to

  /** @param {{root: HTMLElement, playing: string, t: number, alpha: number, data: {T: number}, usual: () => number}} view */
  constructor(view, signal) {
    this.view = view;
    this.write = addressOfThisPage(false);
    listenFor(SETTLE, () => this.writeNow(), signal);
    addEventListener("popstate", () => {
      clearTimeout(this.writing);
      this.wanted = moment();
    }, {signal});
    signal.addEventListener("abort", () => clearTimeout(this.writing));
  }

  /** Whether the page was opened by a link to a round or to an α. */
  get given() { return Boolean(this.wanted?.t || this.wanted?.alpha); }

  /** Show the wanted round and α, once: later a script run may write the values that the page was opened with. */
  adopt() {
    if (!this.wanted) return;
    const {view, wanted: {t, alpha}} = this, {T} = view.data, usual = view.usual();
    view.t = Math.min(T, Math.max(1, Math.round(Number(t ?? T)) || T));
    view.alpha = alpha === null ? usual : Math.min(MOST_ALPHA, Math.max(0, Number(alpha) || 0));
    this.wanted = null;
  }

  /** Put the round and α into the address once they rest; while something plays, nothing is written. */
  settle() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.view.playing || this.writeNow(), REST);
  }

  writeNow() {
    clearTimeout(this.writing);
    const {root, t, alpha, data: {T}} = this.view, text = alpha.toFixed(2);
    if (!root.isConnected) return;
    this.write({t: t < T ? String(t) : null, alpha: text === this.view.usual().toFixed(2) ? null : text});
  }
}
