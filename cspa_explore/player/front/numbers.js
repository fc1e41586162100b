// Numbers as text.

const minus = (text) => text.replaceAll("-", "−");

/** Four digits, as the numbers of a formula have; "–" for none. */
export function exact(value) {
  return value === null ? "–" : minus(String(Number((Math.abs(value) < 5e-13 ? 0 : value).toPrecision(4))));
}

/** Three decimals, one for large numbers; "–" for none. */
export function fixed(value) {
  if (value === null) return "–";
  const text = value.toFixed(Math.abs(value) >= 100 ? 1 : 3);
  return minus(Number(text) === 0 ? text.replace("-", "") : text);
}

/** Three digits, without zeros at the end. */
export function short(value) { return Number(value.toPrecision(3)).toString(); }

/** A whole number with commas. */
export function whole(value) { return value.toLocaleString("en"); }

/** A number with its noun: "1 hand", "2 hands". */
export function counted(n, one, many = `${one}s`) { return `${whole(n)} ${n === 1 ? one : many}`; }

/** A share as a percentage, without its sign. */
export function percent(share, decimals = 1) { return (100 * share).toFixed(decimals); }

/** A share that somebody has chosen, as a percentage: 0.1 as "10", 0.125 as "12.5". */
export function chosenPercent(share) { return short(100 * share); }

/** An angle in radians as whole degrees. */
export function degrees(angle) { return Math.round((angle * 180) / Math.PI); }

/** A direction in radians as whole degrees, 0 to 359. */
export function compass(angle) { return ((degrees(angle) % 360) + 360) % 360; }
