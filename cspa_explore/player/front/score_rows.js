// The scores of a round as rows: what the Microscope's table and its picture share.

/** The classes' scores on a common scale: `from` and `to` of a bar are shares of its width.
 * @param {import("./types").Look} look
 */
export function scoreRows(look) {
  const values = [...look.scores_before, ...look.scores_after, 0];
  const low = Math.min(...values), span = Math.max(...values) - low || 1;
  const share = (value) => (value - low) / span;
  /** @returns {[number, number]} */
  const bar = (value) => [share(Math.min(0, value)), share(Math.max(0, value))];
  const rows = look.names.map((name, k) => {
    const before = look.scores_before[k], after = look.scores_after[k];
    const marks = [k === look.y_hat ? "ŷ" : "", k === look.y_tilde ? (look.correct ? "ỹ ✓" : "ỹ ✗") : ""];
    return {name, mark: marks.filter(Boolean).join(" "), before, after, change: after - before, was: bar(before), is: bar(after)};
  });
  return {rows, zero: share(0)};
}

/** The losses of the other classes, which a support-class step cuts at its water line.
 * @param {string[]} names
 * @param {import("./types").Support} support
 */
export function supportRows(names, {y, losses, inside, line}) {
  const most = Math.max(line, ...losses.map((loss) => loss ?? 0), 0.01) * 1.1, share = (value) => Math.max(0, value) / most;
  const rows = losses.map((loss, k) => ({
    k, name: names[k], loss, was: share(loss), is: inside[k] ? share(line) : null, words: inside[k] ? "in S, cut at the line" : "not in S",
  }));
  return {rows: rows.filter(({k}) => k !== y), line: share(line)};
}
