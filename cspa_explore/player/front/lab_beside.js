// The same sweep of the learner without averaging: thin curves behind those of the averaged learner.

import {curve} from "./axes.js";
import {dashes} from "./marks.js";

/** Draw one thin curve per σ, in its colour.
 * @param {import("./types").LabBeside} beside
 * @param {import("./types").Series[]} series the averaged learner's curves
 * @param {{x: (value: number) => number, y: (value: number) => number}} scales
 */
export function drawBeside(context, beside, series, scales) {
  const {x, y} = scales;
  context.lineWidth = 1.2;
  beside.means.forEach((means, i) => {
    const places = means.flatMap((mean, j) => (mean === null ? [] : [[x(series[i].x[j]), y(mean)]]));
    context.strokeStyle = series[i].colour; // not faded: a thin line needs all of its contrast
    context.setLineDash(dashes(series[i].dash));
    curve(context, places);
  });
  context.setLineDash([]);
}

/** Return what the thin curves are. @param {import("./types").LabBeside | null} beside */
export function besideHint(beside) { return beside ? `thin lines: ${beside.label}` : ""; }
