// What the marks of the stage mean, in one line below the discs and beside the tape.

import {html} from "./html.js";
import {chosenPercent} from "./numbers.js";

/** @param {import("./payload").Run} run */
export function legendOf(run, eye) {
  const grid = run.plane === "grid", cones = run.plane === "sectors" || (grid && run.normalised);
  const ringed = cones ? run.learners.filter((_, l) => run.arrays["A" + l] || run.arrays["P" + l]) : []; // that add a width
  const full = run.learners.some((learner) => learner.full);
  const parts = eye === "god" ? [
    "colour: class it would predict here",
    "○ right × wrong, last 50 rounds",
    grid ? "" : "arrows: weights",
    cones ? "outer ring: true classes" : "dots: instances in the colour of their class",
    "◉ this round",
  ] : [
    "only what it knows",
    "colour: class it would predict here",
    "✓2 it is 2",
    "≠2 it is not 2",
    "older or crowded: ● it is, ⊘ it is not",
    full ? "full feedback: always ✓" : "",
    run.noisy ? `${chosenPercent(run.noisy)} % of the answers are flipped` : "",
    grid ? "" : "arrows: weights",
    "◉ this round, class unknown",
  ];
  if (ringed.length) parts.push(`inner ring: what ${[...new Set(ringed.map(({label}) => label))].join(" or ")} would propose`);
  return parts.filter(Boolean).join(" · ");
}

/** @param {import("./payload").Run} run */
export function tapeKey(run, eye) {
  const told = run.noisy && eye !== "god" ? "told " : "";
  const explored = run.everExplores.some(Boolean) ? html`<span><i class="dot"></i> explored</span>` : html``;
  return html`<span>✓ ${told}right</span> <span><b>✗</b> ${told}wrong</span> ${explored}`;
}
