// What has arrived of a run's rounds: instances, sampled regions, details; and the request for what has not.

import {unpacked} from "./payload_bytes.js";

const REST = 30; // ms of rest before a round is asked for
const TRIES = 8; // requests for a round
const AGAIN = 250; // ms between two of them
const LATER = 2000; // ms until a round that did not arrive is drawn again, which asks for it

// Values by round; `upTo` finds the last one that is not later.
export class Rounds {
  /** @type {Map<number, any>} */
  values = new Map();
  /** @type {number[] | null} */
  order = null;

  set(t, value) {
    this.values.set(t, value);
    this.order = null;
  }

  has(t) { return this.values.has(t); }

  /** @returns {{t: number, value: any} | null} */
  upTo(t) {
    if (this.values.has(t)) return {t, value: this.values.get(t)};
    const order = (this.order ??= [...this.values.keys()].sort((a, b) => a - b));
    let low = 0, high = order.length; // the number of rounds ≤ t
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order[middle] <= t) low = middle + 1; else high = middle;
    }
    return low ? {t: order[low - 1], value: this.values.get(order[low - 1])} : null;
  }
}

export class PictureStore {
  asked = 0; // the round that was asked for last
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  asking;
  busy = false; // an answer is on its way
  /** @type {((query: any) => Promise<Uint8Array<ArrayBuffer> | null>) | null} */
  ask = null; // a run without it has all that it needs
  changed = () => {};

  /**
   * @param {{id: string, picture: any, plane: string}} header
   * @param {number} learners
   * @param {import("./types").Arrays} arrays
   * @param {import("./details").Details | null} details
   */
  constructor({id, picture, plane}, learners, arrays, details = null) {
    this.id = id;
    this.details = details;
    this.instances = picture && new Rounds();
    this.grids = plane === "grid" ? Array.from({length: learners}, () => new Rounds()) : [];
    this.add(arrays);
  }

  // Keep what the arrays of a replay or of an answer hold.
  add(arrays) {
    const {shown = [], x, grid_rounds: rounds = []} = arrays, d = shown.length ? x.length / shown.length : 0;
    shown.forEach((t, i) => this.instances?.set(t, x.subarray(i * d, (i + 1) * d)));
    this.grids.forEach((grids, l) => rounds.forEach((t, i) => {
      const {[`grid${l}`]: runs, [`grid_starts${l}`]: starts} = arrays;
      grids.set(t, runs.subarray(starts[i], starts[i + 1]));
    }));
  }

  /** The instance of round t or, until it has arrived, of the last round before. */
  instance(t) { return this.instances?.upTo(t) ?? null; }

  /** The regions with which learner l answers round t, as runs of cells, or those of the last round before. */
  grid(l, t) { return this.grids[l]?.upTo(Math.max(1, t)) ?? null; }

  isComplete(t) {
    const here = !this.instances || t < 1 || this.instances.has(t);
    return here && this.grids.every((grids) => grids.has(Math.max(1, t))) && (this.details?.isComplete(t) ?? true);
  }

  /** Ask for rounds that are missing by `ask`, and call `changed` when they have arrived.
   * @param {(query: any) => Promise<Uint8Array<ArrayBuffer> | null>} ask
   * @param {() => void} changed
   */
  connect(ask, changed) { Object.assign(this, {ask, changed}); }

  // Ask for what round t needs, unless it is here or has been asked for.
  want(t) {
    if (this.isComplete(t) || t === this.asked) return;
    this.asked = t;
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.request(), REST);
  }

  // While rounds pass one by one: ask for a round soon to come, unless an answer is on its way.
  foresee(t) {
    if (this.busy || !this.details?.drawn || this.details.has(0, t)) return;
    this.asked = t;
    this.request();
  }

  /** Fetch a block of a learner's details from a row on; false if there is no server, or it speaks of another run.
   * @param {number} l
   * @param {number} row
   */
  async block(l, row) {
    const bytes = await this.ask?.({run: this.id, t: row + 1, learner: l});
    if (!bytes) return false;
    const {header, arrays} = /** @type {any} */ (unpacked(bytes));
    if (header.id !== this.id || !header.t) return false;
    this.details?.add(header.first, arrays);
    return true;
  }

  // Ask until the round asked for last is here; one request at a time.
  async request() {
    if (this.busy || !this.ask) return;
    this.busy = true;
    try {
      for (let tries = 0; tries < TRIES && !this.isComplete(this.asked); tries++) {
        const t = Math.max(1, this.asked), bytes = await this.ask({run: this.id, t});
        if (!bytes) break;
        const {header, arrays} = /** @type {any} */ (unpacked(bytes));
        if (header.id === this.id && header.t) {
          this.add(arrays);
          if ("first" in header) this.details?.add(header.first, arrays);
          this.changed();
          if (Math.max(1, this.asked) !== t) tries = 0; // another round is wanted by now
        } else await new Promise((go) => setTimeout(go, AGAIN)); // the server speaks of another run, which is on its way
      }
    } finally { // an answer that cannot be read ends only this request
      this.busy = false;
      if (!this.isComplete(this.asked)) {
        this.asked = 0;
        setTimeout(() => this.changed(), LATER);
      }
    }
  }
}
