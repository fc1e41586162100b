// Formulas as text: s_i and max_{i≠ỹ}, whose subscripts are set lower.

/**
 * Return the parts of a text in turn: plain, lowered, plain, …
 * @param {string} text
 * @returns {string[]}
 */
export function pieces(text) {
  return text.split(/_(\{[^}]*\}|[\p{L}\d])\u0303?/u).map((part, i) => (i % 2 ? part.replace(/[{}]/g, "") : part));
}
