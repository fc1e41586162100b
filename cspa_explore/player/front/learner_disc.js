// One learner in the plane, in one round of the Arena: its regions, weights and the last instances.

import {ink, line} from "./canvas.js";
import {cloud, truthRing} from "./disc_background.js";
import {classNames} from "./disc_labels.js";
import {outcome, shape} from "./marks.js";
import {inkOf, isWhole, Plane, tintOf} from "./plane.js";
import {Regions} from "./regions.js";

const TRAIL = 50; // rounds that fade
const RING = 9; // pixels
export const BLEND = 120; // ms in which a region fades over to its next class, at high speed

export class LearnerDisc extends Plane {
  /** @type {import("./types").Region[]} */
  shown = [];
  /** @type {import("./types").Region[] | null} */
  proposed = null;
  style = "";
  fresh = true; // nothing is painted yet

  /** @param {import("./payload").Run} run */
  constructor(canvas, run, l) {
    super(canvas);
    this.run = run;
    this.l = l;
    this.view = run.viewRadius();
    this.regions = new Regions(run, l, this.view);
    this.longest = 0; // weight of the run
    const {W} = this.regions;
    for (let i = 0; i < W.length; i += run.d) this.longest = Math.max(this.longest, Math.hypot(W[i], W[i + 1]));
    this.longest ||= 1;
  }

  // Draw the weights that round t was answered with. `between` (0…1): how far the step from round t − 1 has gone; `mix`:
  // how much of the last picture is replaced; `aside`: names of classes avoid arrows and x. In an animation that would
  // make them jump.
  draw(t, {eye, theme, between = 1, mix = 1, aside = false}) {
    const {surface, run} = this, resized = surface.fit();
    if (!surface.width) return;
    const style = `${eye} ${theme.background}`;
    if (resized || style !== this.style) this.prepare(eye, theme, style);
    const before = Math.max(0, t - 1), W = this.weights(before, between);
    this.shown = this.regions.of(W, 0);
    this.tint(theme, mix);
    const context = surface.begin();
    surface.copy(this.painted);
    surface.copy(this.still);
    context.font = `600 ${Math.round(Math.max(13 * (theme.scale || 1), this.R / 6))}px ${theme.font}`;
    this.outline(context, theme);
    this.trail(context, t, theme);
    this.arrows(context, W, theme);
    this.labels = classNames(context, this, theme, aside ? this.occupied(t, W) : null);
    if (t > 0) this.current(context, t, eye, theme);
    this.proposed = this.regions.proposals(before);
    if (this.proposed) this.proposalRing(context, this.proposed, theme);
    this.rim(context, theme, run.plane);
  }

  prepare(eye, theme, style) {
    const {surface, run} = this;
    this.style = style;
    this.centre(RING + 5, 10);
    this.painted = surface.layer(() => {});
    this.fresh = true;
    const size = `${style} ${surface.canvas.width} ${surface.canvas.height}`, kept = run.backgrounds;
    if (kept.size > 4) kept.clear(); // while a window is being resized
    if (!kept.has(size)) kept.set(size, surface.layer((context) => this.background(context, eye, theme)));
    this.still = kept.get(size); // shared by all learners
  }

  background(context, eye, theme) {
    const colour = (k) => (eye === "god" ? inkOf(this.run.classes, k, theme) : "#808080");
    cloud(context, this, colour, eye === "god" ? 0.35 : 0.25);
    if (this.run.plane === "sectors") truthRing(context, this, colour, RING);
  }

  weights(t, between) {
    const {W, size} = this.regions;
    if (between >= 1 || t < 1) return W.subarray(t * size, (t + 1) * size);
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
    context.strokeStyle = ink(theme, 0.55);
    context.lineWidth = 1;
    for (const region of this.shown) {
      if (isWhole(region)) continue;
      this.path(context, region);
      context.stroke();
    }
  }

  trail(context, t, theme) {
    const {run, l, cx, cy, R} = this;
    context.lineWidth = 1.6;
    for (let s = Math.max(1, t - TRAIL); s < t; s++) {
      const {x, y} = run.point(s);
      let [px, py] = this.place(x, y);
      const far = Math.hypot(px - cx, py - cy);
      if (far > R - 4 && run.plane === "sectors") [px, py] = [cx + ((px - cx) * (R - 4)) / far, cy + ((py - cy) * (R - 4)) / far];
      context.strokeStyle = ink(theme, 0.75 * (1 - (t - s) / (TRAIL + 1)));
      outcome(context, px, py, 3.2, run.hit(l, s));
    }
  }

  arrows(context, W, theme) {
    const {run} = this, scale = (0.8 * this.R) / this.longest;
    if (run.plane === "sectors") this.hull(context, theme, W, run.K, scale, 0.45);
    for (let k = 0; k < run.K; k++) {
      const look = {colour: inkOf(run.classes, k, theme), name: run.classes[k].shape, width: 2, size: 4};
      this.arrow(context, this.tip(W, k, run.d, scale), look);
    }
  }

  // The ends of everything that starts at the centre, and the surroundings of x.
  occupied(t, W) {
    const {run} = this, scale = (0.8 * this.R) / this.longest;
    const ends = Array.from({length: run.K}, (_, k) => this.tip(W, k, run.d, scale));
    if (!t) return ends;
    const {x, y, angle} = run.point(t), [px, py] = this.place(x, y);
    const around = [-10, 0, 10].flatMap((dx) => [-10, 0, 10].map((dy) => [px + dx, py + dy]));
    return run.plane === "sectors" ? [...ends, this.towards(angle), ...around] : [...ends, ...around];
  }

  // x of round t and, if regions are sectors, the ray to the rim, where rows of norm 1 lie.
  current(context, t, eye, theme) {
    const {run, l, cx, cy, R} = this, {x, y, angle} = run.point(t), god = eye === "god";
    let [px, py] = this.place(x, y);
    context.strokeStyle = theme.text;
    if (run.plane === "sectors") {
      context.lineWidth = 1.5;
      const [rx, ry] = this.towards(angle);
      line(context, cx, cy, rx, ry);
      if (Math.hypot(px - cx, py - cy) > R - 9) [px, py] = [cx + (R - 9) * Math.cos(angle), cy - (R - 9) * Math.sin(angle)];
    }
    context.fillStyle = god ? inkOf(run.classes, run.truth(t), theme) : "#909090";
    context.lineWidth = 2;
    shape(context, god ? run.classes[run.truth(t)].shape : "circle", px, py, 6.5);
    context.fill();
    context.strokeStyle = theme.background;
    context.stroke();
    context.strokeStyle = theme.text;
    context.lineWidth = 2.5;
    if (run.hit(l, t)) {
      context.beginPath();
      context.arc(px, py, 10.5, 0, 2 * Math.PI);
      context.stroke();
    } else outcome(context, px, py, 9, false);
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
      proposed: this.proposed,
      labels: this.labels,
    };
  }
}
