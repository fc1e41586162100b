// Regions sampled on a grid: runs of equal cells, row by row from the top, as player/grids.py writes them.

/** Return the class of every cell.
 * @param {Uint8Array} runs class and length of each run
 */
export function cellsOf(runs, side) {
  const cells = new Uint8Array(side * side);
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    cells.fill(runs[i], at, at + runs[i + 1]);
    at += runs[i + 1];
  }
  if (at !== cells.length) throw new Error(`a grid has ${cells.length} cells, got ${at}`);
  return cells;
}

/** Return per class that owns cells: their share, and the largest square inside (row and column of its middle, side). Of
 * a disc only the cells inside it count.
 * @returns {{k: number, share: number, row: number, column: number, size: number}[]}
 */
export function territories(cells, side, isDisc) {
  const largest = new Map(), sizes = new Uint16Array(cells.length);
  let inside = 0;
  const far = (r, c) => Math.hypot(r + 0.5 - side / 2, c + 0.5 - side / 2);
  for (let r = 0; r < side; r++) {
    for (let c = 0; c < side; c++) {
      if (isDisc && far(r, c) > side / 2) continue;
      const i = r * side + c, k = cells[i], same = (j) => (cells[j] === k ? sizes[j] : 0);
      sizes[i] = r && c ? 1 + Math.min(same(i - 1), same(i - side), same(i - side - 1)) : 1;
      inside++;
      const known = largest.get(k) ?? {k, share: 0, row: 0, column: 0, size: 0};
      known.share++;
      if (sizes[i] > known.size) Object.assign(known, {size: sizes[i], row: r + 0.5 - sizes[i] / 2, column: c + 0.5 - sizes[i] / 2});
      largest.set(k, known);
    }
  }
  const found = [...largest.values()].sort((a, b) => b.share - a.share);
  return found.map((one) => ({...one, share: one.share / inside}));
}
