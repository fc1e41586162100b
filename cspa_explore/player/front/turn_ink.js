// A picture in words, for those who do not see it: where its ink is, or where its pen goes. The names of the classes are
// shuffled, so this tells no more than the picture itself.

const ROWS = 5, COLUMNS = 3; // cells: enough to tell digits apart, few enough to listen to
const DARK = 0.6, GREY = 0.25; // of the darkest cell
const DOWN = ["top", "middle", "bottom"], ACROSS = ["left", "centre", "right"];

/** Where the ink of an image is: each row of cells from the top, from left to right.
 * @param {ArrayLike<number>} pixels 0 paper … 255 ink
 * @param {{rows: number, columns: number}} picture
 */
export function inkWords(pixels, {rows, columns}) {
  const cells = Array.from({length: ROWS}, (_, r) => Array.from({length: COLUMNS}, (_, c) =>
    mean(pixels, columns, ...span(r, ROWS, rows), ...span(c, COLUMNS, columns))));
  const most = Math.max(...cells.flat());
  if (!most) return "It is blank.";
  const word = (ink) => (ink >= DARK * most ? "dark" : ink >= GREY * most ? "grey" : "blank");
  return `Its ink in ${ROWS} rows from the top, each from left to right: ${cells.map((row) => row.map(word).join(" ")).join("; ")}.`;
}

/** Where a pen goes: the parts of the picture that its points lie in, each said once while it stays there.
 * @param {ArrayLike<number>} points x₁, y₁, x₂, y₂, …, from 0 to 255, y upwards
 */
export function penWords(points) {
  const third = (value) => Math.min(2, Math.floor((3 * value) / 256));
  const places = Array.from({length: points.length / 2}, (_, i) => `${DOWN[2 - third(points[2 * i + 1])]} ${ACROSS[third(points[2 * i])]}`);
  return `The pen goes from ${places.filter((place, i) => place !== places[i - 1]).join(" to ")}.`;
}

/** The first pixel of part i of so many, and the one after its last. @returns {[number, number]} */
function span(i, parts, length) { return [Math.floor((i * length) / parts), Math.ceil(((i + 1) * length) / parts)]; }

function mean(pixels, columns, top, bottom, left, right) {
  let sum = 0;
  for (let r = top; r < bottom; r++) for (let c = left; c < right; c++) sum += pixels[r * columns + c];
  return sum / ((bottom - top) * (right - left));
}
