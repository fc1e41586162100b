// The learning curve of the selected run, small: its ratio so far against the round, on the film's axis.

import {pixels} from "./axes.js";
import {ink, line, Surface} from "./canvas.js";
import {roundOf, wayOf} from "./lab_film.js";
import {percent, whole} from "./numbers.js";

export class LabPreview {
  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /**
   * @param {import("./types").LabPicture} data
   * @param {{i: number, j: number}} selected
   * @param {number} place of the film that the curves show
   */
  draw({film, curves, map}, {i, j}, place, theme) {
    const {surface} = this;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), where = `${map.rows[i]}, ${map.columns[j]}`;
    if (!film) {
      surface.canvas.setAttribute("aria-label", `Learning curve of ${where}: not yet complete`);
      return;
    }
    const way = wayOf(film, i, j), {x: axis} = film, [first, last] = [film.rounds[0], film.rounds[film.rounds.length - 1]];
    const box = {left: 4, right: surface.width - 44, top: 6, bottom: surface.height - 16};
    const x = pixels(axis, box.left, box.right), y = (share) => box.bottom - share * (box.bottom - box.top);
    Object.assign(context, {font: `12px ${theme.font}`, strokeStyle: ink(theme, 0.2), lineWidth: 1});
    for (const share of [0, 0.5, 1]) line(context, box.left, y(share), box.right, y(share));
    Object.assign(context, {strokeStyle: curves.series[i].colour, lineWidth: 2.2});
    context.beginPath();
    for (const [round, mean] of way) context.lineTo(x(round), y(mean));
    context.stroke();
    const now = roundOf(film, place), m = film.rounds.indexOf(now), end = film.mean[m][i][j];
    context.fillStyle = curves.series[i].colour;
    context.beginPath();
    context.arc(x(now), y(end), 4, 0, 2 * Math.PI);
    context.fill();
    Object.assign(context, {fillStyle: theme.text, textBaseline: "middle", textAlign: "left"});
    context.fillText(`${percent(end)} %`, box.right + 4, Math.max(8, y(end)));
    context.textBaseline = "alphabetic";
    context.fillText(`round ${whole(first)}`, box.left, surface.height - 2);
    context.textAlign = "right";
    context.fillText(whole(last), box.right, surface.height - 2);
    const said = `from ${percent(way[0][1])} % after round ${first} to ${percent(way[way.length - 1][1])} %`;
    surface.canvas.setAttribute("aria-label", `Learning curve of ${where}: ${said}`);
  }
}
