// The votes of a class: what the browser keeps of them, and what follows from them. Pure functions.

/** @typedef {import("./types").Vote} Vote */

const PHASES = ["open", "locked", "revealed"];
const MOST_KEPT = 200; // questions whose votes are kept
const MOST_HANDS = 999; // for one choice
export const MOST_GUESSES = 60;
export const UNMOVED = 50; // percent, of every handle before it is moved

/** @returns {Vote} */
export function noVotes() { return {phase: "open", hands: [], guesses: [], curve: []}; }

/**
 * Return the deck and the votes that were kept; whatever is not a vote is left out.
 * @returns {{deck: string, votes: Record<string, Vote>}}
 */
export function fromKept(text) {
  let found;
  try {
    found = JSON.parse(text || "{}");
  } catch {
    found = {};
  }
  const votes = Object.entries(Object(found?.votes)).map(([id, vote]) => [id, checked(vote)]);
  return {deck: typeof found?.deck === "string" ? found.deck : "", votes: Object.fromEntries(votes)};
}

/** @returns {Vote} */
function checked(vote) {
  const numbers = (list, most) => (Array.isArray(list) ? list.slice(0, most).map((v) => (Number.isFinite(v) ? v : 0)) : []);
  const {phase, hands, guesses, curve} = Object(vote);
  return {
    phase: PHASES.includes(phase) ? phase : "open", hands: numbers(hands, 12).map(handsOf),
    guesses: numbers(guesses, MOST_GUESSES), curve: numbers(curve, 24),
  };
}

/** Return the votes with those on a question as the latest.
 * @param {Record<string, Vote>} votes
 * @param {Vote} vote
 */
export function withLatest(votes, id, vote) {
  const others = {...votes};
  delete others[id];
  return {...others, [id]: vote};
}

/** Return what is kept, as text; of very many questions, the votes of the latest.
 * @param {{deck: string, votes: Record<string, Vote>}} state
 */
export function toKept({deck, votes}) {
  return JSON.stringify({deck, votes: Object.fromEntries(Object.entries(votes).slice(-MOST_KEPT))});
}

/** Return a number of hands: whole, and from 0 to 999. */
export function handsOf(value) { return Math.max(0, Math.min(MOST_HANDS, Math.round(Number(value)) || 0)); }

/** Whether anybody has voted: a drawn curve counts once one of its handles has been moved.
 * @param {Vote} vote
 */
export function isVoted({hands, guesses, curve}) {
  return hands.some(Boolean) || guesses.length > 0 || curve.some((value) => value !== UNMOVED);
}

/** Return the number of all hands. */
export function total(hands) { return hands.reduce((sum, n) => sum + n, 0); }

/** Return the numbers that a text lists; commas within a number separate thousands. NaN stands for what is no number.
 * @returns {number[]}
 */
export function numbersIn(text) {
  const parts = text.trim().split(/[\s;]+/).map((part) => part.replace(/,$/, "").replace(/%$/, "")).filter(Boolean);
  return parts.flatMap((part) => (/^−?-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(part) ? [part.replaceAll(",", "")] : part.split(",")))
    .map((part) => (part ? Number(part.replace("−", "-")) : NaN));
}

/** Return the guess that is nearest to the value, and how far it is off; null without guesses.
 * @param {number[]} guesses
 */
export function closest(guesses, value) {
  if (!guesses.length || !Number.isFinite(value)) return null;
  const guess = guesses.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));
  return {guess, off: Math.abs(guess - value)};
}

/** Return the value of a curve, a list of [round, value], at a round: between two points on a straight line.
 * @param {[number, number][]} points
 */
export function valueAt(points, t) {
  const after = points.findIndex(([round]) => round >= t);
  if (after < 0) return points.at(-1)?.[1] ?? NaN;
  const [round, value] = points[after];
  if (round === t || !after) return value;
  const [before, start] = points[after - 1];
  return start + (value - start) * (t - before) / (round - before);
}

/** Return the mean distance in points between a drawn curve, one value per round, and the true one.
 * @param {number[]} drawn
 * @param {number[]} rounds
 * @param {[number, number][]} points
 */
export function distance(drawn, rounds, points) {
  return rounds.reduce((sum, t, i) => sum + Math.abs(drawn[i] - valueAt(points, t)), 0) / rounds.length;
}

/** Return the phase after an action: votes can be unlocked, but what was revealed stays so until they are cleared. */
export function phaseAfter(phase, action) {
  if (action === "lock" && phase === "open") return "locked";
  if (action === "unlock" && phase === "locked") return "open";
  if (action === "reveal" && phase === "locked") return "revealed";
  return action === "clear" ? "open" : phase;
}
