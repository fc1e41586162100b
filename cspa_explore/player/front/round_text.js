// A round of the Arena in words: what happened, what each disc shows, and its description for screen readers.

import {compass, degrees, percent, whole} from "./numbers.js";
import {whereIs} from "./round_facts.js";

const PERCENT = "\u00a0%";

// The ratio beside a learner's name: in a narrow column without its word.
export function ratioText({narrow = false, recent}, run, l, t) {
  return `${percent(run.ratio(l, t, recent))} %${narrow ? "" : " right"}`;
}

// What stands below a learner's disc: what exploring cost and, in the plane, how much of the map each round redraws; in a
// `narrow` column one fact per line, three at most; the shortest form in a `tight` column.
export function factsOf({run, t, discs, eye, narrow = false, tight = false}, l) {
  const told = run.learners[l].full ? ["told every answer"] : [];
  if (!t) return told.join("");
  const first = told.length ? told : explored(run, l, t, eye === "god" && !tight);
  const map = run.plane ? territory(run, discs[l], t, tight || narrow, !tight) : [];
  if (!narrow) return [first.join(" · "), map.join(" · ")].filter(Boolean).join("\n");
  return [...first, ...(first.length + map.length > (tight ? 2 : 3) ? map.slice(-1) : map)].join("\n");
}

// Explored rounds and, with `foresight`, the share that the predictions alone would have got right. The learner's eye does
// not see that share: it hears nothing about a prediction that it does not propose.
function explored(run, l, t, foresight) {
  if (!run.everExplores[l]) return ["never explores"];
  const {explored, foreseen} = run.exploration(l, t);
  const own = foresight ? [`would have predicted ${percent(foreseen / t, 0)}${PERCENT}`] : [];
  return [`explored ${percent(explored / t)}${PERCENT}`, ...own];
}

// How many classes have territory, unless all have, and how much each round redraws; `apart`: on lines of their own.
function territory(run, {regions, shown}, t, apart, long) {
  const churn = regions.recentChurn(t), owners = new Set(shown.map(({k}) => k)).size;
  const some = owners < run.K && long ? ownersText(owners, run.K) : "";
  const rest = long && (apart || !some) ? " of its map per round" : "";
  return [some, Number.isNaN(churn) ? "" : `redraws ${percent(churn)}${PERCENT}${rest}`].filter(Boolean);
}

/** What stands below a disc while a handle is dragged, in one line: the disc keeps its size. A film has no ring of proposals.
 * @param {{plane: string, K: number, learners: {eta?: any}[]}} run
 */
export function draggedText({plane, K, learners}, l, disc) {
  if (plane === "sectors" && learners[l].eta) return "inner ring: when you let go";
  return plane ? ownersText(disc.shown.length, K) : "";
}

function ownersText(owners, K) { return `${owners} of ${K} classes ${owners === 1 ? "has" : "have"} territory`; }

// A learner's disc or panel for a screen reader.
export function described({run, discs}, l) {
  const regions = discs[l]?.shown, {words} = run.learners[l];
  if (!regions) return `${words}: proposals by class, and confusion`;
  if (run.plane !== "sectors") return `${words}, classes with territory: ${regions.map(({k}) => run.names[k]).join(", ")}`;
  const parts = regions.map(({k, from, width}) => `class ${run.names[k]} from ${compass(from)}° over ${degrees(width)}°`);
  return `${words}, prediction by direction: ${parts.join(", ")}`;
}

/** The ratios of all learners up to round t, for a screen reader.
 * @param {import("./payload").Run} run
 */
export function curvesText(run, t, recent) {
  if (!t) return "Right proposals: no round is played yet";
  const ratios = run.learners.map(({words}, l) => `${words} ${percent(run.ratio(l, t, recent), 0)} %`);
  return `Right proposals up to round ${t}: ${ratios.join(", ")}`;
}

// What happened in this round, in numbers.
export function sentenceOf({run, t, eye}) {
  if (t === 0) return "Before the first round: nothing is known, so all classes are tied.";
  const {x, y} = run.plane ? run.point(t) : {x: 0, y: 0}, where = run.plane ? `x lies ${whereIs(run.plane, x, y, run.d)}` : "";
  const what = [where, eye === "god" ? `class ${run.names[run.truth(t)]}` : ""].filter(Boolean).join(", ");
  const god = eye === "god", each = () => run.learners.map((_, l) => single(run, l, t, god)).join("; ");
  return `Round ${whole(t)}${what ? `: ${what}` : ""}. ${together(run, t, god) || each()}.`;
}

// One clause if all learners propose the same without exploring.
function together(run, t, god) {
  if (run.noisy && (!god || run.learners.some((_, l) => run.lied(l, t)))) return ""; // what they are told is not the truth
  const all = run.learners.map((_, l) => l), same = all.every((l) => run.proposal(l, t) === run.proposal(0, t) && !run.explored(l, t));
  if (!same || run.L < 2) return "";
  const who = run.L === 2 ? "Both" : "All", right = run.hit(0, t);
  const learnt = all.map((l) => [run.learners[l].words, learning(run, l, t)]).filter(([, text]) => text);
  const clauses = learnt.map(([words, text]) => `${words} ${text}`);
  return [`${who} propose ${run.names[run.proposal(0, t)]} and are ${right ? "right ✓" : "wrong ✗"}`, ...clauses].join("; ");
}

function single(run, l, t, god) {
  const name = (k) => run.names[k], learnt = learning(run, l, t);
  const said = run.explored(l, t)
    ? `predicts ${name(run.prediction(l, t))} but explores ${name(run.proposal(l, t))}` : `proposes ${name(run.proposal(l, t))}`;
  return `${run.learners[l].words} ${said}: ${outcome(run, l, t, god)}${learnt ? `, ${learnt}` : ""}`;
}

// Whether it was right and, if it was told otherwise, what it was told; the learner's eye knows only the latter.
function outcome(run, l, t, god) {
  const right = run.hit(l, t) ? "right ✓" : "wrong ✗", told = run.told(l, t) ? "✓" : "✗";
  if (!god && run.noisy && !run.learners[l].full) return `told ${told}`;
  return run.lied(l, t) ? `${right} but told ${told}` : right;
}

function learning(run, l, t) {
  const loss = run.loss(l, t);
  if (Number.isNaN(loss)) return "";
  return loss > 0 ? `learns from a loss of ${loss.toFixed(2)}` : "has no loss and learns nothing";
}
