// The sentences of a game: the task, the answer to a proposal, and what a screen reader is told.

import {chosenPercent, compass, counted} from "./numbers.js";
import {inkWords, penWords} from "./turn_ink.js";

/** What to do. */
export function taskWords({data, names}) {
  const last = names[names.length - 1], keys = last === "0" ? "1–9 and 0" : `${names[0]}–${last}`;
  const thing = data.picture ? "picture" : "point";
  return `Which class is this ${thing} in? Propose one with the keys ${keys} or a tap: you hear ✓ or ✗, never the class.`;
}

/** What is hidden, and what comes after the last round. */
export function howWords({data, T}) {
  const thing = data.picture ? "picture" : "point";
  const hidden = data.picture
    ? "The names of the classes are shuffled, so the digit that you read need not be its key: find out which key means which digit."
    : "The names of the classes are shuffled, so nothing but the answers tells which is which.";
  const noisy = data.noisy ? ` ${chosenPercent(data.noisy)} % of the answers are flipped.` : "";
  return `${hidden}${noisy} After ${T} rounds the learners play the same ${thing}s.`;
}

/** The instance of round t for those who do not see it. */
export function instanceWords(run, t) {
  const {picture} = run.data;
  if (picture?.kind === "pen") return `Round ${t} of ${run.T}: a pen stroke. ${penWords(run.pixels(t))}`;
  if (picture) return `Round ${t} of ${run.T}: a picture. ${inkWords(run.pixels(t), picture)}`;
  const {angle, length} = run.point(t);
  return `Round ${t} of ${run.T}: a point at ${compass(angle)} degrees, ${length.toFixed(1)} from the centre.`;
}

/** How often the person was told ✓. With flipped answers that is not how often they were right. */
export function scoreWords(run) {
  return `${run.data.noisy ? "Told right" : "Right"} so far: ${run.right} of ${run.keys.length}.`;
}

/** The answer of the last round, and the next instance. */
export function answerWords(run) {
  const t = run.keys.length, told = run.bits[t - 1] ? "right" : "wrong";
  const next = run.finished ? "That was the last round." : instanceWords(run, t + 1);
  return `Round ${t}: ${told}. ${scoreWords(run)} ${next}`;
}

/** What is known about round t, in a few letters: ✓2 (it is 2), ≠2 (it is not 2). */
export function noteOf(run, l, t) {
  if (run.learners[l].full) return `✓${run.names[run.truth(t)]}`;
  return `${run.told(l, t) ? "✓" : "≠"}${run.names[run.proposal(l, t)]}`;
}

/** The board in words. */
export function boardWords(run, {t, god, who}) {
  const name = run.learners[who].words;
  if (god) {
    const rounds = Array.from({length: t}, (_, i) => i + 1), right = rounds.filter((s) => run.hit(who, s)).length;
    return `God's eye: ${counted(t, "instance")}, true classes shown. ${name}: ○ right in ${right}, × wrong in ${t - right}.`;
  }
  const known = run.finished ? t : t - 1; // the answer of round t is still to come while the game goes on
  const met = Array.from({length: Math.max(0, known)}, (_, i) => noteOf(run, who, i + 1)).slice(-12).reverse();
  const before = met.length ? ` The latest answers, newest first: ${met.join(", ")}.` : " Nothing is known yet.";
  return run.finished ? `Learner's eye of ${name}.${before}` : `${instanceWords(run, t)}${before}`;
}
