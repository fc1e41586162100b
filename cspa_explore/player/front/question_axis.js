// The axis on which numbers are guessed: positions, ticks, and the levels of flags that do not cover each other.

/** @typedef {import("./types").GuessAxis} GuessAxis */

const STEPS = [1, 2, 5];

/** Return the share (0…1) of the axis at which a value stands; values outside stand at its ends.
 * @param {GuessAxis} axis
 */
export function shareAt({low, high, log}, value) {
  const to = log ? Math.log10 : (v) => v, share = (to(Math.max(value, low)) - to(low)) / (to(high) - to(low));
  return Math.min(1, Math.max(0, share));
}

/** Return the value at a share of the axis, rounded to what one can point at: two digits on a log axis, otherwise about a
 * hundredth of the axis.
 * @param {GuessAxis} axis
 */
export function valueAtShare({low, high, log}, share) {
  const value = log ? low * (high / low) ** share : low + (high - low) * share;
  if (share <= 0) return low;
  if (share >= 1) return high;
  const fine = 10 ** (Math.floor(Math.log10(Math.max(log ? Math.abs(value) : high - low, 1e-12))) - (log ? 1 : 2));
  return Number((Math.round(value / fine) * fine).toPrecision(6));
}

/** Return the values that are named on the axis.
 * @param {GuessAxis} axis
 */
export function ticks({low, high, log}) {
  if (log) {
    const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9);
    const powers = Array.from({length: Math.max(0, last - first + 1)}, (_, i) => Number((10 ** (first + i)).toPrecision(6)));
    const inner = powers.filter((value) => value > low * 1.5 && value < high / 1.5);
    return [low, ...inner, high];
  }
  const rough = (high - low) / 6, size = 10 ** Math.floor(Math.log10(rough));
  const step = size * (STEPS.find((one) => one * size >= rough) ?? 10), found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step) found.push(Number(value.toPrecision(6)) || 0);
  return found;
}

/** Return the level (0, 1, …) of each flag, so that labels on one level stay apart; −1 where there is no room for a label.
 * @param {{x: number, width: number}[]} flags
 */
export function levels(flags, most = 4, gap = 6) {
  const ends = Array(most).fill(-Infinity), found = Array(flags.length).fill(-1);
  const order = flags.map((_, i) => i).sort((a, b) => flags[a].x - flags[b].x);
  for (const i of order) {
    const start = flags[i].x - flags[i].width / 2, level = ends.findIndex((end) => end + gap <= start);
    if (level >= 0) {
      ends[level] = start + flags[i].width;
      found[i] = level;
    }
  }
  return found;
}
