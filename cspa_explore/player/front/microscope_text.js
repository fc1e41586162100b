// A round of the Microscope in words.

import {fixed, whole} from "./numbers.js";

/** @typedef {import("./types").Scene} Scene */

/** @param {Scene} scene */
export function titleOf({t, look}) { return `Round ${whole(t)} · ${look.words} · ${look.branch}`; }

/** @param {Scene} scene */
export function suppositionOf({look}) { return look.supposed ? "Supposed: this is not what happened in the run." : ""; }

/** @param {Scene} scene */
export function truthOf({moved, look}) {
  const name = look.names[look.y], hidden = look.full ? "" : ", hidden from the learner";
  return moved ? `The label stays class ${name}, wherever x is moved${hidden}.` : `The truth was class ${name}${hidden}.`;
}

/** What another learner does in the same round.
 * @param {import("./types").Other} other
 * @param {string[]} names
 */
export function otherText({y_tilde, correct, note, tau}, names) {
  const moved = tau.map((step, k) => ({name: names[k], step})).filter(({step}) => Math.abs(step) > 1e-12);
  const steps = moved.map(({name, step}) => `${name} ${step > 0 ? "+" : ""}${fixed(step)}`).join(", ");
  return `proposes ${names[y_tilde]} ${correct ? "✓" : "✗"}${note ? `, ${note}` : ""}: ${steps || "nothing moves"}`;
}

/** The learners that cannot continue from given weights.
 * @param {Scene} scene
 */
export function unableText({others}) {
  const unable = others.filter(({reason}) => reason).map(({words}) => words);
  return unable.length ? `Not from given weights, they keep more than weights: ${unable.join(" · ")}.` : "";
}

/** The regions of a disc for a screen reader. */
export function regionsText(when, regions, names) {
  const parts = regions.map(({k, width}) => `class ${names[k]}${width ? ` ${Math.round((width * 180) / Math.PI)}°` : ""}`);
  return `${when}: ${parts.join(", ")}`;
}
