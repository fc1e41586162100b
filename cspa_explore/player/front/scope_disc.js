// One set of weights in the plane: before, after, or another learner's. Small, without a history.

import {badge, clearOf, faded, shape, Surface} from "./canvas.js";
import {corners, polygons, sectors} from "./regions.js";

export class ScopeDisc {
  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  // W (K·d numbers); `from`: the weights before, drawn as ghosts with the way that each tip went; `share`: how
  // far the tips have gone; `reach`: the longest weight that must fit.
  draw(scene, W, {theme, from = null, share = 1, reach, view, small = false}) {
    const {surface} = this;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), {K, names} = scene.look, d = scene.bias ? 3 : 2;
    this.cx = surface.width / 2;
    this.cy = surface.height / 2;
    this.R = Math.max(8, Math.min(surface.width, surface.height) / 2 - (small ? 2 : 14));
    this.view = view;
    const now = from && share < 1 ? W.map((w, i) => from[i] + share * (w - from[i])) : W;
    const regions = (this.regions = scene.plane === "sectors" ? sectors(now, 0, K) : polygons(now, 0, K, view));
    const tint = theme.dark ? "dark" : "light", ink = (k) => scene.classes[k][theme.dark ? "ink_dark" : "ink_light"];
    for (const region of regions) {
      context.fillStyle = scene.classes[region.k][tint];
      this.path(context, region);
      context.fill();
      context.strokeStyle = faded(theme.dark ? "#ffffff" : "#000000", 0.5);
      context.lineWidth = 1;
      if (!(region.width >= 2 * Math.PI - 1e-9)) context.stroke();
    }
    if (from && !small) this.changed(context, scene, from, regions, theme);
    const scale = (0.82 * this.R) / reach, tip = (V, k) => [this.cx + V[d * k] * scale, this.cy - V[d * k + 1] * scale];
    if (scene.plane === "sectors" && !small) {
      context.setLineDash([4, 4]);
      context.strokeStyle = faded(theme.dark ? "#ffffff" : "#000000", 0.4);
      context.beginPath();
      corners(now, 0, K).forEach(({k}) => context.lineTo(...tip(now, k)));
      context.closePath();
      context.stroke();
      context.setLineDash([]);
    }
    this.tips = [];
    for (let k = 0; k < K; k++) {
      const [x, y] = tip(now, k);
      this.tips.push([x, y]);
      if (from && !small) {
        const [a, b] = tip(from, k);
        context.strokeStyle = theme.text;
        context.lineWidth = 3;
        context.beginPath();
        context.moveTo(a, b);
        context.lineTo(x, y);
        context.stroke();
        context.globalAlpha = 0.45;
        shape(context, scene.classes[k].shape, a, b, 4);
        context.fillStyle = ink(k);
        context.fill();
        context.globalAlpha = 1;
      }
      context.strokeStyle = context.fillStyle = ink(k);
      context.lineWidth = small ? 1.5 : 2.2;
      context.beginPath();
      context.moveTo(this.cx, this.cy);
      context.lineTo(x, y);
      context.stroke();
      shape(context, scene.classes[k].shape, x, y, small ? 2.5 : 5);
      context.fill();
    }
    this.labels = [];
    context.font = `600 ${small ? 12 : 17}px ${theme.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = theme.text;
    this.handle = scene.point ? this.knob(scene) : null;
    for (const region of regions) this.digit(context, region, names, theme);
    if (scene.point) this.instance(context, scene, theme, small);
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    context.beginPath();
    if (scene.plane === "sectors") context.arc(this.cx, this.cy, this.R, 0, 2 * Math.PI);
    else context.rect(this.cx - this.R, this.cy - this.R, 2 * this.R, 2 * this.R);
    context.stroke();
  }

  place(x, y) { return [this.cx + (x / this.view) * this.R, this.cy - (y / this.view) * this.R]; }

  path(context, region) {
    context.beginPath();
    if (region.points) {
      for (const [x, y] of region.points) context.lineTo(...this.place(x, y));
    } else {
      if (region.width < 2 * Math.PI - 1e-9) context.moveTo(this.cx, this.cy);
      context.arc(this.cx, this.cy, this.R, -region.from, -region.from - region.width, true);
    }
    context.closePath();
  }

  // What changed hands is hatched: after ∖ before, class by class.
  changed(context, scene, from, regions, theme) {
    if (scene.plane !== "sectors") return;
    const before = sectors(from, 0, scene.look.K);
    context.save();
    context.strokeStyle = faded(theme.dark ? "#ffffff" : "#000000", 0.55);
    context.lineWidth = 1;
    for (const region of regions) {
      context.save();
      this.path(context, region);
      context.clip();
      context.beginPath(); // everything but what was this class's before
      context.rect(0, 0, this.surface.width, this.surface.height);
      const old = before.find(({k}) => k === region.k);
      if (old) {
        if (old.width < 2 * Math.PI - 1e-9) context.moveTo(this.cx, this.cy);
        context.arc(this.cx, this.cy, this.R + 1, -old.from, -old.from - old.width, true);
        context.closePath();
      }
      context.clip("evenodd");
      context.beginPath();
      for (let x = -this.R; x < 3 * this.R; x += 7) {
        context.moveTo(this.cx - this.R + x, this.cy - this.R);
        context.lineTo(this.cx - this.R + x - 2 * this.R, this.cy + this.R);
      }
      context.stroke();
      context.restore();
    }
    context.restore();
  }

  digit(context, region, names, theme) {
    const text = names[region.k], width = context.measureText(text).width;
    let x = this.cx, y = this.cy;
    if (region.points) {
      const n = region.points.length, [sx, sy] = region.points.reduce(([a, b], [p, q]) => [a + p, b + q], [0, 0]);
      [x, y] = this.place(sx / n, sy / n);
    } else {
      if (region.width * 0.86 * this.R < width + 2) return;
      const whole = region.width >= 2 * Math.PI - 1e-9, places = [];
      for (const share of [0.5, 0.3, 0.7]) for (const far of [0.86, 0.72]) {
        const angle = whole ? Math.PI * share : region.from + share * region.width, room = Math.min(share, 1 - share) * region.width * far * this.R;
        if (!places.length || room > width / 2 + 3) places.push([this.cx + far * this.R * Math.cos(angle), this.cy - far * this.R * Math.sin(angle)]);
      }
      const ends = this.handle ? [...this.tips, this.handle] : this.tips;
      [x, y] = places.find((place) => clearOf(place, [this.cx, this.cy], ends, 6 + width / 2)) || places[0];
    }
    this.labels.push({text, x: x - width / 2, y: y - 8, width, height: 16});
    badge(context, text, x, y, theme, 16);
  }

  knob(scene) {
    const [a, b] = scene.point, angle = Math.atan2(b, a);
    return scene.plane === "sectors" ? [this.cx + this.R * Math.cos(angle), this.cy - this.R * Math.sin(angle)] : this.place(a, b);
  }

  // x on the rim (or in the plane, with a constant feature): the handle that can be moved.
  instance(context, scene, theme, small) {
    const [x, y] = this.handle;
    if (scene.plane === "sectors") {
      context.strokeStyle = theme.text;
      context.lineWidth = small ? 1 : 1.8;
      context.beginPath();
      context.moveTo(this.cx, this.cy);
      context.lineTo(x, y);
      context.stroke();
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

  // The point of the plane under the pointer; without a constant feature only its direction counts.
  point(event, length, plane) {
    const box = this.surface.canvas.getBoundingClientRect();
    const x = event.clientX - box.left - this.cx, y = this.cy - (event.clientY - box.top);
    if (plane !== "sectors") return [(x / this.R) * this.view, (y / this.R) * this.view];
    const far = Math.hypot(x, y) || 1;
    return [(x / far) * length, (y / far) * length];
  }
}
