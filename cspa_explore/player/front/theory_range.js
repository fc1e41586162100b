// The theory's ranges of β, scaled by α. Python computes them for α = 0; α moves in the browser.

export const MOST_ALPHA = 0.99; // α = 1 is outside the theorem
const ROUNDING = 1e-12; // tolerance of a comparison of β with an end of a range

/** An end of a range at this α: the only place that scales one. @param {number} value at α = 0 @param {number} alpha */
export function endAt(value, alpha) { return (1 - alpha) * value; }

/** The value of a statement about β at this α. @param {{value: number, shrinks: boolean}} statement @param {number} alpha */
export function valueAt({value, shrinks}, alpha) { return shrinks ? endAt(value, alpha) : value; }

/** Where β lies at this α, in the words of the sidebar. @param {{high: number}[]} bands the theory range, then the proof's */
export function placeOf(beta, bands, alpha) {
  const [theory, proof] = bands.map(({high}) => endAt(high, alpha));
  if (beta <= theory + ROUNDING) return "inside the theory range";
  return beta < proof - ROUNDING ? "beyond the theory range, within the proof," : "outside the theory range";
}

/**
 * @param {import("./types").Ranges} ranges
 * @param {number} alpha
 * @returns {import("./types").Ranges}
 */
export function rangesAt({theorem, proof}, alpha) {
  return {theorem: endAt(theorem, alpha), proof: endAt(proof, alpha)};
}
