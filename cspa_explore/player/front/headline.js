// The sentence above the stage: what the learners are told, what the first showing showed, or what came after a drift.

import {chosenPercent, percent, whole} from "./numbers.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const SETTLED = 100; // rounds after a drift from which on its outcome is the headline
const NOTABLE = 2; // times as much of its map: worth a headline

/** Return what the learners are told.
 * @param {import("./payload").Run} run
 */
export function headlineOf({learners, K, lesson = "", noisy = 0}) {
  const full = learners.filter((learner) => learner.full).length, one = learners.length === 1;
  const classes = `the ${NUMBERS[K] ?? whole(K)} classes`;
  const watch = lesson || `Watch ${one ? "it" : "them"} find ${classes}.`; // where they do not find them, the data set says so
  const flipped = noisy ? `, flipped in ${chosenPercent(noisy)} % of the rounds` : "";
  if (full === learners.length) {
    const same = noisy ? ": noisy answers do not concern full feedback" : "";
    return `${one ? "This learner is" : "These learners are"} told the answer in every round${same}. ${watch}`;
  }
  if (full) return `Full-feedback learners are told every ${noisy ? "true " : ""}answer, the others only ✓ or ✗${flipped}. ${watch}`;
  return `${one ? "This learner never sees" : "These learners never see"} the answer, only ✓ or ✗${flipped}. ${watch}`;
}

/** Return the headline of round t: what the learners are told or, some time after a drift, what became of them.
 * @param {import("./payload").Run} run
 */
export function headlineAt(run, t) {
  const cut = run.drift - 1, since = t - cut;
  if (!(since >= SETTLED) || !cut) return headlineOf(run);
  const shares = run.learners.map((_, l) => (t * run.ratio(l, t, false) - cut * run.ratio(l, cut, false)) / since);
  return `Since the drift at round ${whole(run.drift)}, ${compared(run, shares)}.`;
}

/** Return what the rounds up to t showed: how much of their maps two learners redraw or, without a plane, their ratios.
 * @param {import("./payload").Run} run
 * @param {(l: number) => number} redrawn the share of its map that learner l redraws per round, NaN if unknown
 */
export function outcomeOf(run, t, redrawn) {
  const shares = run.learners.map((_, l) => redrawn(l)), ratios = run.learners.map((_, l) => run.ratio(l, t, false));
  const [most, least] = ends(shares);
  if (run.L > 1 && shares[most] > NOTABLE * shares[least] && shares[most] >= 0.01) {
    return `Around round ${whole(t)}, ${run.learners[most].words} redraws ${percent(shares[most])} % of its map per round, ` +
      `${run.learners[least].words} ${percent(shares[least])} %.`;
  }
  return `${compared(run, ratios, ` of ${whole(t)} rounds`)}.`;
}

// The learner with the highest ratio and, if several play, that with the lowest.
function compared({learners, L}, ratios, of = "") {
  const [high, low] = ends(ratios), best = `${learners[high].words} is right in ${percent(ratios[high], 0)} %${of}`;
  return L > 1 ? `${best}, ${learners[low].words} in ${percent(ratios[low], 0)} %` : best;
}

// The places of the largest and the smallest number; NaN counts as neither.
function ends(values) {
  const known = values.map((_, i) => i).filter((i) => !Number.isNaN(values[i])).sort((a, b) => values[b] - values[a]);
  return [known[0] ?? 0, known[known.length - 1] ?? 0];
}
