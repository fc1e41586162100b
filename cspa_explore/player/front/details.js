// The details of a long run: weights, widths and losses. Its replay holds some rows; blocks of the others are asked for.
//
// Row r holds the weights after r rounds, which answer round r + 1, and the loss of round r + 1: see player/details.py.

const KINDS = ["W", "A", "P", "loss"];
const BACK = 101; // rows before a round's own row; the share of the map redrawn is an average over them

export class Details {
  /**
   * Replace the arrays of some rows by arrays of all rows, in which the others are still missing.
   * @param {import("./types").Header} header
   * @param {import("./types").Arrays} arrays of the replay
   */
  constructor({T, K, learners, arrays: places}, arrays) {
    const {kept} = arrays;
    this.T = T;
    this.arrays = arrays;
    this.held = kept.length; // rows that came with the replay
    this.drawn = "W0" in arrays; // regions need them
    /** @type {Map<string, number>} */
    this.sizes = new Map(); // numbers per row
    for (const name of learners.flatMap((_, l) => KINDS.map((kind) => kind + l))) {
      if (!(name in arrays)) continue;
      const moved = arrays[`moved_${name}`], width = moved ? places[name].shape[1] : 1, size = moved ? K * width : 1;
      const all = new Float32Array((T + 1) * size);
      this.sizes.set(name, size);
      if (moved) fill(all, kept, arrays[name], moved, K, width);
      else {
        all.fill(NaN);
        kept.forEach((row, i) => { all[row] = arrays[name][i]; });
      }
      arrays[name] = all;
    }
    this.last = learners.map(() => new Int32Array(T + 1).fill(-1)); // the last row up to this one that is here
    for (const last of this.last) {
      for (const row of kept) last[row] = row;
      for (let row = 1; row <= T; row++) if (last[row] < 0) last[row] = last[row - 1];
    }
  }

  /** Take over the rows of an answer, which begin with row `first`.
   * @param {number} first
   * @param {import("./types").Arrays} arrays
   */
  add(first, arrays) {
    this.last.forEach((last, l) => {
      const own = KINDS.map((kind) => kind + l).filter((name) => name in arrays && this.sizes.has(name));
      if (!own.length) return;
      let end = first;
      for (const name of own) {
        const size = /** @type {number} */ (this.sizes.get(name));
        this.arrays[name].set(arrays[name], first * size);
        end = first + arrays[name].length / size;
      }
      for (let row = first; row < end; row++) last[row] = row;
      for (let row = end; row <= this.T && last[row] < end - 1; row++) last[row] = end - 1;
    });
  }

  has(l, row) { return this.last[l][row] === row; }

  /** Whether everything that is drawn and said of round t is here. */
  isComplete(t) {
    const row = Math.max(0, t - 1), from = this.drawn ? Math.max(0, row - BACK + 1) : row, to = this.drawn ? Math.min(this.T, t) : row;
    return this.last.every((_, l) => {
      for (let one = from; one <= to; one++) if (!this.has(l, one)) return false;
      return true;
    });
  }
}

// Write rows that hold only the classes that moved since the row before.
function fill(all, rows, values, moved, K, width) {
  const size = K * width;
  let at = 0;
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i] * size;
    if (i) all.copyWithin(start, rows[i - 1] * size, (rows[i - 1] + 1) * size);
    for (let k = 0; k < K; k++) {
      if (!moved[i * K + k]) continue;
      for (let j = 0; j < width; j++) all[start + k * width + j] = values[at++];
    }
  }
}
