// What a replay file answers where the dashboard asks its server: it has films of some handles, and nothing else.

import {FIXED} from "./handles.js";
import {counted} from "./numbers.js";

export class FileDesk {
  answers = false; // no server
  later = FIXED;

  /**
   * @param {{place: number, param: string}[]} films the handles that have one
   * @param {import("./types").Arrays} arrays of the file
   */
  constructor(films, arrays) {
    this.films = films;
    this.arrays = arrays;
  }

  /** The film of a handle; null for everything else.
   * @param {string} name
   * @param {Record<string, string | number>} query
   * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
   */
  async ask(name, query) {
    const i = name === "film" ? this.films.findIndex(({place, param}) => place === query.place && param === query.param) : -1;
    return i < 0 ? null : this.arrays[`film${i}`];
  }

  destroy() {}
}

/** What to say after a handle was moved to values that the file has only in some rounds.
 * @param {import("./player").Player} player
 */
export function movedWords({film, run}) {
  const held = `${film?.usable?.rounds.length ?? 0} of its ${counted(run.T, "round")}`;
  return `The file holds the run with these values in ${held}. Play and the other buttons go back to the values of this run.`;
}
