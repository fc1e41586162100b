// What slow motion adds to a learner's disc: everything but the beat's subject fades, and the proposal stands beside x.

import {faded} from "./canvas.js";
import {tintOf} from "./plane.js";

export const FADED = 0.62; // opacity of the veil over what a beat does not speak of

/** Veil the disc, except the region that the beat speaks of.
 * @param {import("./types").BeatView} beat
 */
export function veil(context, disc, beat, theme) {
  if (!beat.dimmed) return;
  context.fillStyle = faded(theme.background, FADED);
  for (const region of disc.shown) {
    if (region.k === beat.region) continue;
    disc.path(context, region);
    context.fill();
  }
  const lit = disc.shown.find(({k}) => k === beat.region);
  if (!lit) return;
  Object.assign(context, {fillStyle: tintOf(disc.run.classes, lit.k, theme), strokeStyle: theme.text, lineWidth: 2.5});
  disc.path(context, lit);
  context.stroke();
}

/** The proposal of a beat in a badge, all of it inside the drawing: a question until the answer has come.
 * @param {import("./types").BeatView} beat
 * @param {string[]} names of the classes
 * @param {(wide: number) => [number, number]} placed where the middle of a badge of this width should be
 */
export function proposalBadge(context, surface, beat, names, placed, {theme, size}) {
  if (beat.proposal === null) return;
  const text = `${names[beat.proposal]} ${beat.answer || "?"}`, high = 1.7 * size, wrong = beat.answer === "✗";
  context.font = `700 ${Math.round(size)}px ${theme.font}`;
  const wide = context.measureText(text).width + 1.2 * size, [x, y] = placed(wide);
  const inside = (start, length, room) => Math.max(3, Math.min(start - length / 2, room - length - 3));
  const left = inside(x, wide, surface.width), top = inside(y, high, surface.height);
  Object.assign(context, {fillStyle: wrong ? theme.background : theme.text, strokeStyle: theme.text, lineWidth: 2});
  context.beginPath();
  context.roundRect(left, top, wide, high, high / 2);
  context.fill();
  context.stroke();
  Object.assign(context, {fillStyle: wrong ? theme.text : theme.background, textAlign: "center", textBaseline: "middle"});
  context.fillText(text, left + wide / 2, top + high / 2 + 1);
}

/** The badge above or below x of round t, towards the middle of the disc. */
export function badgeAtX(context, disc, beat, t, theme) {
  const scale = theme.scale || 1, [x, y] = disc.inside(t, 9), towards = y > disc.cy ? -1 : 1;
  proposalBadge(context, disc.surface, beat, disc.run.names, () => [x, y + towards * 28 * scale], {theme, size: 15 * scale});
}
