// The comparator u in the plane, with the x that attains α(u).

import {ink} from "./canvas.js";
import {middleOf} from "./disc_labels.js";
import {badge} from "./labels.js";
import {inkOf, isWhole, Plane, tintOf} from "./plane.js";
import {sectors} from "./regions.js";

const WORST = {light: "#b3163f", dark: "#ff7d9c"};

export class TheoryDisc extends Plane {
  /** @type {[number, number] | null} */
  mark = null; // where the worst x is

  /**
   * Draw u; the worst x only once its round has been reached.
   * @param {import("./types").TheoryDisc} disc
   */
  draw(disc, t, theme) {
    const {surface} = this, {u, K, classes, names} = disc;
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin();
    this.centre(24, 20);
    const sizes = Array.from({length: K}, (_, k) => Math.hypot(u[2 * k], u[2 * k + 1]));
    const regions = Math.max(...sizes) ? sectors(u, 0, K) : []; // u = 0 prefers no class
    const scale = (0.6 * this.R) / (Math.max(...sizes) || 1);
    for (const region of regions) {
      context.fillStyle = tintOf(classes, region.k, theme);
      this.path(context, region);
      context.fill();
      context.strokeStyle = ink(theme, 0.5);
      context.lineWidth = 1;
      if (!isWhole(region)) context.stroke();
    }
    this.rim(context, theme, "sectors");
    for (let k = 0; k < K; k++) {
      if (!sizes[k]) continue;
      const tip = this.tip(u, k, 2, scale);
      this.arrow(context, tip, {colour: inkOf(classes, k, theme), name: classes[k].shape, width: 2.4, size: 5, halo: theme.background});
    }
    Object.assign(context, {font: `600 16px ${theme.font}`, textAlign: "center", textBaseline: "middle"});
    context.fillStyle = theme.text;
    if (!regions.length) context.fillText("u = 0", this.cx, this.cy);
    for (const region of regions) {
      const [x, y] = region.points ? this.place(...middleOf(region.points)) : this.towards(region.from + region.width / 2, 0.84);
      if (!isWhole(region) && region.width * 0.84 * this.R < context.measureText(names[region.k]).width + 4) continue;
      badge(context, names[region.k], x, y, theme, 16);
    }
    this.mark = null;
    if (disc.worst && t >= disc.round) this.worst(context, disc.worst, theme);
    const about = disc.worst ? `; the x of round ${disc.round} attains α(u) = ${disc.alpha.toPrecision(3)}` : "";
    surface.canvas.setAttribute("aria-label", `The comparator u in the plane, ${K} classes${about}.`);
  }

  // A triangle outside the rim that points at the direction.
  worst(context, [x, y], theme) {
    const angle = Math.atan2(y, x), at = (far, turn) => this.towards(angle + turn, far);
    const wide = 9 / this.R;
    this.mark = at(1.02, 0);
    context.fillStyle = WORST[theme.dark ? "dark" : "light"];
    context.beginPath();
    for (const [a, b] of [at(1.02, 0), at(1.02 + 18 / this.R, wide), at(1.02 + 18 / this.R, -wide)]) context.lineTo(a, b);
    context.closePath();
    context.fill();
  }
}
