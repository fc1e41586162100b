// What plays in the β Lab: α from 0 to 1, or the rounds from the first recorded one to the last.

import {isEnd} from "./lab_film.js";
import {MOST_ALPHA} from "./theory_range.js";
import {passedShare} from "./transport.js";

const SECONDS = {alpha: 6, rounds: 5};

export class LabClock {
  /** @type {"alpha" | "rounds" | ""} */
  playing = "";
  since = 0; // when playing began, in ms, if it had begun at 0

  /** @param {any} lab with alpha, place in the film, and data */
  constructor(lab) {
    this.lab = lab;
  }

  last() { return (this.lab.data.film?.rounds.length ?? 1) - 1; }

  /** Play from where it is, or from the beginning if it is at the end. */
  start(what) {
    const {lab} = this;
    if (what === "rounds" && !lab.data.film) return;
    const done = what === "alpha" ? lab.alpha >= MOST_ALPHA : isEnd(lab.data.film, lab.place);
    const share = done ? 0 : what === "alpha" ? lab.alpha : lab.place / Math.max(1, this.last());
    this.playing = what;
    this.since = performance.now() - 1000 * share * SECONDS[what];
    lab.invalidate();
  }

  stop() { this.playing = ""; }

  /** Set α or the place in the film for this time; at the end, pause. */
  advance(now) {
    if (!this.playing) return;
    const {lab} = this, share = passedShare(now, this.since, 1000 * SECONDS[this.playing]);
    if (this.playing === "alpha") lab.alpha = share < MOST_ALPHA ? share : 0;
    else lab.place = share * this.last();
    if (share >= (this.playing === "alpha" ? MOST_ALPHA : 1)) lab.pause();
  }
}
