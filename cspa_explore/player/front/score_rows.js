// The scores of a round as rows: what the Microscope's table and its picture share.

const STEPS = [1, 1.5, 2, 3, 5, 7, 10];
const THINNEST = 0.02; // of the scale: a bar that is seen

/** The end of the scale, from −end to end: the next round number. It stays the same while x moves. */
export function scaleEnd(reach) {
  const power = 10 ** Math.floor(Math.log10(Math.max(reach, 1e-9)));
  return Number((power * (STEPS.find((step) => step * power >= reach * (1 - 1e-9)) ?? 10)).toPrecision(3));
}

/** The classes' scores on the scale of the round: `from` and `to` of a bar are shares of its width.
 * @param {import("./types").Scene} scene
 */
export function scoreRows({look, reach}) {
  const end = scaleEnd(reach), share = (value) => (value + end) / (2 * end);
  /** @returns {[number, number]} */
  const bar = (value) => {
    const seen = value && Math.sign(value) * Math.max(Math.abs(value), 2 * end * THINNEST);
    return [share(Math.min(0, seen)), share(Math.max(0, seen))];
  };
  const rows = look.names.map((name, k) => {
    const before = look.scores_before[k], after = look.scores_after[k], proposed = k === look.y_tilde;
    const marks = [k === look.y_hat ? "ŷ" : "", proposed ? "ỹ" : "", proposed ? (look.correct ? "✓" : "✗") : ""];
    return {name, marks, mark: marks.filter(Boolean).join(" "), before, after, change: after - before, was: bar(before), is: bar(after)};
  });
  return {rows, zero: share(0), end};
}

/** The losses of the other classes, which a support-class step cuts at its water line.
 * @param {string[]} names
 * @param {import("./types").Support} support
 */
export function supportRows(names, {y, losses, inside, line}) {
  const most = Math.max(line, ...losses.map((loss) => loss ?? 0), 0.01) * 1.1, share = (value) => Math.max(0, value) / most;
  const rows = losses.map((loss, k) => ({
    k, name: names[k], loss, was: share(loss), is: inside[k] ? share(line) : null, words: inside[k] ? "in S" : "not in S: stays",
  }));
  return {rows: rows.filter(({k}) => k !== y), line: share(line)};
}
