// Where a class is named on a disc: inside its region, clear of other names and of what is drawn there. A note in the
// corner names the round of the regions, if it is not the one on the screen.

import {ink} from "./canvas.js";
import {clearOf, clipped, meets} from "./labels.js";
import {whole} from "./numbers.js";
import {isWhole} from "./plane.js";

const HALO = 5; // pixels around a name
const FIRST = 50; // rounds whose predictions tell a learner that guesses from one that takes the lowest of tied classes
const SHARE = 0.7; // of a disc's width that a note may take

// Place the names of the regions of a learner's disc, the widest first; one that is too thin stays without a name. Where
// `occupied` is given, names avoid the lines from the centre to those ends. Returns {text, at, x, y, width, height}.
export function placeNames(context, disc, occupied) {
  const {run, cx, cy, shown} = disc, labels = [], height = fontSize(context);
  for (const region of [...shown].sort((a, b) => (b.width || 1) - (a.width || 1))) {
    const text = run.names[region.k], width = context.measureText(text).width;
    const box = ([x, y]) => ({text, at: [x, y], x: x - width / 2 - 1, y: y - height / 2, width: width + 2, height});
    const places = placesIn(disc, region, width, occupied !== null).filter((at) => !labels.some((other) => meets(box(at), other)));
    const clear = occupied && places.find((at) => clearOf(at, [cx, cy], occupied, 0.6 * height)), place = clear || places[0];
    if (place) labels.push(box(place));
  }
  return labels;
}

/**
 * What is written in the middle of a disc while all weights are 0: every class has the same score, and the tie decides.
 * @param {import("./learner_disc").LearnerDisc} disc
 */
export function tiedNames(context, disc, t) {
  const {run, l, cx, cy, R} = disc, {k} = disc.shown[0], height = fontSize(context);
  const rounds = Array.from({length: Math.max(1, Math.min(t, FIRST))}, (_, i) => i + 1);
  const predicts = !run.knowsProposals || rounds.every((s) => run.prediction(l, s) === k); // Uniform guess does not
  const lines = predicts ? ["all tied:", `predicts ${run.names[k]}`] : ["all tied"];
  return lines.map((line, i) => {
    const text = clipped(context, line, 1.8 * R), {width} = context.measureText(text), y = cy + 1.2 * height * (i - (lines.length - 1) / 2);
    return {text, at: [cx, y], x: cx - width / 2 - 1, y: y - height / 2, width: width + 2, height};
  });
}

// Write the names with a halo, so that they can be read on whatever lies beneath.
export function writeNames(context, labels, theme) {
  Object.assign(context, {
    textAlign: "center", textBaseline: "middle", lineJoin: "round", lineWidth: HALO, strokeStyle: theme.background, fillStyle: theme.text,
  });
  for (const {text, at: [x, y]} of labels) {
    context.strokeText(text, x, y + 1);
    context.fillText(text, x, y + 1);
  }
}

/** Name the round of the regions, and what is being done to show those of this round; on a small disc in fewer words.
 * @param {string | false} doing
 */
export function noteRound(context, {width, height}, theme, t, doing) {
  const long = `regions of round ${whole(t)}${doing ? `, ${doing}…` : ""}`, short = `round ${whole(t)}${doing ? "…" : ""}`;
  Object.assign(context, {font: `12px ${theme.font}`, textAlign: "right", textBaseline: "bottom"});
  const text = context.measureText(long).width < SHARE * width ? long : short, wide = context.measureText(text).width;
  context.fillStyle = theme.background;
  context.fillRect(width - wide - 6, height - 17, wide + 6, 17);
  Object.assign(context, {strokeStyle: ink(theme, 0.3), lineWidth: 1});
  context.strokeRect(width - wide - 6.5, height - 17.5, wide + 6, 17);
  context.fillStyle = theme.text;
  context.fillText(text, width - 3, height - 2);
}

// The name's box in the middle of its square or, where the mark of the round (r: half its side) lies there, as far off as
// the square allows: up to `off` pixels.
export function besideMark(box, [x, y], off, mark, r) {
  const places = [[0, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]].map(([a, b]) => box([x + a * off, y + b * off]));
  return places.find((place) => !mark || clearOfNames([place], mark[0], mark[1], r)) ?? places[0];
}

// Whether nothing of radius r around the point touches a name.
export function clearOfNames(labels, x, y, r) {
  return !labels.some((label) => meets(label, {x: x - r, y: y - r, width: 2 * r, height: 2 * r}));
}

function fontSize(context) { return parseInt(context.font.split(" ")[1]) || 14; }

// Places inside the region, the best first; `many` asks for alternatives.
function placesIn(disc, region, width, many) {
  if (region.points) {
    const [sx, sy] = middleOf(region.points), shares = many ? [0.3, 0.5] : [];
    const others = shares.flatMap((share) => region.points.map(([x, y]) => [sx + share * (x - sx), sy + share * (y - sy)]));
    return [[sx, sy], ...others].map(([x, y]) => disc.place(x, y));
  }
  const all = isWhole(region), found = [];
  for (const share of many && !all ? [0.5, 0.3, 0.7] : [0.5]) for (const far of [0.8, 0.6, 0.42]) {
    const angle = all ? Math.PI / 2 : region.from + share * region.width;
    if (2 * Math.min(share, 1 - share) * region.width * far * disc.R >= width + 4) found.push(disc.towards(angle, far));
  }
  return found;
}

export function middleOf(points) {
  const n = points.length;
  return points.reduce(([a, b], [x, y]) => [a + x / n, b + y / n], [0, 0]);
}
