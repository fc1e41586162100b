// One learner in the plane: its regions, weights and the last instances.

import {clearOf, shape, Surface, tick, faded, meets} from "./canvas.js";
import {corners, Regions} from "./regions.js";

const TRAIL = 50; // rounds that fade
const RING = 9; // pixels
const BINS = 90; // of the ring
export const BLEND = 120; // ms in which a region that changes hands fades over, when rounds fly by

// Data units from the centre to the rim.
function viewOf(run) {
  if (!run.view) {
    const far = Float64Array.from({length: run.T}, (_, i) => run.point(i + 1).length).sort();
    run.view = 1.1 * (far[Math.floor(0.96 * (far.length - 1))] || 1);
  }
  return run.view;
}

export class Disc {
  constructor(canvas, run, l) {
    this.surface = new Surface(canvas);
    this.run = run;
    this.l = l;
    this.view = viewOf(run);
    this.regions = new Regions(run, l, this.view);
    let longest = 0;
    const W = this.regions.W;
    for (let i = 0; i < W.length; i += run.d) longest = Math.max(longest, Math.hypot(W[i], W[i + 1]));
    this.arrow = longest || 1;
  }

  // Regions with the weights that round t was answered with; `between` (0…1) is how far the step from
  // round t − 1 has gone, `mix` how much of the last picture is replaced. `aside`: digits keep off arrows and x, which
  // would make them jump while rounds go by.
  draw(t, {eye, theme, between = 1, mix = 1, aside = false}) {
    const {surface} = this, resized = surface.fit();
    if (!surface.width) return;
    const style = `${eye} ${theme.background}`;
    if (resized || style !== this.style) this.prepare(eye, theme, style);
    const {cx, cy, R} = this, before = Math.max(0, t - 1), W = this.weights(before, between);
    this.shown = this.regions.of(W, 0);
    this.fill(this.shown, theme, mix);
    const context = surface.begin();
    surface.copy(this.painted);
    surface.copy(this.still);
    context.font = `600 ${Math.round(Math.max(13 * (theme.scale || 1), R / 6))}px ${theme.font}`;
    this.outline(context, theme);
    this.trail(context, t, eye, theme);
    this.arrows(context, W, theme);
    this.labels = [];
    this.digits(context, theme, aside ? this.occupied(t, W) : null);
    if (t > 0) this.current(context, t, eye, theme);
    const ring = this.regions.proposals(before);
    this.proposed = ring;
    if (ring) this.proposalRing(context, ring, theme);
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.beginPath();
    if (this.run.plane === "sectors") context.arc(cx, cy, R, 0, 2 * Math.PI);
    else context.rect(cx - R, cy - R, 2 * R, 2 * R);
    context.stroke();
  }

  prepare(eye, theme, style) {
    const {surface, run} = this;
    this.style = style;
    this.cx = surface.width / 2;
    this.cy = surface.height / 2;
    this.R = Math.max(10, Math.min(surface.width, surface.height) / 2 - RING - 5);
    this.painted = surface.layer(() => {});
    this.fresh = true;
    const kept = (run.backgrounds ??= new Map()), size = `${style} ${surface.canvas.width} ${surface.canvas.height}`;
    if (kept.size > 4) kept.clear(); // while a window is being resized
    if (!kept.has(size)) kept.set(size, surface.layer((context) => this.background(context, eye, theme)));
    this.still = kept.get(size); // the same for every learner
  }

  place(x, y) { return [this.cx + (x / this.view) * this.R, this.cy - (y / this.view) * this.R]; }

  ink(k, theme) { return this.run.classes[k][theme.dark ? "ink_dark" : "ink_light"]; }

  weights(t, between) {
    const {W, size} = this.regions;
    if (between >= 1 || t < 1) return W.subarray(t * size, (t + 1) * size);
    return W.subarray(t * size, (t + 1) * size).map((w, i) => w * between + W[(t - 1) * size + i] * (1 - between));
  }

  // The cloud of all instances and, for God's eye, the true class by direction.
  background(context, eye, theme) {
    const {run, cx, cy, R} = this, god = eye === "god";
    const every = Math.max(1, Math.ceil(run.T / 1500));
    for (let t = 1; t <= run.T; t += every) {
      const {x, y} = run.point(t), [px, py] = this.place(x, y);
      if (Math.hypot(px - cx, py - cy) > R - 2) continue;
      context.fillStyle = faded(god ? this.ink(run.truth(t), theme) : "#808080", god ? 0.35 : 0.25);
      context.fillRect(px - 0.75, py - 0.75, 1.5, 1.5);
    }
    if (run.plane !== "sectors") return;
    const counts = Array.from({length: BINS}, () => new Int32Array(run.K));
    for (let t = 1; t <= run.T; t++) {
      const bin = Math.floor(((run.point(t).angle / (2 * Math.PI) + 1) % 1) * BINS) % BINS;
      counts[bin][run.truth(t)]++;
    }
    const top = Math.max(...counts.map((bin) => bin.reduce((sum, n) => sum + n, 0)));
    counts.forEach((bin, i) => {
      const total = bin.reduce((sum, n) => sum + n, 0), k = bin.indexOf(Math.max(...bin));
      if (!total) return;
      context.strokeStyle = god ? this.ink(k, theme) : "#808080";
      const thick = Math.max(1.5, RING * Math.sqrt(total / top));
      context.lineWidth = thick;
      context.beginPath();
      context.arc(cx, cy, R + 1 + thick / 2, (-2 * Math.PI * (i + 1)) / BINS, (-2 * Math.PI * (i + 0.08)) / BINS);
      context.stroke();
    });
  }

  // Regions are painted over the last picture, so that at high speed they fade over instead of flashing.
  fill(regions, theme, mix) {
    const {surface} = this, context = this.painted.getContext("2d");
    context.save();
    if (mix >= 1) context.clearRect(0, 0, this.painted.width, this.painted.height); // nothing is left of how one got here
    context.setTransform(surface.ratio, 0, 0, surface.ratio, 0, 0);
    context.globalAlpha = this.fresh ? 1 : mix;
    this.fresh = false;
    for (const region of regions) {
      context.fillStyle = this.run.classes[region.k][theme.dark ? "dark" : "light"];
      this.path(context, region);
      context.fill();
    }
    context.restore();
  }

  path(context, region) {
    const {cx, cy, R} = this;
    context.beginPath();
    if (region.points) {
      for (const [x, y] of region.points) context.lineTo(...this.place(x, y));
      context.closePath();
    } else {
      if (region.width < 2 * Math.PI - 1e-9) context.moveTo(cx, cy);
      context.arc(cx, cy, R, -region.from, -region.from - region.width, true);
      context.closePath();
    }
  }

  outline(context, theme) {
    context.strokeStyle = faded(theme.dark ? "#ffffff" : "#000000", 0.55);
    context.lineWidth = 1;
    for (const region of this.shown) {
      if (region.width >= 2 * Math.PI - 1e-9) continue;
      this.path(context, region);
      context.stroke();
    }
  }

  trail(context, t, eye, theme) {
    const {run, l, cx, cy, R} = this;
    context.lineWidth = 1.6;
    for (let s = Math.max(1, t - TRAIL); s < t; s++) {
      const {x, y} = run.point(s);
      let [px, py] = this.place(x, y);
      const far = Math.hypot(px - cx, py - cy);
      if (far > R - 4 && run.plane === "sectors") [px, py] = [cx + ((px - cx) * (R - 4)) / far, cy + ((py - cy) * (R - 4)) / far];
      context.strokeStyle = faded(theme.dark ? "#ffffff" : "#000000", 0.75 * (1 - (t - s) / (TRAIL + 1)));
      tick(context, px, py, 3.2, run.hit(l, s));
    }
  }

  tip(W, k) {
    const {run, cx, cy, R} = this, scale = (0.8 * R) / this.arrow;
    return [cx + W[run.d * k] * scale, cy - W[run.d * k + 1] * scale];
  }

  arrows(context, W, theme) {
    const {run, cx, cy} = this, tip = (k) => this.tip(W, k);
    if (run.plane === "sectors") {
      const hull = corners(W, 0, run.K);
      context.setLineDash([4, 4]);
      context.strokeStyle = faded(theme.dark ? "#ffffff" : "#000000", 0.45);
      context.beginPath();
      hull.forEach(({k}) => context.lineTo(...tip(k)));
      context.closePath();
      context.stroke();
      context.setLineDash([]);
    }
    for (let k = 0; k < run.K; k++) {
      const [x, y] = tip(k);
      context.strokeStyle = context.fillStyle = this.ink(k, theme);
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(cx, cy);
      context.lineTo(x, y);
      context.stroke();
      shape(context, run.classes[k].shape, x, y, 4);
      context.fill();
    }
  }

  // The class on its region, moved inwards if it would touch another; a sliver has none.
  digits(context, theme, occupied) {
    const {run, cx, cy} = this;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const height = parseInt(context.font.split(" ")[1]) || 14;
    const regions = [...this.shown].sort((a, b) => (b.width || 1) - (a.width || 1));
    for (const region of regions) {
      const text = run.names[region.k], width = context.measureText(text).width;
      const box = ([x, y]) => ({text, x: x - width / 2 - 1, y: y - height / 2, width: width + 2, height});
      const places = this.places(region, width, occupied).filter((place) => !this.labels.some((other) => meets(box(place), other)));
      const place = (occupied && places.find((place) => clearOf(place, [cx, cy], occupied, 0.6 * height))) || places[0];
      if (!place) continue;
      this.labels.push(box(place));
      context.fillStyle = theme.text;
      context.fillText(text, place[0], place[1] + 1);
    }
  }

  // Where a class can be named, the best place first.
  places(region, width, many) {
    const {cx, cy, R} = this, whole = region.width >= 2 * Math.PI - 1e-9;
    if (region.points) {
      const n = region.points.length, [sx, sy] = region.points.reduce(([a, b], [p, q]) => [a + p / n, b + q / n], [0, 0]);
      const corners = many ? [0.3, 0.5].flatMap((share) => region.points.map(([x, y]) => [sx + share * (x - sx), sy + share * (y - sy)])) : [];
      return [[sx, sy], ...corners].map(([x, y]) => this.place(x, y));
    }
    const found = [];
    for (const share of many && !whole ? [0.5, 0.3, 0.7] : [0.5]) for (const far of [0.8, 0.6, 0.42]) {
      const angle = whole ? Math.PI / 2 : region.from + share * region.width;
      if (2 * Math.min(share, 1 - share) * region.width * far * R >= width + 4) found.push([cx + far * R * Math.cos(angle), cy - far * R * Math.sin(angle)]);
    }
    return found;
  }

  // The ends of everything that starts at the centre, and x.
  occupied(t, W) {
    const ends = Array.from({length: this.run.K}, (_, k) => this.tip(W, k));
    if (!t) return ends;
    const {x, y, angle} = this.run.point(t), rim = [this.cx + this.R * Math.cos(angle), this.cy - this.R * Math.sin(angle)];
    const [px, py] = this.place(x, y), around = [-10, 0, 10].flatMap((dx) => [-10, 0, 10].map((dy) => [px + dx, py + dy]));
    return this.run.plane === "sectors" ? [...ends, rim, ...around] : [...ends, ...around];
  }

  // Where the instance of round t falls: a ray to the rim, where a row of norm 1 lies.
  current(context, t, eye, theme) {
    const {run, l, cx, cy, R} = this, {x, y, angle} = run.point(t);
    let [px, py] = this.place(x, y);
    context.strokeStyle = theme.text;
    if (run.plane === "sectors") {
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(cx, cy);
      context.lineTo(cx + R * Math.cos(angle), cy - R * Math.sin(angle));
      context.stroke();
      if (Math.hypot(px - cx, py - cy) > R - 9) [px, py] = [cx + (R - 9) * Math.cos(angle), cy - (R - 9) * Math.sin(angle)];
    }
    const god = eye === "god";
    context.fillStyle = god ? this.ink(run.truth(t), theme) : "#909090";
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
    } else tick(context, px, py, 9, false);
  }

  // Outside the rim: what is proposed in each direction, where that differs from the prediction.
  proposalRing(context, ring, theme) {
    const {cx, cy, R} = this;
    for (const {k, from, width} of ring) {
      context.strokeStyle = this.ink(k, theme);
      context.lineWidth = 5;
      context.beginPath();
      context.arc(cx, cy, R - 4, -from, -from - width, true);
      context.stroke();
    }
    context.strokeStyle = theme.background;
    context.lineWidth = 2;
    for (const {from} of ring.length > 1 ? ring : []) {
      context.beginPath();
      context.moveTo(cx + (R - 8) * Math.cos(from), cy - (R - 8) * Math.sin(from));
      context.lineTo(cx + R * Math.cos(from), cy - R * Math.sin(from));
      context.stroke();
    }
  }

  get alive() { return this.shown ? this.shown.length : 0; }

  state() {
    return {
      regions: this.shown?.map(({k, from, width, points}) => ({k, from, width, points})),
      proposed: this.proposed,
      labels: this.labels,
    };
  }
}


