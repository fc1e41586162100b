// One set of weights in the plane, in the Microscope: before, after, or another learner's. It has no history.

import {ink, line} from "./canvas.js";
import {proposalBadge} from "./disc_beat.js";
import {middleOf} from "./disc_labels.js";
import {badge, clearOf} from "./labels.js";
import {shape} from "./marks.js";
import {inkOf, isWhole, Plane, tintOf} from "./plane.js";
import {corners, polygons, sectors} from "./regions.js";

const DIM = 0.3; // opacity of what a beat does not speak of

export class WeightsDisc extends Plane {
  /** @type {import("./types").Region[]} */
  regions = [];
  /** @type {[number, number][]} */
  tips = [];
  /** @type {[number, number] | null} */
  handle = null; // where x can be taken hold of

  /**
   * Draw the weights W (K·d numbers). `from`: the weights before, drawn faintly with the way that each tip went; `share`:
   * how far the tips have gone; `reach`: the longest weight that must fit; `view`: data units from the centre to the rim;
   * `beat`: what slow motion shows; `learning`: the weights that learn, dashed, where W is their average.
   * @param {import("./types").Scene} scene
   * @param {{theme: any, from?: any, share?: number, reach: number, view: number, small?: boolean,
   *   beat?: import("./types").BeatView | null, learning?: number[] | null}} how
   */
  draw(scene, W, how) {
    const {theme, from = null, share = 1, reach, view, small = false, beat = null, learning = null} = how;
    const {surface} = this, {K, names} = scene.look;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), scale = () => (0.82 * this.R) / reach;
    this.centre(small ? 2 : 14, 8);
    this.view = view;
    const now = from && share < 1 ? W.map((w, i) => from[i] + share * (w - from[i])) : W;
    this.regions = scene.plane === "sectors" ? sectors(now, 0, K) : polygons(now, 0, K, view);
    this.tint(context, scene, theme, beat);
    if (from && !small && share > 0) this.changed(context, scene, from, theme);
    context.globalAlpha = beat?.dimmed ? DIM : 1;
    if (scene.plane === "sectors" && !small) this.hull(context, theme, now, K, scale());
    if (learning) this.dashed(context, scene, learning, scale(), theme);
    this.arrows(context, scene, {now, from: small || !share ? null : from, small, scale: scale(), theme});
    context.globalAlpha = 1;
    this.labels = [];
    context.font = `600 ${small ? 12 : 17}px ${theme.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = theme.text;
    this.handle = scene.point && this.handleOf(scene.point, scene.plane);
    for (const region of this.regions) this.name(context, region, names, theme);
    if (this.handle) this.instance(context, this.handle, {plane: scene.plane, theme, small});
    this.rim(context, theme, scene.plane);
    const {handle} = this;
    if (handle && beat) proposalBadge(context, surface, beat, names, (wide) => this.besideX(handle, wide), {theme, size: 18});
  }

  tint(context, scene, theme, beat) {
    for (const region of this.regions) {
      const lit = beat?.dimmed && region.k === beat.region;
      context.globalAlpha = beat?.dimmed && !lit ? DIM : 1;
      context.fillStyle = tintOf(scene.classes, region.k, theme);
      this.path(context, region);
      context.fill();
      context.strokeStyle = ink(theme, lit ? 0.9 : 0.5);
      context.lineWidth = lit ? 3 : 1;
      if (!isWhole(region)) context.stroke();
    }
    context.globalAlpha = 1;
  }

  arrows(context, scene, {now, from, small, scale, theme}) {
    const d = scene.bias ? 3 : 2;
    this.tips = [];
    for (let k = 0; k < scene.look.K; k++) {
      const tip = this.tip(now, k, d, scale), colour = inkOf(scene.classes, k, theme), {shape: name} = scene.classes[k];
      this.tips.push(tip);
      if (from) this.way(context, this.tip(from, k, d, scale), tip, {colour, name, theme});
      this.arrow(context, tip, {colour, name, width: small ? 1.5 : 2.2, size: small ? 2.5 : 5});
    }
  }

  // The weights that learn: thin dashed lines with an open shape at the tip.
  dashed(context, scene, W, scale, theme) {
    const d = scene.bias ? 3 : 2;
    for (let k = 0; k < scene.look.K; k++) {
      const [x, y] = this.tip(W, k, d, scale);
      context.strokeStyle = inkOf(scene.classes, k, theme);
      context.lineWidth = 1.4;
      context.setLineDash([3, 4]);
      line(context, this.cx, this.cy, x, y);
      context.setLineDash([]);
      shape(context, scene.classes[k].shape, x, y, 4);
      context.stroke();
    }
  }

  // The hull of the weights' tips, dashed: a class has a sector if its tip is a corner of the hull.
  hull(context, theme, W, K, scale) {
    context.setLineDash([4, 4]);
    context.strokeStyle = ink(theme, 0.4);
    context.beginPath();
    corners(W, 0, K).forEach(({k}) => context.lineTo(...this.tip(W, k, 2, scale)));
    context.closePath();
    context.stroke();
    context.setLineDash([]);
  }

  // The way of a tip from before to now.
  way(context, [a, b], [x, y], {colour, name, theme}) {
    context.strokeStyle = theme.text;
    context.lineWidth = 3;
    line(context, a, b, x, y);
    context.globalAlpha = 0.45;
    shape(context, name, a, b, 4);
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
  }

  // Hatch what belongs to another class than before: after ∖ before, class by class.
  changed(context, scene, from, theme) {
    if (scene.plane !== "sectors") return;
    const before = sectors(from, 0, scene.look.K);
    context.save();
    context.strokeStyle = ink(theme, 0.55);
    context.lineWidth = 1;
    for (const region of this.regions) {
      context.save();
      this.path(context, region);
      context.clip();
      context.beginPath(); // everything outside the class's old sector
      context.rect(0, 0, this.surface.width, this.surface.height);
      const old = before.find(({k}) => k === region.k);
      if (old) {
        this.sector(context, old, this.R + 1);
        context.closePath();
      }
      context.clip("evenodd");
      this.hatch(context);
      context.restore();
    }
    context.restore();
  }

  hatch(context) {
    const {cx, cy, R} = this;
    context.beginPath();
    for (let x = -R; x < 4 * R; x += 7) {
      context.moveTo(cx - R + x, cy - R);
      context.lineTo(cx + x - 3 * R, cy + R);
    }
    context.stroke();
  }

  name(context, region, names, theme) {
    const text = names[region.k], width = context.measureText(text).width, place = this.placeFor(region, width);
    if (!place) return;
    const [x, y] = place;
    this.labels.push({text, x: x - width / 2, y: y - 8, width, height: 16});
    badge(context, text, x, y, theme, 16);
  }

  // Where the class is named: clear of arrows and x if possible; null if its sector is too thin.
  placeFor(region, width) {
    if (region.points) {
      const [x, y] = middleOf(region.points);
      return this.place(x, y);
    }
    if (region.width * 0.86 * this.R < width + 2) return null;
    const places = [], ends = this.handle ? [...this.tips, this.handle] : this.tips;
    for (const share of [0.5, 0.3, 0.7]) for (const far of [0.86, 0.72]) {
      const angle = isWhole(region) ? Math.PI * share : region.from + share * region.width;
      const room = Math.min(share, 1 - share) * region.width * far * this.R;
      if (!places.length || room > width / 2 + 3) places.push(this.towards(angle, far));
    }
    return places.find((place) => clearOf(place, [this.cx, this.cy], ends, 6 + width / 2)) || places[0];
  }

  // x on the rim or, with a constant feature, in the plane.
  handleOf([x, y], plane) { return plane === "sectors" ? this.towards(Math.atan2(y, x)) : this.place(x, y); }

  // x as a handle that can be moved.
  instance(context, [x, y], {plane, theme, small}) {
    if (plane === "sectors") { // a short dotted line: a whole ray would look like a border
      const from = small ? 0.7 : 0.8;
      context.strokeStyle = theme.text;
      context.lineWidth = small ? 2 : 1.8;
      context.setLineDash([2, 3]);
      line(context, this.cx + from * (x - this.cx), this.cy + from * (y - this.cy), x, y);
      context.setLineDash([]);
    }
    if (small) return;
    context.fillStyle = theme.background;
    context.strokeStyle = theme.text;
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(x, y, 9, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.fillStyle = theme.text;
    context.font = `600 12px ${theme.font}`;
    context.fillText("x", x, y);
  }

  // Where the proposal stands: beside x, off the way of the tips.
  besideX([x, y], wide) {
    const far = Math.hypot(x - this.cx, y - this.cy) || 1, aside = 18 + wide / 2, [dx, dy] = [(x - this.cx) / far, (y - this.cy) / far];
    return /** @type {[number, number]} */ ([x - aside * dy - 6 * dx, y + aside * dx - 6 * dy]);
  }

  // The point of the plane under the pointer; without a constant feature only its direction counts.
  point(event, length, plane) {
    const box = this.surface.canvas.getBoundingClientRect();
    const x = event.clientX - box.left - this.cx, y = this.cy - (event.clientY - box.top);
    if (plane !== "sectors") return [(x / this.R) * this.view, (y / this.R) * this.view];
    const far = Math.hypot(x, y) || 1;
    return [(x / far) * length, (y / far) * length];
  }
}
