// A round of the Microscope in words.

import {fixed, whole} from "./numbers.js";

/** @typedef {import("./types").Scene} Scene */

/** @param {Scene} scene */
export function titleOf({t, look}) { return `Round ${whole(t)} · ${look.words} · ${look.branch}`; }

/** @param {Scene} scene */
export function suppositionOf({look}) { return look.supposed ? "What-if: not part of the run." : ""; }

/** Which weights are drawn how, where there are two sets of them.
 * @param {Scene} scene
 */
export function learningText({plane, picture, weights, look: {learning, names}}) {
  if (!learning) return "";
  const images = "First block: the average, which proposes. Second block: the weights that learn.";
  const bars = "Bars: the average, which proposes. Thin lines with a ring: the weights that learn.";
  const drawn = plane ? "Solid arrows: the average, which proposes. Dashed: the weights that learn."
    : !weights ? "It proposes with the average of the weights that learn." : picture?.kind === "image" ? images : bars;
  const {scores_before: before, scores_after: after} = learning;
  const list = after.map((score, k) => `class ${names[k]} ${fixed(before[k])} → ${fixed(score)}`);
  return `${drawn} Scores of the weights that learn: ${list.slice(0, 8).join(", ")}${list.length > 8 ? ", …" : "."}`;
}

/** The true class, and what the learner is told of it.
 * @param {Scene} scene
 */
export function truthOf({moved, look}) {
  const {names, y, y_tilde, label, correct, lied, full} = look, name = (k) => `class ${names[k]}`, run = `In the run it was ${name(y)}.`;
  if (label === null) return `Told ✗: here the true class may be any but ${name(y_tilde)}. ${run}`;
  if (label !== y) return `Told ${correct ? "✓" : "✗"}: here ${name(label)} counts as the true class. ${run}`;
  const truth = moved ? `The true class stays ${name(y)}, wherever x is` : `The true class was ${name(y)}`;
  if (full) return `${truth}; the learner is told so.`;
  if (lied) return `${truth}, and the answer was flipped: the learner hears ${correct ? "✗" : "✓"}.`;
  return correct ? `${truth}. The learner knows it, because it heard ✓.` : `${truth}, hidden from the learner: it only hears ✗.`;
}

/** What another learner does in the same round.
 * @param {import("./types").Other} other
 * @param {string[]} names
 */
export function otherText({y_tilde, correct, note, tau}, names) {
  const moved = tau.map((step, k) => ({name: names[k], step})).filter(({step}) => Math.abs(step) > 1e-12);
  const steps = moved.map(({name, step}) => `class ${name}: ${step > 0 ? "+" : ""}${fixed(step)}`).join(", ");
  return `proposes ${names[y_tilde]} ${correct ? "✓" : "✗"}${note ? `, ${note}` : ""}. ${steps ? `Steps τ: ${steps}` : "Nothing moves"}`;
}

/** The learners that cannot continue from given weights, by reason.
 * @param {Scene} scene
 */
export function unableText({others}) {
  const reasons = [...new Set(others.map(({reason}) => reason).filter(Boolean))];
  const unable = (why) => others.filter(({reason}) => reason === why).map(({words}) => words).join(" · ");
  return reasons.map((why) => `Not comparable here, because ${why}: ${unable(why)}.`).join(" ");
}

/** The regions of a disc for a screen reader. */
export function regionsText(when, regions, names) {
  const parts = regions.map(({k, width}) => `class ${names[k]}${width ? ` ${Math.round((width * 180) / Math.PI)}°` : ""}`);
  return `${when}: ${parts.join(", ")}`;
}

/** The pictures of a round without a plane, for a screen reader.
 * @param {Scene} scene
 */
export function imagesText({picture, weights, t}) {
  const how = picture?.kind === "image" ? "as images" : "as bars";
  const which = weights?.learning_before ? "of the average, which proposes, and of the weights that learn, " : "";
  return weights ? `x of round ${t} and, per class, ${which}the weights before, the step and the weights after, ${how}` : `x of round ${t}`;
}
