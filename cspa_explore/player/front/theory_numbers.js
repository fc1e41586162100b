// Amounts on the Theory page: sums of squares and counts of any size.

import {whole} from "./numbers.js";

/** Whole numbers with commas; one decimal below 1,000; millions and billions in words, with three digits. */
export function amount(value) {
  const rounded = Number(value.toPrecision(3)); // 999.6 million is a billion
  if (rounded >= 1e12) return `${whole(Number((value / 1e9).toPrecision(3)))} billion`;
  if (rounded >= 1e9) return `${(value / 1e9).toPrecision(3)} billion`;
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} million`;
  return value >= 999.95 || Number.isInteger(value) ? whole(Math.round(value)) : value.toFixed(value >= 1 ? 1 : 2);
}
