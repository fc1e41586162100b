// One learner in the plane, in one round of the Arena: its regions, weights and the last instances.

import {ink, line} from "./canvas.js";
import {cloud, truthRing} from "./disc_background.js";
import {badgeAtX, veil} from "./disc_beat.js";
import {clearOfNames, noteRound, placeNames, tiedNames, writeNames} from "./disc_labels.js";
import {outcome, shape} from "./marks.js";
import {MetPoints} from "./met_points.js";
import {inkOf, isWhole, Plane, tintOf} from "./plane.js";
import {Regions} from "./regions.js";

const TRAIL = 50; // rounds that fade
const RING = 9; // pixels, at most: the true classes by direction
const BELIEF = 0.5; // opacity of the regions for the learner's eye: its map is a belief
export const BLEND = 120; // ms in which a region fades over to its next class, at high speed

export class LearnerDisc extends Plane {
  /** @type {import("./types").Region[]} */
  shown = [];
  /** @type {import("./types").Region[] | null} */
  proposed = null;
  style = "";
  unit = 1; // of the marks
  ring = RING;
  fresh = true; // nothing is painted yet
  drawnRound = 0; // the round that was answered with the drawn weights

  /** @type {import("./payload").Run} */
  run;
  /** @type {Regions} */
  regions;
  /** @type {MetPoints} */
  met;
  longest = 1;

  /** @param {import("./payload").Run} run */
  constructor(canvas, run, l) {
    super(canvas);
    this.l = l;
    this.take(run);
  }

  // Draw this run from now on.
  take(run) {
    if (this.run?.backgrounds !== run.backgrounds) this.style = "";
    this.run = run;
    this.view = run.viewRadius();
    this.regions = new Regions(run, this.l, this.view);
    this.met = new MetPoints(run, this.l);
    this.longest = run.longest(this.l); // weight of the run
  }

  // Draw the weights that round t was answered with. `between` (0…1): how far the step from round t − 1 has gone; `mix`:
  // how much of the last picture is replaced; `aside`: names of classes avoid arrows and x, which in an animation would
  // make them jump; `beats`: what slow motion shows of each learner.
  draw(t, {eye, theme, between = 1, mix = 1, aside = false, waiting = false, beats = /** @type {import("./types").BeatView[] | null} */ (
    null)}) {
    const {surface, run} = this, resized = surface.fit(), god = eye === "god";
    if (!surface.width) return;
    const style = `${eye} ${theme.background} ${run.part(t)}`;
    if (resized || style !== this.style) this.prepare(eye, theme, style, t);
    const before = Math.max(0, t - 1), beat = beats?.[this.l] ?? null;
    const W = beat?.share ? this.weights(t, beat.share) : this.weights(before, beat ? 1 : between);
    this.shown = this.regions.of(W, 0);
    this.tint(theme, mix);
    const tied = W.every((w) => w === 0), size = tied ? this.R / 9 : this.R / 6; // of names
    const context = surface.begin(), names = `700 ${Math.round(Math.max(15 * (theme.scale || 1), size))}px ${theme.font}`;
    surface.copy(this.painted, god ? 1 : BELIEF);
    this.outline(context, theme);
    surface.copy(this.still);
    if (beat) veil(context, this, beat, theme);
    context.font = names;
    this.labels = tied ? tiedNames(context, this, t) : placeNames(context, this, aside ? this.occupied(t, W) : null);
    const clear = (x, y, r) => clearOfNames(this.labels, x, y, r);
    if (god) beat || this.trail(context, t, theme, clear);
    else if (run.knowsProposals) this.met.draw(context, this, t, theme, clear);
    if (!tied) this.arrows(context, W, theme); // they would lie on each other
    if (t > 0) this.current(context, t, god, theme, beat);
    context.font = names;
    writeNames(context, this.labels, theme);
    if (beat) badgeAtX(context, this, beat, t, theme);
    this.proposed = this.regions.proposals(before);
    if (this.proposed) this.proposalRing(context, this.proposed, theme);
    this.rim(context, theme, run.plane);
    this.drawnRound = run.holds(before, this.l) ? t : run.row(before, this.l) + 1;
    if (this.drawnRound !== t) noteRound(context, surface, theme, this.drawnRound, waiting && "loading");
  }

  prepare(eye, theme, style, t) {
    const {surface, run} = this;
    this.style = style;
    this.ring = Math.min(RING, surface.width / 26);
    this.centre(this.ring + 3, 10);
    this.unit = Math.min(1.5, Math.max(0.8, this.R / 135)); // marks grow with the disc
    this.painted = surface.layer(() => {});
    this.fresh = true;
    const size = `${style} ${surface.canvas.width} ${surface.canvas.height}`, kept = run.backgrounds;
    if (kept.size > 4) kept.clear(); // while a window is being resized
    if (!kept.has(size)) kept.set(size, surface.layer((context) => eye === "god" && this.background(context, theme, t)));
    this.still = kept.get(size); // shared by all learners
  }

  // All instances and the true classes by direction, before or after the drift: what no learner sees.
  background(context, theme, t) {
    const colour = (k) => inkOf(this.run.classes, k, theme), part = this.run.part(t);
    cloud(context, this, colour, 0.45, part);
    if (this.run.plane === "sectors") truthRing(context, this, colour, this.ring, part);
  }

  weights(t, between) {
    const {run, l, regions: {W, size}} = this, start = run.row(t, l) * size;
    if (between >= 1 || t < 1 || !run.holds(t, l) || !run.holds(t - 1, l)) return W.subarray(start, start + size);
    return W.subarray(t * size, (t + 1) * size).map((w, i) => w * between + W[(t - 1) * size + i] * (1 - between));
  }

  // Tints are painted over the last picture, so that at high speed they fade over instead of flashing.
  tint(theme, mix) {
    const {surface, run} = this, context = this.painted.getContext("2d");
    context.save();
    if (mix >= 1) context.clearRect(0, 0, this.painted.width, this.painted.height); // no trace of earlier rounds
    context.setTransform(surface.ratio, 0, 0, surface.ratio, 0, 0);
    context.globalAlpha = this.fresh ? 1 : mix;
    this.fresh = false;
    for (const region of this.shown) {
      context.fillStyle = tintOf(run.classes, region.k, theme);
      this.path(context, region);
      context.fill();
    }
    context.restore();
  }

  outline(context, theme) {
    context.strokeStyle = theme.background;
    context.lineWidth = 2.5;
    for (const region of this.shown) {
      if (isWhole(region)) continue;
      this.path(context, region);
      context.stroke();
    }
  }

  /** The pixel of the instance of round s; if regions are sectors, at least `margin` pixels inside the rim.
   * @returns {[number, number]}
   */
  inside(s, margin) {
    const {run, cx, cy, R} = this, {x, y} = run.point(s), [px, py] = this.place(x, y), far = Math.hypot(px - cx, py - cy);
    if (run.plane !== "sectors" || far <= R - margin) return [px, py];
    return [cx + ((px - cx) * (R - margin)) / far, cy + ((py - cy) * (R - margin)) / far];
  }

  trail(context, t, theme, clear) {
    const {run, l} = this;
    context.lineWidth = 1.6 * this.unit;
    for (let s = Math.max(1, t - TRAIL); s < t; s++) {
      const [x, y] = this.inside(s, 4);
      if (!clear(x, y, 4)) continue;
      context.strokeStyle = ink(theme, 0.8 * (1 - (t - s) / (TRAIL + 1)));
      outcome(context, x, y, 3.6 * this.unit, run.hit(l, s));
    }
  }

  arrows(context, W, theme) {
    const {run} = this, scale = (0.8 * this.R) / this.longest;
    for (let k = 0; k < run.K; k++) {
      const look = {colour: inkOf(run.classes, k, theme), name: run.classes[k].shape, halo: theme.background};
      this.arrow(context, this.tip(W, k, run.d, scale), {...look, width: 3 * this.unit, size: 5 * this.unit});
    }
  }

  // The ends of everything that starts at the centre, and the surroundings of x.
  occupied(t, W) {
    const {run} = this, scale = (0.8 * this.R) / this.longest;
    const ends = Array.from({length: run.K}, (_, k) => this.tip(W, k, run.d, scale));
    if (!t) return ends;
    const [px, py] = this.inside(t, 9);
    return [...ends, ...[-10, 0, 10].flatMap((dx) => [-10, 0, 10].map((dy) => [px + dx, py + dy]))];
  }

  // x of round t and, if regions are sectors, a tick at the rim, where inputs of length 1 lie.
  current(context, t, god, theme, beat) {
    const {run, l, cx, cy, R} = this, {angle} = run.point(t), [px, py] = this.inside(t, 9);
    if (run.plane === "sectors") {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (const [colour, width] of [[theme.background, 6], [theme.text, 3]]) {
        Object.assign(context, {strokeStyle: colour, lineWidth: width});
        line(context, cx + (R - 3) * c, cy - (R - 3) * s, cx + (R + this.ring + 2) * c, cy - (R + this.ring + 2) * s);
      }
    }
    context.fillStyle = god ? inkOf(run.classes, run.truth(t), theme) : "#909090";
    shape(context, god ? run.classes[run.truth(t)].shape : "circle", px, py, 6.5 * this.unit);
    Object.assign(context, {lineWidth: 4, strokeStyle: theme.background});
    context.stroke();
    context.fill();
    if (beat && !beat.answer) return; // not known yet
    for (const [colour, width] of [[theme.background, 5], [theme.text, 2.5]]) {
      Object.assign(context, {strokeStyle: colour, lineWidth: width});
      if (god ? run.hit(l, t) : run.told(l, t)) {
        context.beginPath();
        context.arc(px, py, 10.5 * this.unit, 0, 2 * Math.PI);
        context.stroke();
      } else outcome(context, px, py, 9 * this.unit, false);
    }
  }

  // Inside the rim: the proposal by direction, where it differs from the prediction.
  proposalRing(context, ring, theme) {
    const {cx, cy, R} = this;
    for (const {k, from, width} of ring) {
      context.strokeStyle = inkOf(this.run.classes, k, theme);
      context.lineWidth = 5;
      context.beginPath();
      context.arc(cx, cy, R - 4, -from, -from - width, true);
      context.stroke();
    }
    context.strokeStyle = theme.background;
    context.lineWidth = 2;
    for (const {from} of ring.length > 1 ? ring : []) {
      line(context, cx + (R - 8) * Math.cos(from), cy - (R - 8) * Math.sin(from), cx + R * Math.cos(from), cy - R * Math.sin(from));
    }
  }

  state() {
    return {
      regions: this.shown?.map(({k, from, width, points}) => ({k, from, width, points})),
      proposed: this.proposed, labels: this.labels, across: 2 * this.R, drawnRound: this.drawnRound,
    };
  }
}
