// What the theory says about β: a sentence for this α, and the paper's three statements side by side.

import {html} from "./html.js";
import {rangesAt} from "./theory_range.js";

/** @typedef {import("./types").LabTheory} LabTheory */

/** @param {LabTheory} theory */
export function theoryOf(K, theory, alpha) {
  const {theorem, proof} = rangesAt(theory, alpha);
  return `Theory range for ${K} classes and α = ${alpha.toFixed(2)}: β up to (1−α)/(K−1) = ${theorem.toFixed(3)} (tinted). ` +
    `The proof extends to ${proof.toFixed(3)} (hatched). ${theory.alpha}`;
}

/** The rows of the table of statements, at α = 0. @param {LabTheory} theory */
export function statementsOf({statements}) {
  return html`<caption class="hidden">The paper's three statements about β</caption>
    <thead><tr><th scope="col">who</th><th scope="col">statement</th><th scope="col">at α = 0</th></tr></thead>
    <tbody>${statements.map(({who, formula, value}) =>
      html`<tr><th scope="row">${who}</th><td>${formula}</td><td>${value.toFixed(3)}</td></tr>`)}</tbody>`;
}
