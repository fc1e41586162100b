// What a page's drawing shows, as facts for the guide, and the guide's sentences with these facts.

import {fixed, percent, whole} from "./numbers.js";

const SIMPLE = /^(\d*\.?\d+)(?:\/(\d+))?$/; // a number or a fraction

function signed(value) { return `${value > 0 ? "+" : ""}${fixed(value)}`; }

function numberOf(text) {
  const [, above, below = "1"] = SIMPLE.exec(text) ?? [];
  return above === undefined ? NaN : Number(above) / Number(below);
}

/** The marked learner of the Arena, and the names and ratios of all.
 * @param {import("./player").Player} player
 */
export function arenaFacts(player) {
  const {run, t, focus} = player, {params, words} = run.learners[focus], right = run.right[focus][t];
  const share = (value) => (Number.isNaN(value) ? "–" : percent(value)), ratio = (l) => share(run.ratio(l, t, false));
  const each = run.learners.flatMap((learner, l) => [[`name${l}`, learner.words], [`ratio${l}`, ratio(l)]]);
  return {
    page: "arena", round: t, who: words, right, wrong: t - right,
    explored: run.everExplores[focus] ? run.exploration(focus, t).explored : 0,
    redraws: share(player.redrawn(focus)), sigma: Number(run.header.sigma.value),
    step_size: numberOf(String(params[0]?.value ?? "")), ...Object.fromEntries(each),
  };
}

/** The round that the Microscope shows.
 * @param {import("./types").Scene} scene
 * @param {boolean} beats whether it is shown beat by beat
 */
export function scopeFacts({t, told, look}, beats) {
  const changes = look.scores_after.map((after, k) => after - look.scores_before[k]);
  const others = changes.filter((_, k) => k !== look.y_tilde);
  return {
    page: "microscope", round: t, who: look.words, beats: beats ? "on" : "off", told: told === null ? "" : told ? "✓" : "✗",
    proposal: look.names[look.y_tilde], change: signed(changes[look.y_tilde]), others: signed(others[0] ?? 0),
  };
}

/** The verdict of the Theory page.
 * @param {import("./types").TheoryPicture} data
 */
export function theoryFacts({badge, reason}) { return {page: "theory", badge, reason}; }

/** Whether the facts are those of a step whose action is done.
 * @param {{page: string, when: Record<string, string | number[]>}} step
 */
export function isDone({page, when}, facts) {
  if (facts?.page !== page) return false;
  return Object.entries(when).every(([name, wanted]) =>
    Array.isArray(wanted) ? facts[name] >= wanted[0] && facts[name] <= wanted[1] : facts[name] === wanted);
}

/** The sentence with the facts in place of their names in braces; no line breaks before a percent sign.
 * @param {string} sentence
 */
export function filled(sentence, facts) {
  const shown = (value) => (typeof value === "number" ? whole(value) : value ?? "–");
  return sentence.replaceAll(" %", "\u00a0%").replace(/\{(\w+)\}/g, (_, name) => shown(facts[name]));
}
