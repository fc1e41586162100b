// A round in words: what happened, what each disc shows, and what a screen reader says of it.

export function factsOf({run, t, discs}, l) {
  const told = run.learners[l].full ? "told every label · " : "";
  if (!run.plane) return told + (t ? `this run: ${(100 * run.ratio(l, t, false)).toFixed(1)}\u00a0% right` : "");
  const churn = discs[l].regions.recentChurn(t);
  return `${told}regions ${discs[l].alive}/${run.K}${Number.isNaN(churn) ? "" : ` · churn ${(100 * churn).toFixed(1)} %`}`;
}

export function described({run, discs}, l) {
  const regions = discs[l]?.shown;
  if (!regions) return `${run.learners[l].words}: proposals by class, and confusion`;
  const degrees = (angle) => Math.round((((angle * 180) / Math.PI) % 360 + 360) % 360);
  return `${run.learners[l].words}, prediction by direction: ` + regions.map(({k, from, width}) =>
    width === undefined ? `class ${run.names[k]}` : `class ${run.names[k]} from ${degrees(from)}° over ${Math.round((width * 180) / Math.PI)}°`).join(", ");
}

// What happened in this round, in numbers.
export function sentenceOf({run, t, eye}) {
  const god = eye === "god";
  if (t === 0) return "Before the first round: nothing is known, so all classes are tied.";
  const where = run.plane === "sectors" ? ` x at ${Math.round((((run.point(t).angle * 180) / Math.PI) + 360) % 360)}°` : run.plane ? ` x at (${run.point(t).x.toFixed(2)}, ${run.point(t).y.toFixed(2)})` : "";
  const parts = run.learners.map(({words, full}, l) => {
    const hit = run.hit(l, t), loss = run.loss(l, t);
    const wide = run.explored(l, t) ? ` (predicted ${run.names[run.prediction(l, t)]}, explored)` : "";
    const learnt = Number.isNaN(loss) ? "" : loss > 0 ? `, loss ${loss.toFixed(2)}` : ", loss 0: nothing to learn";
    return `${words} proposes ${run.names[run.proposal(l, t)]}${wide}, ${hit ? "✓ right" : "✗ wrong"}${learnt}`;
  });
  const what = [where.trim(), god ? `class ${run.names[run.truth(t)]}` : ""].filter(Boolean).join(", ");
  return `Round ${t.toLocaleString("en")}${what ? `: ${what}` : ""}. ${parts.join("; ")}.`;
}
