// Requests to the server that need no run of the script; see ui/session/desk.py.

import {serverAddress} from "./address.js";
import {receive} from "./bridge.js";

export class Desk {
  answers = true; // there is a server
  later = "follows when you let go"; // what a handle says of values that no film has
  off = new AbortController();
  /** @type {(ticket: string) => void} */
  found = () => {};
  /** @type {Promise<string>} */
  ticket = new Promise((found) => { this.found = found; });

  constructor() { receive("desk", (ticket) => this.found(ticket), this.off.signal); }

  /** The answer's bytes; null if the session is gone or the server cannot be reached.
   * @param {string} name
   * @param {Record<string, string | number>} query
   * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
   */
  async ask(name, query) {
    const words = Object.entries(query).map(([key, value]) => [key, String(value)]);
    const address = serverAddress(`ask/${await this.ticket}/${name}?${new URLSearchParams(words)}`);
    try {
      const answer = await fetch(address, {signal: this.off.signal});
      return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  destroy() { this.off.abort(); }
}
