// The values that a handle's releases asked for, until their run is there. Runs of earlier releases may arrive before it.

/** `rest`: all other settings. @typedef {{rest: string, place: number, param: string, value: string, sigma: number}} HandleValues */

/** The values of a run that the handles of a learner's parameter show.
 * @param {import("./payload").Run} run
 * @param {number} place of the learner
 * @param {string} param "" if it has none
 * @returns {HandleValues}
 */
export function valuesOf(run, place, param) {
  const entry = run.learners[place]?.params.find(({name}) => name === param);
  const others = run.learners.map(({text}, l) => (l === place ? "" : text));
  return {rest: [run.header.identity, ...others].join("\n"), place, param, value: entry?.value ?? "", sigma: run.header.sigma.value};
}

/** @param {HandleValues} one
 * @param {HandleValues} other
 */
export function alike(one, other) { return Object.keys(one).every((name) => one[name] === other[name]); }

export class AskedValues {
  /** @type {HandleValues[]} */
  expected = []; // the first are those of the run that was on the screen, the last those that are wanted

  ahead = false; // the run of the last values is on the screen before the script has sent it

  get pending() { return this.expected.length > 0; }

  /** Whether these values differ from the last ones that were asked for, or from the run's if none were.
   * @param {HandleValues} values
   * @param {import("./payload").Run} run
   */
  differs(values, run) {
    return !alike(values, this.expected[this.expected.length - 1] ?? valuesOf(run, values.place, values.param));
  }

  /** Remember what is asked for, while this run is on the screen. */
  ask(values, run) {
    if (!this.pending) this.expected.push(valuesOf(run, values.place, values.param));
    this.expected.push(values);
    this.ahead = false;
  }

  forget() { Object.assign(this, {expected: [], ahead: false}); }

  /** Whether this run is older than the last values that were asked for.
   * @param {import("./payload").Run} run
   */
  isStale(run) {
    const {expected} = this, last = expected[expected.length - 1];
    if (!last) return false;
    const found = valuesOf(run, last.place, last.param);
    return !alike(found, last) && expected.some((earlier) => alike(found, earlier));
  }
}
