// The theory's ranges of β, scaled by α. Python computes them for α = 0; α moves in the browser.

export const MOST_ALPHA = 0.99; // α = 1 is outside the theorem

/** An end of a range at this α: the only place that scales one. @param {number} value at α = 0 @param {number} alpha */
export function endAt(value, alpha) { return (1 - alpha) * value; }

/** The value of a statement about β at this α. @param {{value: number, shrinks: boolean}} statement @param {number} alpha */
export function valueAt({value, shrinks}, alpha) { return shrinks ? endAt(value, alpha) : value; }

/**
 * @param {import("./types").Ranges} ranges
 * @param {number} alpha
 * @returns {import("./types").Ranges}
 */
export function rangesAt({theorem, proof}, alpha) {
  return {theorem: endAt(theorem, alpha), proof: endAt(proof, alpha)};
}
