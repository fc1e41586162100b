// The plane as a disc (or a square, with a constant feature): what the Arena's and the Microscope's drawings share.

import {ink, line, Surface} from "./canvas.js";
import {shape} from "./marks.js";

const WHOLE = 2 * Math.PI - 1e-9; // radians: a sector as wide as this has no edges

/** @param {import("./types").Region} region */
export function isWhole(region) { return (region.width ?? 0) >= WHOLE; }

export class Plane {
  constructor(canvas) {
    this.surface = new Surface(canvas);
    this.cx = this.cy = this.R = 0; // pixels: centre and radius
    this.view = 1; // data units from the centre to the rim
    /** @type {any[]} */
    this.labels = [];
  }

  // Put the circle into the middle, `margin` pixels from the edge.
  centre(margin, least) {
    const {width, height} = this.surface;
    Object.assign(this, {cx: width / 2, cy: height / 2, R: Math.max(least, Math.min(width, height) / 2 - margin)});
  }

  /** The pixel of a point of the plane.
   * @returns {[number, number]}
   */
  place(x, y) { return [this.cx + (x / this.view) * this.R, this.cy - (y / this.view) * this.R]; }

  /** The pixel in a direction, at a share of the radius.
   * @returns {[number, number]}
   */
  towards(angle, far = 1) { return [this.cx + far * this.R * Math.cos(angle), this.cy - far * this.R * Math.sin(angle)]; }

  /** The pixel of the tip of class k's weights.
   * @returns {[number, number]}
   */
  tip(W, k, d, scale) { return [this.cx + W[d * k] * scale, this.cy - W[d * k + 1] * scale]; }

  /** @param {import("./types").Region} region */
  path(context, region) {
    context.beginPath();
    if (region.points) {
      for (const [x, y] of region.points) context.lineTo(...this.place(x, y));
    } else this.sector(context, region, this.R);
    context.closePath();
  }

  // A sector of radius r, added to the path.
  sector(context, region, r) {
    if (!isWhole(region)) context.moveTo(this.cx, this.cy);
    context.arc(this.cx, this.cy, r, -region.from, -region.from - region.width, true);
  }

  // A class's weights: a line from the centre and the class's shape at its tip, with a halo if a colour is given for it.
  arrow(context, [x, y], {colour, name, width, size, halo = ""}) {
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = width;
    line(context, this.cx, this.cy, x, y);
    shape(context, name, x, y, size);
    if (halo) {
      Object.assign(context, {strokeStyle: halo, lineWidth: 3});
      context.stroke();
    }
    context.fill();
  }

  rim(context, theme, kind) {
    const {cx, cy, R} = this;
    context.strokeStyle = ink(theme, 0.35);
    context.lineWidth = 1;
    context.beginPath();
    if (kind === "sectors") context.arc(cx, cy, R, 0, 2 * Math.PI);
    else context.rect(cx - R, cy - R, 2 * R, 2 * R);
    context.stroke();
  }
}

// The colour of a class's tint, and of its arrows and marks.
export function tintOf(classes, k, theme) { return classes[k][theme.dark ? "dark" : "light"]; }
export function inkOf(classes, k, theme) { return classes[k][theme.dark ? "ink_dark" : "ink_light"]; }
