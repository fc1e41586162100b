// Slow motion: one round as five beats, each with a caption and a list of what is drawn. Nothing here touches a page.

import {whole} from "./numbers.js";

export const BEATS = ["see", "predict", "propose", "hear", "update"];
const SIGNS = ["①", "②", "③", "④", "⑤"]; // before the captions
export const BEAT = 1250; // ms per beat
const SLIDE = 0.75; // of the last beat: then the tips rest where they have arrived
const FEW = 3; // classes that a caption lists by name
const SMALL = 1e-6; // of the weights: a shorter step is not seen, and may be rounding
const PARALLEL = 1e-4; // squared sine of the angle between a step and x

/** @typedef {import("./types").RoundFacts} RoundFacts */
/** @typedef {import("./types").BeatView} BeatView */

/**
 * What a beat (1 to 5) of a round says and shows; `share` is how much of the beat has passed, 0 to 1.
 * @param {RoundFacts} facts
 * @returns {BeatView}
 */
export function beatView(facts, beat, share = 1) {
  const words = [saw, predicted, proposed, heard, updated][beat - 1](facts);
  return {
    beat, words, caption: `${SIGNS[beat - 1]} ${words}`,
    region: beat >= 2 ? facts.prediction : null,
    proposal: beat >= 3 ? facts.proposal : null,
    answer: beat >= 4 ? (facts.told ?? facts.right ? "✓" : "✗") : "",
    share: beat === 5 ? slid(share) : 0,
    dimmed: beat < 5,
  };
}

/** What all learners do in a beat, as one text with the marked learner (`focus`) first; what is true of all is said once.
 * @param {BeatView[]} views
 * @param {string[]} names of the learners
 */
export function captionsOf(views, names, focus) {
  const {beat, words} = views[focus];
  if (views.every((view) => view.words === words)) return `${SIGNS[beat - 1]} ${words}`;
  const order = [focus, ...views.map((_, l) => l).filter((l) => l !== focus)];
  return `${SIGNS[beat - 1]} ${order.map((l) => `${names[l]}: ${views[l].words}`).join(" ")}`;
}

// How far the tips have slid when this share of the last beat has passed: fast at first, then at rest.
function slid(share) {
  const s = Math.min(1, share / SLIDE);
  return s * (2 - s);
}

function saw({t, where}) { return `Round ${whole(t)}: it sees x ${where}.`; }

function predicted({names, prediction, why}) { return `It predicts class ${names[prediction]}${why ? `: ${why}` : ""}.`; }

/** @param {RoundFacts} facts */
function proposed({names, prediction, proposal, explored, draws}) {
  if (explored) return `It explores: it proposes class ${names[proposal]}, not its prediction ${names[prediction]}.`;
  const habit = draws === undefined ? "" : draws ? " this time" : " (it never explores)";
  return `It proposes class ${names[proposal]}, its prediction${habit}.`;
}

function heard({names, proposal, right, told = right, full, label}) {
  const answer = right ? "✓" : "✗";
  if (full) return `It is told the answer: class ${names[label ?? proposal]} ${answer}.`;
  if (told !== right) return `It hears ${told ? "✓" : "✗"}, a flipped answer: class ${names[proposal]} was ${right ? "right" : "wrong"}.`;
  return right ? `It hears ✓: class ${names[proposal]} was right.` : `It hears ✗: not class ${names[proposal]}, and nothing more.`;
}

function updated({names, moves, right, told = right, loss, along = true}) {
  const path = along ? " along x" : "", {up = [], down = []} = moves ?? {};
  if (loss === 0 || (moves && !up.length && !down.length)) {
    return loss === 0 && told ? `Nothing to learn: it ${right ? "was" : "seemed"} right by a margin.` : "Nothing moves.";
  }
  if (!moves) return "It updates its weights.";
  const parts = [[up, "forward"], [down, "back"]].filter(([who]) => who.length).sort((a, b) => a[0].length - b[0].length);
  const moved = parts.map(([who, way], i) => `${listed(who, names, i ? parts[0][0].length : 0)} ${way}${i ? "" : path}`);
  return `Tips slide: ${moved.join(", ")}.`;
}

// Classes by name; "the others" if they are all but those named before, and a number if they are many.
function listed(who, names, before) {
  if (before && who.length > 1 && who.length + before === names.length) return "the others";
  return who.length <= FEW ? who.map((k) => names[k]).join(" and ") : `${who.length} classes`;
}

/**
 * The classes whose scores at x an update raises (`up`) and lowers (`down`), and whether all tips moved `along` x.
 * Weights have as many numbers per class as x.
 * @param {ArrayLike<number>} from
 * @param {ArrayLike<number>} to
 * @param {ArrayLike<number>} x
 * @returns {{up: number[], down: number[], along: boolean}}
 */
export function movesOf(from, to, x) {
  const d = x.length, up = /** @type {number[]} */ ([]), down = /** @type {number[]} */ ([]);
  let size = 1e-9, long = 0, across = 0, all = 0;
  for (let i = 0; i < to.length; i++) size = Math.max(size, Math.abs(to[i]));
  for (let r = 0; r < d; r++) long += x[r] * x[r];
  for (let k = 0; k * d < to.length; k++) {
    let change = 0, step = 0;
    for (let r = 0; r < d; r++) {
      const by = to[k * d + r] - from[k * d + r];
      change += by * x[r];
      step += by * by;
    }
    all += step * long;
    across += step * long - change * change;
    if (Math.abs(change) > SMALL * size * Math.sqrt(long)) (change > 0 ? up : down).push(k);
  }
  return {up, down, along: across <= PARALLEL * all};
}

/**
 * The clock of slow motion. The caller passes the time (ms) and moves its round by what `tick` and `step` return.
 * With `still` (reduced motion) a beat is complete at once.
 */
export class Beats {
  beat = 1;
  share = 1; // of this beat
  playing = false; // the next beat follows by itself
  /** @type {number | null} */
  since = null; // when the beat began (ms); null: it rests

  constructor(still = false) {
    this.still = still;
  }

  /** Show a beat from its beginning; it is complete at once with reduced motion. */
  begin(now, beat = 1) {
    this.beat = beat;
    this.since = now;
    this.share = this.still ? 1 : 0;
  }

  play(now) {
    this.playing = true;
    this.begin(now, this.since === null && this.beat === BEATS.length ? 1 : this.beat);
  }

  /** Stop; the beat is shown complete. */
  pause() {
    this.playing = false;
    this.since = null;
    this.share = 1;
  }

  get moving() { return this.since !== null; }

  /** Let time pass; return how many rounds have passed: 0 or 1. Call it once per frame while `moving`. */
  tick(now) {
    if (this.since === null) return 0;
    const passed = (now - this.since) / BEAT;
    this.share = this.still ? 1 : Math.min(1, Math.max(0, passed));
    if (passed < 1) return 0;
    if (!this.playing) {
      this.pause();
      return 0;
    }
    const over = this.beat === BEATS.length;
    this.begin(passed < 2 ? this.since + BEAT : now, over ? 1 : this.beat + 1); // a hidden tab skips no beat
    return over ? 1 : 0;
  }

  /** Go to the next (1) or previous (−1) beat and stop after it; return how many rounds that is: −1, 0 or 1. */
  step(by, now) {
    const to = this.beat + by, carry = to > BEATS.length ? 1 : to < 1 ? -1 : 0;
    const beat = carry ? (carry > 0 ? 1 : BEATS.length) : to;
    this.playing = false;
    if (by > 0 && !this.still) this.begin(now, beat);
    else {
      this.beat = beat;
      this.pause();
    }
    return carry;
  }
}
