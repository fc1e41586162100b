// Rounds to jump to: the next mistake, exploration or change of a region, and the biggest step.

import {percent, whole} from "./numbers.js";

/** @typedef {(l: number, t: number) => number} Churn the share of the disc that the update of round t changes */

const LEAST_CHANGE = 0.01; // of the disc
const START = 20; // rounds in which every map is still drawn for the first time
const NAMES = {mistake: "mistake", exploration: "exploration", region: "change of 1 % of the map"};

/** Move the playhead to the next round of a kind, and say what happens there.
 * @param {import("./player").Player} player
 */
export async function jump(player, what) {
  const {run, focus, t} = player, churn = (l, s) => player.discs[l].regions.churn(s);
  const isOver = () => player.run !== run || player.focus !== focus || player.t !== t; // the user has gone on
  let missing = "";
  if (run.details?.drawn && (what === "region" || what === "biggest")) {
    player.pause();
    player.say("Searching…");
    missing = await gathered(what, run, focus, t, churn, isOver);
    if (isOver()) return;
  }
  const found = missing ? {t: 0, words: missing} : jumpTo(what, run, focus, t, churn);
  if (found.t) player.seek(found.t);
  else player.pause();
  player.say(found.words);
}

/** Fetch the weights that the jump compares; return "", or why they are missing.
 * @param {import("./payload").Run} run
 * @param {Churn} churn
 * @param {() => boolean} isOver
 */
export async function gathered(what, run, l, t, churn, isOver) {
  const one = what === "region", explores = run.everExplores[l], {pictures, details, T} = run;
  for (let s = one ? Math.max(1, t) : START + 1; s <= (one ? T - 1 : T) && !isOver(); s++) {
    if (!one && explores && !run.explored(l, s)) continue;
    if (Number.isNaN(churn(l, s)) && !(await pictures.block(l, s - 1))) {
      if (pictures.ask) return "The server did not send the weights of the other rounds: try again.";
      return `Not known here: this file holds the weights of ${whole(details?.held ?? 0)} of ${whole(T)} rounds.`;
    }
    if (one && churn(l, s) >= LEAST_CHANGE) break;
  }
  return "";
}

/**
 * Return the next round after t of the marked learner (0: there is none) and what to say about it.
 * @param {import("./payload").Run} run
 * @param {Churn} churn
 */
function jumpTo(what, run, marked, t, churn) {
  if ((what === "region" || what === "biggest") && (!run.plane || run.plane === "grid")) {
    return {t: 0, words: run.why || "Regions are sampled here: how much of the map a round changes is not known."};
  }
  if (what === "biggest") return biggest(run, marked, churn);
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
  return {t: found, words: `Learnt in round ${whole(found - 1)}: 1 % or more of the map of ${words} changed`};
}

// The round whose update changed most of the marked learner's map, after the start; of a learner that explores, among
// explored rounds.
function biggest(run, l, churn) {
  const {words} = run.learners[l], explores = run.everExplores[l];
  let found = 0, most = 0;
  for (let t = START + 1; t <= run.T; t++) {
    if (explores && !run.explored(l, t)) continue;
    const share = churn(l, t);
    if (share > most) [found, most] = [t, share];
  }
  if (!found) return {t: 0, words: `No ${explores ? "exploration" : "update"} of ${words} changes its map after round ${START}.`};
  const what = explores ? `explores class ${run.names[run.proposal(l, found)]}` : `proposes ${run.names[run.proposal(l, found)]}`;
  return {
    t: found,
    words: `Biggest step: ${words} ${what} and is ${run.hit(l, found) ? "right" : "wrong"}; the update redraws ` +
      `${percent(most, 0)} % of its map. Step on (→) to see it.`,
  };
}
