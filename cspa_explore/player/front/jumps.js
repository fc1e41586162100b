// Rounds to jump to: the next mistake, exploration, or change of a region.

import {whole} from "./numbers.js";

const LEAST_CHANGE = 0.01; // of the disc
const NAMES = {mistake: "mistake", exploration: "exploration", region: "change of 1 % of the disc"};

/**
 * Return the next round after t of the marked learner (0: there is none) and what to say about it.
 * @param {import("./payload").Run} run
 * @param {(l: number, t: number) => number} churn the share of the disc that the update of round t changes
 */
export function jumpTo(what, run, marked, t, churn) {
  if (what === "region" && !run.plane) return {t: 0, words: run.why};
  const another = what === "exploration" && !run.everExplores[marked];
  const l = another ? Math.max(0, run.everExplores.indexOf(true)) : marked, {words} = run.learners[l], name = NAMES[what];
  const conditions = {
    mistake: (s) => !run.hit(l, s),
    exploration: (s) => run.explored(l, s),
    region: (s) => s > 1 && churn(l, s - 1) >= LEAST_CHANGE, // an update is seen from the next round on
  };
  const found = run.next(t, conditions[what]);
  if (!found) return {t: 0, words: `No further ${name} of ${words} after round ${whole(t)}.`};
  if (what !== "region") return {t: found, words: `${name[0].toUpperCase()}${name.slice(1)} of ${words}`};
  return {t: found, words: `Learnt in round ${whole(found - 1)}: 1 % or more of the disc of ${words} changed`};
}
