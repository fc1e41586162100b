// The theory's ranges of β, scaled by α. Python computes them for α = 0.

/**
 * @param {import("./types").Ranges} ranges
 * @param {number} alpha
 * @returns {import("./types").Ranges}
 */
export function rangesAt({theorem, proof}, alpha) {
  return {theorem: (1 - alpha) * theorem, proof: (1 - alpha) * proof};
}
