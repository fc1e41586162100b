// The three statements about β as bars from 0 to the largest β shown; they shrink with α.

import {html, setHtml} from "./html.js";
import {short} from "./numbers.js";

/** @param {import("./types").TheoryRanges} ranges */
export function drawRanges(element, ranges, alpha) {
  const {theorem, figure, proof, beta, K} = ranges, end = Math.min(1, 1.1 * proof), left = 1 - alpha;
  const share = (value) => `${(100 * Math.min(1, value / end)).toFixed(2)}%`;
  const rows = [
    ["theorem", "Theorem: β = (1−α)/(K−1)", `= ${short(left * theorem)}`, 0, left * theorem],
    ["figure", "Figures: 0 < β < 1/(K−1)", `< ${short(figure)}`, 0, figure],
    ["proof", "Proof: β < 2(1−α)/(K−1)", `< ${short(left * proof)}`, 0, left * proof],
  ];
  setHtml(element, html`${rows.map(([key, label, value]) => html`
    <div class="row ${key}"><span class="label">${label}</span><span class="track" aria-hidden="true"><b></b><i></i></span>
      <span class="value">${value}</span></div>`)}`);
  rows.forEach(([key, , , , high]) => {
    const bar = element.querySelector(`.${key} b`), mark = element.querySelector(`.${key} i`);
    if (key === "theorem") Object.assign(bar.style, {left: `calc(${share(high)} - 3px)`, width: "6px"});
    else Object.assign(bar.style, {left: "0", width: share(high)});
    mark.hidden = beta === null || beta > end;
    if (beta !== null) mark.style.left = share(beta);
  });
  const inside = beta === null ? "" : beta < left * proof - 1e-12
    ? ` This run's β = ${short(beta)} (vertical line) is covered at α = ${alpha.toFixed(2)}.`
    : ` This run's β = ${short(beta)} (vertical line) is not covered at α = ${alpha.toFixed(2)}.`;
  return `Three statements about β for ${K} classes.${inside}`;
}
