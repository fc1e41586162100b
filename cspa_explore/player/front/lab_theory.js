// What the theory says about β for an α: sentences, and the paper's three statements side by side.

import {html} from "./html.js";
import {rangesAt, valueAt} from "./theory_range.js";

/** @typedef {import("./types").LabTheory} LabTheory */

/** @param {LabTheory} theory */
export function theoryOf(K, theory, alpha) {
  const {theorem, proof} = rangesAt(theory, alpha);
  return `Theory range for ${K} classes and α = ${alpha.toFixed(2)}: β up to (1−α)/(K−1) = ${theorem.toFixed(3)} (tinted). ` +
    `The proof extends to ${proof.toFixed(3)} (hatched). ${theory.alpha}`;
}

/** The table of the statements, one column each, with their values at this α. @param {LabTheory} theory */
export function statementsOf({statements}, alpha) {
  const at = (statement) => `${valueAt(statement, alpha).toFixed(3)}${statement.shrinks ? ` at α = ${alpha.toFixed(2)}` : ""}`;
  return html`<caption class="hidden">The paper's three statements about β</caption>
    <thead><tr>${statements.map(({who}) => html`<th scope="col">${who}</th>`)}</tr></thead>
    <tbody><tr>${statements.map(({formula}) => html`<td>${formula}</td>`)}</tr>
      <tr>${statements.map((statement) => html`<td>${at(statement)}</td>`)}</tr></tbody>`;
}
