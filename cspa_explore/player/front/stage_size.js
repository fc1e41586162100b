// How large figures and curves are, so that the controls stay in sight: a pure function of the room.

export const GAP = 12; // pixels between two figures
const SMALLEST = 132, LARGEST = 520; // pixels: the width of a drawing
const [FLATTEST, TALLEST] = [120, 330]; // pixels: the height of the curves
const CURVES = 0.28; // of the room: the curves get at least this share
const WORTH = 1.1; // times the side: a further row is worth it
const [CAPTION, LINE] = [28, 18]; // pixels: a figure's name, and a line of its facts
const TIGHT = 195; // pixels up to which a name stands on lines of its own, and the facts are short
const NAMES = 62; // pixels of such a name and the ratio below it
const NARROW = 285; // pixels up to which every fact stands on a line of its own
const LINES = [[NARROW, 2], [TIGHT, 3], [0, 2]]; // lines of facts in a column from so many pixels on
const BESIDE = 0.56; // of the width: what figures may take beside the curves
const [FEWEST, WORTH_BESIDE] = [480, 1.15]; // pixels of the curves with their names, and times the side from which that is better

/**
 * Return the columns of figures, the width of their drawings and the height of the curves (pixels), the lines of facts
 * below a drawing, whether each fact (`narrow`) and the name (`tight`) needs lines of its own, and whether the curves
 * stand beside the figures.
 *
 * `room` is the height for figures and curves together, `shape` a drawing's height over its width, `most` the lines of
 * facts that there are at most, `names` the height that the curves need for their names. On a phone the page scrolls, so
 * only the width counts, and the names stand below the curves.
 * @param {{width: number, room: number, figures: number, shape: number, phone: boolean, scale?: number, most?: number,
 *   names?: number}} place
 */
export function stageSizes({width, room, figures, shape, phone, scale = 1, most = 5, names = 0}) {
  if (phone) {
    const columns = Math.min(figures, 2), side = Math.min(LARGEST, across(width, columns));
    return {columns, side: Math.floor(side), graph: 220 + names, beside: false, ...textOf(across(width, columns), scale, most)};
  }
  const least = Math.max(FLATTEST * scale, CURVES * room, names);
  let best = {columns: 1, side: 0, graph: 0, lines: 2, narrow: false, tight: false, beside: false};
  for (let rows = 1; rows <= figures; rows++) {
    const columns = Math.ceil(figures / rows), text = textOf(across(width, columns), scale, most);
    const around = aroundOf(text, scale);
    const high = ((room - least) / rows - around) / shape;
    const side = Math.floor(Math.max(SMALLEST, Math.min(LARGEST * scale, across(width, columns), high)));
    if (side < WORTH * best.side || side === best.side) continue;
    const left = room - rows * (side * shape + around);
    best = {columns, side, ...text, beside: false, graph: Math.round(Math.min(TALLEST * scale, Math.max(least, left)))};
  }
  const below = {...best, side: Math.min(best.side, Math.floor(across(width, best.columns))), beside: false};
  return figures <= 2 ? wider(below, besideCurves({width, room, figures, shape, scale, most})) : below;
}

// One or two figures beside the curves, which are then as high as the figures.
function besideCurves({width, room, figures, shape, scale, most}) {
  const wide = Math.min(BESIDE * width, width - FEWEST), text = textOf(across(wide, figures), scale, most);
  const around = aroundOf(text, scale), side = Math.floor(Math.min(across(wide, figures), LARGEST * scale, (room - around) / shape));
  return {columns: figures, side, ...text, graph: Math.round(side * shape + around), beside: true};
}

function wider(below, beside) { return beside.side >= WORTH_BESIDE * below.side ? beside : below; }

function aroundOf({tight, lines}, scale) { return ((tight ? NAMES : CAPTION) + LINE * lines) * scale; }

// How much text a column of this width needs.
function textOf(wide, scale, most) {
  const [, lines] = LINES.find(([least]) => wide / scale >= least) ?? [0, 5];
  return {lines: Math.min(lines, most), narrow: wide / scale < NARROW, tight: wide / scale < TIGHT};
}

function across(width, columns) { return (width - (columns - 1) * GAP) / columns; }
