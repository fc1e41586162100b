// The selected run in the link, "σ_value": it names the run in every sweep that plays it.

const DIGITS = 6;

/** @typedef {{sigmas: number[], values: number[]}} Sweep */

/** The run of a link; null if there is none, or if the text does not name one. */
export function readRun(text) {
  const numbers = (text ?? "").split("_");
  return numbers.length === 2 && numbers.every((number) => number !== "" && Number(number) >= 0) ? text : null;
}

/** The run of a cell as text. @param {{i: number, j: number}} cell @param {Sweep} sweep */
export function runOf({i, j}, {sigmas, values}) { return [sigmas[i], values[j]].map(rounded).join("_"); }

/** The cell of a run; null if the sweep does not play it. @param {string | null} run @param {Sweep} sweep */
export function cellOf(run, {sigmas, values}) {
  const [sigma, value] = (run ?? "").split("_").map((text) => rounded(Number(text)));
  const i = sigmas.findIndex((other) => rounded(other) === sigma), j = values.findIndex((other) => rounded(other) === value);
  return i < 0 || j < 0 ? null : {i, j};
}

function rounded(number) { return Number(number.toPrecision(DIGITS)); }
