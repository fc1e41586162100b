// The plane of a game: the points met so far with their answers, the point to be named, and at the end the true classes.

import {ink, line} from "./canvas.js";
import {badge, clipped} from "./labels.js";
import {fadingAnswer, outcome, shape} from "./marks.js";
import {MetPoints} from "./met_points.js";
import {inkOf, Plane, tintOf} from "./plane.js";

const MARGIN = 12; // pixels around the disc
const INSIDE = 12; // pixels: points keep this far inside the rim

export class TurnPlane extends Plane {
  /** @type {import("./turn_run").TurnRun} */
  run;
  /** @type {MetPoints | null} */
  met = null;
  unit = 1; // of the marks

  /** Draw round t, for the eyes of player `who`; `flash` (0…1) is the age of the last answer.
   * @param {import("./turn_run").TurnRun} run
   */
  draw(run, {t, who, god, theme, flash = 1, pulse = 1}) {
    const {surface} = this;
    surface.fit();
    if (!surface.width) return;
    if (this.run !== run || this.met?.l !== who) {
      this.run = run;
      this.met = new MetPoints(/** @type {any} */ (run), who, {written: run.T, faded: 0});
    }
    this.view = run.data.view;
    this.centre(MARGIN, 10);
    this.unit = Math.min(1.6, Math.max(0.8, this.R / 135));
    const context = surface.begin();
    this.paper(context, theme);
    if (god) this.truth(context, t, who, theme);
    else {
      this.met?.draw(context, this, run.finished ? t + 1 : t, theme, () => true);
      if (!run.finished) this.question(context, t, theme, pulse);
    }
    if (flash < 1) this.answer(context, run.keys.length, flash, theme);
    this.rim(context, theme, /** @type {any} */ (run.plane));
  }

  paper(context, theme) {
    const {cx, cy, R} = this;
    context.fillStyle = ink(theme, theme.dark ? 0.06 : 0.025);
    context.beginPath();
    if (this.run.plane === "sectors") context.arc(cx, cy, R, 0, 2 * Math.PI);
    else context.rect(cx - R, cy - R, 2 * R, 2 * R);
    context.fill();
    Object.assign(context, {strokeStyle: ink(theme, 0.12), lineWidth: 1});
    line(context, cx - R, cy, cx + R, cy);
    line(context, cx, cy - R, cx, cy + R);
  }

  /** The pixel of the instance of round s, at least `margin` pixels inside the rim.
   * @returns {[number, number]}
   */
  inside(s, margin) {
    const {run, cx, cy, R} = this, {x, y} = run.point(s), [px, py] = this.place(x, y), far = Math.hypot(px - cx, py - cy);
    if (far <= R - margin) return [px, py];
    return [cx + ((px - cx) * (R - margin)) / far, cy + ((py - cy) * (R - margin)) / far];
  }

  // The point to be named.
  question(context, t, theme, pulse) {
    const [x, y] = this.inside(t, INSIDE * this.unit), r = 12 * this.unit * pulse;
    context.fillStyle = theme.text;
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    Object.assign(context, {strokeStyle: theme.background, lineWidth: 5});
    context.stroke();
    context.fill();
    Object.assign(context, {fillStyle: theme.background, textAlign: "center", textBaseline: "middle"});
    context.font = `700 ${Math.round(15 * this.unit)}px ${theme.font}`;
    context.fillText("?", x, y + 1);
  }

  // The answer at its point: it grows and fades.
  answer(context, s, flash, theme) {
    const [x, y] = this.inside(s, INSIDE * this.unit), size = (26 + 22 * flash) * this.unit;
    fadingAnswer(context, {right: this.run.bits[s - 1], x, y, size, age: flash}, theme);
  }

  // God's eye: every point in the colour and the shape that its class has in the Arena, ○ where the player was right, × where it was wrong.
  truth(context, t, who, theme) {
    const {run, unit} = this, {classes} = run.end ?? run, r = 6 * unit;
    for (let s = 1; s <= t; s++) {
      const [x, y] = this.inside(s, INSIDE), k = run.truth(s), right = run.hit(who, s);
      context.fillStyle = right ? inkOf(classes, k, theme) : tintOf(classes, k, theme);
      shape(context, classes[k].shape, x, y, r);
      context.fill();
      Object.assign(context, {strokeStyle: right ? theme.background : inkOf(classes, k, theme), lineWidth: right ? 1 : 1.6});
      context.stroke();
      Object.assign(context, {strokeStyle: theme.text, lineWidth: (right ? 1.6 : 2) * unit});
      outcome(context, x, y, right ? 13 * unit : 3 * unit, right);
    }
    this.names(context, t, theme);
  }

  // The data set's name of each class in the middle of its points, or beside it, where it covers none.
  names(context, t, theme) {
    const {run} = this, size = Math.round(Math.max(18, this.R / 6.5)), rounds = Array.from({length: t}, (_, i) => i + 1);
    const points = rounds.map((s) => this.inside(s, INSIDE));
    Object.assign(context, {textAlign: "center", textBaseline: "middle"});
    context.font = `700 ${size}px ${theme.font}`;
    (run.end ?? run).names.forEach((name, k) => {
      const mine = points.filter((_, i) => run.truth(i + 1) === k);
      if (!mine.length) return;
      const mean = (i) => mine.reduce((sum, place) => sum + place[i], 0) / mine.length;
      const [x, y] = clearPlace([mean(0), mean(1)], points, size);
      badge(context, clipped(context, name, this.R), x, y, theme, size);
    });
  }
}

/** The place nearest to the middle that is `far` from all points; if there is none, the one farthest from them.
 * @param {[number, number]} middle
 * @param {[number, number][]} points
 * @returns {[number, number]}
 */
export function clearPlace([x, y], points, far) {
  const turns = Array.from({length: 12}, (_, i) => (Math.PI * i) / 6);
  const places = [0.7, 1.2, 1.7].flatMap((r) => turns.map((a) => [x + r * far * Math.cos(a), y + r * far * Math.sin(a)]));
  const room = ([px, py]) => Math.min(...points.map(([a, b]) => Math.hypot(px - a, py - b)));
  /** @type {any[]} */
  const all = [[x, y], ...places];
  return all.find((place) => room(place) >= far) ?? all.reduce((best, place) => (room(place) > room(best) ? place : best));
}
