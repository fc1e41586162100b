// Fetches a film, and polls while it is being computed.

import {unpacked} from "./payload_bytes.js";

const POLL = 120; // ms
const UNFINISHED = ["computing", "row", "same", "later"];

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** Return the bytes that zlib compressed.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class FilmSource {
  asking = ""; // the film that is being fetched

  /**
   * @param {{ask: (name: string, query: any) => Promise<Uint8Array<ArrayBuffer> | null>}} desk
   * @param {(found: {header: any, arrays: any}, sent: number) => void} take gets each answer that brings news; `sent`: its bytes
   */
  constructor(desk, take) {
    this.desk = desk;
    this.take = take;
  }

  /** Fetch a film until it is whole, in place of the one before.
   * @param {Record<string, string | number>} query
   * @param {number} rest ms before the first request
   */
  async load(query, rest = 0) {
    const asking = JSON.stringify(query), over = () => this.asking !== asking;
    if (!over()) return;
    this.asking = asking;
    if (rest) await pause(rest);
    if (over()) return;
    for (let here = 0; ;) { // σ that have arrived
      const bytes = await this.desk.ask("film", {...query, here});
      const found = bytes ? unpacked(await inflated(bytes)) : {header: {state: "none", share: 0}, arrays: {}};
      if (over()) return;
      const {state, done} = /** @type {any} */ (found.header);
      if (state !== "same" && state !== "later") this.take(found, bytes?.byteLength ?? 0);
      here = done?.length ?? here;
      if (!UNFINISHED.includes(state)) break;
      await pause(POLL);
      if (over()) return;
    }
    this.asking = "";
  }

  stop() { this.asking = ""; }
}
