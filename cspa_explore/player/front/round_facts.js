// A round as facts for slow motion (beats.js): of a run in the Arena, and of a scene of the Microscope.

import {movesOf} from "./beats.js";
import {compass, counted} from "./numbers.js";

const TIE = 1e-9; // scores this close are tied

/** Round t of learner l.
 * @param {import("./payload.js").Run} run
 * @returns {import("./types").RoundFacts}
 */
export function factsOfRun(run, l, t) {
  const {names, plane, arrays, learners} = run, {key, full} = learners[l], loss = run.loss(l, t), explored = run.explored(l, t);
  const W = arrays[`W${l}`], size = run.K * run.d, weights = (at) => W.subarray(at * size, (at + 1) * size); // none with a kernel
  const {x, y} = plane ? run.point(t) : {x: 0, y: 0}, here = W && run.holds(t - 1, l) && run.holds(t, l);
  const change = plane && here ? movesOf(weights(t - 1), weights(t), run.d === 3 ? [x, y, 1] : [x, y]) : null;
  return {
    t, names, full, explored, prediction: run.prediction(l, t), proposal: run.proposal(l, t), right: run.hit(l, t),
    told: run.told(l, t),
    label: full ? run.truth(t) : null, loss: Number.isNaN(loss) ? null : loss,
    where: whereIs(plane, x, y, run.d),
    why: key === "uniform" ? "a guess" : plane ? "x lies in its territory" : "its score is the highest",
    draws: hasDice(key, run.everExplores[l]), moves: change, along: change?.along,
  };
}

/** The round that the Microscope shows.
 * @param {import("./types").Scene} scene
 * @returns {import("./types").RoundFacts}
 */
export function factsOfScene({t, look, plane, point, learners, which}) {
  const {names, full, explored, loss, label} = look, {key} = learners[which], [x, y] = point ?? [0, 0];
  const change = look.W_before && look.W_after && look.x ? movesOf(look.W_before, look.W_after, look.x) : stepsOf(look);
  return {
    t, names, full, explored, prediction: look.y_hat, proposal: look.y_tilde, right: look.correct,
    told: look.correct !== Boolean(look.lied), label, loss,
    where: whereIs(plane, x, y, look.d),
    why: whyOf(look, plane), draws: hasDice(key, explored), moves: change, along: change.along,
  };
}

/** Where x is: its direction if only that counts, its coordinates, or how many there are. */
export function whereIs(plane, x, y, d) {
  if (!plane) return `with ${counted(d, "feature")}`;
  return plane === "sectors" ? `at ${compass(Math.atan2(y, x))}°` : `at (${x.toFixed(2)}, ${y.toFixed(2)})`;
}

// Classes whose score at x went up or down: in many dimensions, where the weights are not sent.
function stepsOf({scores_before, scores_after}) {
  const change = scores_after.map((after, k) => after - scores_before[k]), least = TIE * (1 + Math.max(...scores_after.map(Math.abs)));
  const where = (sign) => change.flatMap((step, k) => (sign * step > least ? [k] : []));
  return {up: where(1), down: where(-1), along: true};
}

function whyOf({scores_before: scores, y_hat}, plane) {
  const top = Math.max(...scores), tied = scores.filter((score) => score >= top - TIE * (1 + Math.abs(top))).length;
  if (scores[y_hat] < top - TIE * (1 + Math.abs(top))) return "";
  if (tied > 1) return tied === scores.length ? "all scores tie, it takes the first" : `${tied} scores tie, it takes the first`;
  return plane ? "x lies in its territory" : "its score is the highest";
}

// CSPA never rolls dice; that another learner does is known once it has explored.
function hasDice(key, hasExplored) { return key.startsWith("cspa") ? false : hasExplored || undefined; }
