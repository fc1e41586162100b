// A game as a run, so that the Arena's drawings (met points, tape, curves) draw it: the person first, then the learners.

/** The bytes of a picture in base 64.
 * @param {string} text
 */
export function bytes(text) { return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)); }

export class TurnRun {
  trials = 1;

  /** @param {import("./types").TurnScene} data */
  constructor(data) {
    const {signs, classes, rounds, end} = data;
    Object.assign(this, {keys: data.keys, bits: [...data.told], seen: [...data.seen]});
    this.data = data;
    this.end = end;
    this.T = rounds;
    this.K = signs.length;
    this.names = [...signs];
    this.classes = classes;
    this.plane = data.normalised ? "sectors" : "square";
    this.learners = end ? end.players : [{words: "You", colour: "", dash: "solid", full: false}];
    /** @type {Map<number, Uint8Array>} */
    this.pictures = new Map(); // by round
    this.arrays = {};
    /** @type {any} */
    this.curves = null;
    if (end) this.describe(end.chart);
  }

  keys = ""; // one per round that was played
  /** @type {number[]} */
  bits = [];
  /** @type {([number, number] | string)[]} */
  seen = [];

  get L() { return this.learners.length; }
  get finished() { return this.keys.length === this.T; }
  get t() { return Math.min(this.T, this.keys.length + 1); } // the round that waits for a proposal
  get right() { return this.bits.reduce((sum, bit) => sum + bit, 0); } // how often the person was told ✓

  /** Add an answer of the server; return whether it is the one that was waited for.
   * @param {{t: number, key: string, told: number, next: [number, number] | string | null}} answer
   */
  add({t, key, told, next}) {
    if (t !== this.keys.length + 1) return false;
    this.keys += key;
    this.bits.push(told);
    if (next !== null) this.seen[t] = next;
    return true;
  }

  // In the form of a replay's chart: numbers are in arrays.
  describe(chart) {
    const series = chart.series.map((each, i) => {
      Object.assign(this.arrays, {[`x${i}`]: each.x, [`y${i}`]: each.y, [`sd${i}`]: each.sd});
      return {...each, arrays: {x: `x${i}`, y: `y${i}`, sd: `sd${i}`}};
    });
    this.curves = {...chart, series};
  }

  // Rounds count from 1. Only after the end the true class is known.
  truth(t) { return this.end?.y[t - 1] ?? -1; }
  proposal(l, t) { return l ? this.end?.players[l].proposals[t - 1] ?? -1 : this.names.indexOf(this.keys[t - 1]); }
  hit(l, t) { return this.proposal(l, t) === this.truth(t); }
  told(l, t) {
    if (!l) return this.bits[t - 1] === 1;
    return this.hit(l, t) !== Boolean(this.end?.lies[t - 1] && !this.learners[l].full);
  }
  explored() { return false; }

  chart() { return this.curves; }
  ratio(l, t) { return t > 0 ? this.arrays[`y${l}`][t - 1] : NaN; }
  average(place, t) { return {mean: this.ratio(place, t), sd: NaN}; }

  // The instance of round t in the plane; NaN if it has not been seen.
  point(t) {
    const [x, y] = /** @type {[number, number]} */ (this.seen[t - 1] ?? [NaN, NaN]);
    return {x, y, angle: Math.atan2(y, x), length: Math.hypot(x, y)};
  }

  // The pixels of the instance of round t.
  pixels(t) {
    const known = this.pictures.get(t) ?? bytes(/** @type {string} */ (this.seen[t - 1]));
    this.pictures.set(t, known);
    return known;
  }
}
