// With a kernel a film has no weights: where a handle rests, the server samples the regions of its values.

import {unpacked} from "./payload_bytes.js";

const REST = 120; // ms without another value
const KEPT = 16; // answers that are kept

export class FilmGrids {
  /** @type {Map<string, {header: any, arrays: any}>} */
  known = new Map(); // by query
  wanted = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  asking;

  /**
   * @param {{answers: boolean, ask: (name: string, query: any) => Promise<Uint8Array<ArrayBuffer> | null>}} desk
   * @param {() => void} changed is called when regions have arrived
   */
  constructor(desk, changed) {
    this.desk = desk;
    this.changed = changed;
  }

  /** Give the cell its regions at the round of the film that is drawn, now or when the handle rests.
   * @param {import("./film_run").FilmRun} cell
   * @param {Record<string, string | number>} setting of the handles, and the round t
   */
  want(cell, setting) {
    if (cell.header.plane !== "grid" || !this.desk.answers) return;
    const query = {...setting, run: cell.id}, key = JSON.stringify(query), here = this.known.get(key);
    clearTimeout(this.asking);
    this.wanted = key;
    if (here) cell.sampled(here);
    else this.asking = setTimeout(() => this.ask(cell, query, key), REST);
  }

  async ask(cell, query, key) {
    const bytes = await this.desk.ask("regions", query);
    if (!bytes?.length) return; // the values are refused, or kernels are still being compiled
    const found = /** @type {any} */ (unpacked(bytes));
    if (!found.header.t) return;
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(key, found);
    cell.sampled(found);
    if (this.wanted === key) this.changed();
  }

  stop() {
    clearTimeout(this.asking);
    this.wanted = "";
  }
}
