// A round of the Arena in words: what happened, what each disc shows, and its description for screen readers.

import {compass, degrees, percent, whole} from "./numbers.js";

// What stands below a learner's disc.
export function factsOf({run, t, discs}, l) {
  const told = run.learners[l].full ? "told every label · " : "";
  if (!run.plane) return told + (t ? `this run: ${percent(run.ratio(l, t, false))}\u00a0% right` : "");
  const {regions, shown} = discs[l], churn = regions.recentChurn(t);
  return `${told}regions ${shown.length}/${run.K}${Number.isNaN(churn) ? "" : ` · churn ${percent(churn)} %`}`;
}

// A learner's disc or panel for a screen reader.
export function described({run, discs}, l) {
  const regions = discs[l]?.shown, {words} = run.learners[l];
  if (!regions) return `${words}: proposals by class, and confusion`;
  const parts = regions.map(({k, from, width}) => `class ${run.names[k]}` +
    (width === undefined ? "" : ` from ${compass(from)}° over ${degrees(width)}°`));
  return `${words}, prediction by direction: ${parts.join(", ")}`;
}

// What happened in this round, in numbers.
export function sentenceOf({run, t, eye}) {
  if (t === 0) return "Before the first round: nothing is known, so all classes are tied.";
  const parts = run.learners.map(({words}, l) => {
    const loss = run.loss(l, t);
    const wide = run.explored(l, t) ? ` (predicted ${run.names[run.prediction(l, t)]}, explored)` : "";
    const learnt = Number.isNaN(loss) ? "" : loss > 0 ? `, loss ${loss.toFixed(2)}` : ", loss 0: nothing to learn";
    return `${words} proposes ${run.names[run.proposal(l, t)]}${wide}, ${run.hit(l, t) ? "✓ right" : "✗ wrong"}${learnt}`;
  });
  const what = [whereIs(run, t), eye === "god" ? `class ${run.names[run.truth(t)]}` : ""].filter(Boolean).join(", ");
  return `Round ${whole(t)}${what ? `: ${what}` : ""}. ${parts.join("; ")}.`;
}

function whereIs(run, t) {
  if (!run.plane) return "";
  const {x, y, angle} = run.point(t);
  return run.plane === "sectors" ? `x at ${compass(angle)}°` : `x at (${x.toFixed(2)}, ${y.toFixed(2)})`;
}
