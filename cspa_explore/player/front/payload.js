// A run, read from the bytes of its replay.

import {Details} from "./details.js";
import {unpacked} from "./payload_bytes.js";
import {PictureStore} from "./picture_store.js";

/** @param {Uint8Array<ArrayBuffer> | ArrayBuffer} given */
export function parse(given) {
  const {header, arrays} = unpacked(given);
  return new Run(header, arrays);
}

// Whether two replays have the same bytes: every run of the script sends the replay again.
export function same(one, other) {
  if (one === other) return true;
  if (!one || !other || one.byteLength !== other.byteLength) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false; // up to 1.5 million
  return true;
}

export class Run {
  /** @type {number | undefined} */
  radius; // of the view, once it is known
  /** @type {{explored: Int32Array, foreseen: Int32Array}[] | undefined} */
  explorations; // counts by learner and round, made on demand

  /**
   * @param {import("./types").Header} header
   * @param {import("./types").Arrays} arrays
   */
  constructor(header, arrays) {
    this.header = header;
    this.id = header.id;
    this.words = header.words;
    this.K = header.K;
    this.d = header.d;
    this.T = header.T;
    this.trials = header.trials;
    this.names = header.names;
    this.plane = header.plane;
    this.why = header.why;
    this.lesson = header.lesson ?? "";
    this.noisy = header.noisy ?? 0; // share of flipped answers
    this.drift = header.drift ?? Infinity; // the first round after the drift
    this.normalised = header.normalised;
    this.side = header.side; // cells of a row of sampled regions
    this.radius = header.half ?? undefined;
    this.picture = header.picture; // how an instance is drawn; null in the plane
    this.learners = header.learners;
    this.ghosts = header.ghosts;
    this.curves = header.curves;
    this.recent = header.recent;
    this.classes = header.classes;
    this.arrays = arrays;
    this.L = this.learners.length;
    this.right = this.learners.map((_, l) => this.counted(l)); // right[t]: right proposals in the rounds 1…t
    const details = arrays.kept ? new Details(header, arrays) : null;
    this.details = details && details.held <= this.T ? details : null; // null: all rounds are here
    this.pictures = new PictureStore(header, this.L, arrays, this.details);
    this.churned = this.learners.map(() => new Float32Array(this.T + 1).fill(-1)); // computed on demand
    this.everExplores = this.learners.map((_, l) => this.next(0, (t) => this.explored(l, t)) > 0);
    /** @type {Map<string, any>} */
    this.backgrounds = new Map(); // drawings that the discs of all learners share
  }

  /** Take over the view and the drawings of a run with the same instances: only its learners' values differ.
   * @param {Run | undefined} other
   */
  inherit(other) {
    const same = other && ["identity", "plane", "T"].every((name) => other.header[name] === this.header[name]);
    if (!same || other.header.sigma.value !== this.header.sigma.value) return;
    this.radius = other.radius;
    this.backgrounds = other.backgrounds;
  }

  counted(l) {
    const sums = new Int32Array(this.T + 1), tilde = this.arrays["tilde" + l], {y} = this.arrays;
    for (let t = 1; t <= this.T; t++) sums[t] = sums[t - 1] + Number(tilde[t - 1] === y[t - 1]);
    return sums;
  }

  // The index of learner l's weights after t rounds; until they have arrived, of the last ones before.
  row(t, l) { return this.details ? this.details.last[l][t] : t; }

  // Whether learner l's weights after t rounds are here.
  holds(t, l) { return !this.details || this.details.has(l, t); }

  // The largest norm of a learner's weights.
  longest(l) {
    if (this.header.longest?.[l]) return this.header.longest[l];
    const W = this.arrays["W" + l] ?? []; // sampled regions have none
    let most = 0;
    for (let i = 0; i < W.length; i += this.d) most = Math.max(most, Math.hypot(W[i], W[i + 1]));
    return most || 1;
  }

  get knowsProposals() { return "tilde0" in this.arrays; } // a film holds only which of them were right

  truth(t) { return this.arrays.y[t - 1]; }
  proposal(l, t) { return this.arrays["tilde" + l][t - 1]; }
  prediction(l, t) { return this.arrays["hat" + l][t - 1]; }
  loss(l, t) { return this.arrays["loss" + l][t - 1]; }
  hit(l, t) { return this.proposal(l, t) === this.truth(t); }
  explored(l, t) { return this.proposal(l, t) !== this.prediction(l, t); }

  // Whether the answer of round t was flipped for learner l, and whether l was told ✓; labels are always told truly.
  lied(l, t) { return Boolean(this.arrays.lies?.[t - 1]) && !this.learners[l].full; }
  told(l, t) { return this.hit(l, t) !== this.lied(l, t); }

  /** The first and the last round of the part of the stream, before or after its drift, that holds round t.
   * @returns {[number, number]}
   */
  part(t) { return t >= this.drift ? [this.drift, this.T] : [1, Math.min(this.T, this.drift - 1)]; }

  // Of the rounds 1…t, how many learner l explored, and in how many its prediction was the true class.
  exploration(l, t) {
    this.explorations ??= this.learners.map((_, place) => {
      const explored = new Int32Array(this.T + 1), foreseen = new Int32Array(this.T + 1);
      for (let s = 1; s <= this.T; s++) {
        explored[s] = explored[s - 1] + Number(this.explored(place, s));
        foreseen[s] = foreseen[s - 1] + Number(this.prediction(place, s) === this.truth(s));
      }
      return {explored, foreseen};
    });
    const {explored, foreseen} = this.explorations[l];
    return {explored: explored[t], foreseen: foreseen[t]};
  }

  // The chart of the ratio so far, or over the last rounds: the learners' series come first, then pinned ones.
  chart(recent) { return this.curves[recent ? "recent" : "mean"]; }

  // The ratio of the watched run, so far or over the last rounds; NaN before the first.
  ratio(l, t, recent) {
    const back = recent ? Math.max(0, t - this.recent) : 0;
    return t > 0 ? (this.right[l][t] - this.right[l][back]) / (t - back) : NaN;
  }

  // Mean and sd over the trials of a series of the chart, at the last checkpoint up to t.
  average(place, t, recent) {
    const {x, y, sd} = this.chart(recent).series[place].arrays, points = this.arrays[x];
    let low = 0, high = points.length; // the number of points ≤ t
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[middle] <= t) low = middle + 1; else high = middle;
    }
    if (!low) return {mean: NaN, sd: NaN};
    return {mean: this.arrays[y][low - 1], sd: this.arrays[sd][low - 1]};
  }

  // The first round after t for which the condition holds, or 0.
  next(t, condition) {
    for (let later = t + 1; later <= this.T; later++) if (condition(later)) return later;
    return 0;
  }

  // Direction (radians) and distance of the instance of round t, before it was normalised.
  point(t) {
    const {raw} = this.arrays, x = raw[2 * t - 2], y = raw[2 * t - 1];
    return {x, y, angle: Math.atan2(y, x), length: Math.hypot(x, y)};
  }

  // Data units from the centre of a disc to its rim: 96 % of the instances lie well inside.
  viewRadius() {
    if (this.radius === undefined) {
      const far = Float64Array.from({length: this.T}, (_, i) => this.point(i + 1).length).sort();
      this.radius = 1.1 * (far[Math.floor(0.96 * (far.length - 1))] || 1);
    }
    return this.radius;
  }
}
