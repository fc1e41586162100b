// The bytes of a replay, and the run they hold. The format is that of packing.py.

const KINDS = {u1: Uint8Array, u2: Uint16Array, i4: Int32Array, f4: Float32Array, f8: Float64Array};

/** @param {Uint8Array<ArrayBuffer> | ArrayBuffer} given */
export function parse(given) {
  let bytes = given instanceof Uint8Array ? given : new Uint8Array(given);
  if (bytes.byteOffset % 8) bytes = bytes.slice(); // typed arrays start at multiples of their width
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== "CSPA") throw new Error("these bytes are not a replay");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  /** @type {import("./types").Header} */
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  /** @type {import("./types").Arrays} */
  const arrays = {};
  for (const [name, {dtype, shape, start}] of Object.entries(header.arrays)) {
    const count = shape.reduce((product, n) => product * n, 1);
    arrays[name] = new KINDS[dtype](bytes.buffer, bytes.byteOffset + 8 + length + start, count);
  }
  return new Run(header, arrays);
}

// Whether two replays have the same bytes: every run of the script sends the replay again.
export function same(one, other) {
  if (one === other) return true;
  if (!one || !other || one.byteLength !== other.byteLength) return false;
  return one.every((byte, i) => byte === other[i]);
}

export class Run {
  /** @type {number | undefined} */
  radius;

  /**
   * @param {import("./types").Header} header
   * @param {import("./types").Arrays} arrays
   */
  constructor(header, arrays) {
    this.words = header.words;
    this.K = header.K;
    this.d = header.d;
    this.T = header.T;
    this.trials = header.trials;
    this.names = header.names;
    this.plane = header.plane;
    this.why = header.why;
    this.learners = header.learners;
    this.ghosts = header.ghosts;
    this.curves = header.curves;
    this.recent = header.recent;
    this.classes = header.classes;
    this.arrays = arrays;
    this.L = this.learners.length;
    const {y} = arrays;
    this.right = this.learners.map((_, l) => { // right[t]: right proposals in the rounds 1…t
      const sums = new Int32Array(this.T + 1), tilde = arrays["tilde" + l];
      for (let t = 1; t <= this.T; t++) sums[t] = sums[t - 1] + Number(tilde[t - 1] === y[t - 1]);
      return sums;
    });
    this.churned = this.learners.map(() => new Float32Array(this.T + 1).fill(-1)); // computed on demand
    this.everExplores = this.learners.map((_, l) => this.next(0, (t) => this.explored(l, t)) > 0);
    /** @type {Map<string, any>} */
    this.backgrounds = new Map(); // drawings that the discs of all learners share
  }

  truth(t) { return this.arrays.y[t - 1]; }
  proposal(l, t) { return this.arrays["tilde" + l][t - 1]; }
  prediction(l, t) { return this.arrays["hat" + l][t - 1]; }
  loss(l, t) { return this.arrays["loss" + l][t - 1]; }
  hit(l, t) { return this.proposal(l, t) === this.truth(t); }
  explored(l, t) { return this.proposal(l, t) !== this.prediction(l, t); }

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
