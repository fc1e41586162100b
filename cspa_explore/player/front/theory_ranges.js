// The three statements about β, and the ranges of β as the β Lab draws them; they shrink with α.

import {pixels} from "./axes.js";
import {line, Surface} from "./canvas.js";
import {html, setHtml} from "./html.js";
import {short} from "./numbers.js";
import {drawTheoryBands} from "./theory_bands.js";
import {placeOf, valueAt} from "./theory_range.js";

const KEYS = ["theorem", "figure", "proof"]; // of the statements

/** @typedef {import("./types").TheoryRanges} TheoryRanges */

/**
 * Write the statements at this α; return the heading.
 * @param {any} element
 * @param {TheoryRanges} ranges
 */
export function drawRanges(element, {statements, bands, beta, K}, alpha) {
  setHtml(element, html`${statements.map((statement, i) => html`<div class="row ${KEYS[i]}">
    <span class="label">${statement.who} ${statement.formula}</span>
    <span class="value">${statement.formula.startsWith("β =") ? "=" : "<"} ${short(valueAt(statement, alpha))}</span></div>`)}`);
  const inside = beta === null ? "" : ` This run's β = ${short(beta)} is ${placeOf(beta, bands, alpha)} at α = ${alpha.toFixed(2)}.`;
  return `Three statements about β for ${K} classes.${inside}`;
}

export class RangeStrip {
  constructor(canvas) {
    this.surface = new Surface(canvas);
  }

  /** Draw the bands on an axis of β, with the run's β. @param {TheoryRanges} ranges */
  draw({bands, beta}, alpha, theme) {
    const {surface} = this, high = Math.min(1, 1.1 * bands[1].high);
    surface.fit();
    if (!surface.width) return;
    const context = surface.begin(), box = {left: 8, right: surface.width - 8, top: 20, bottom: surface.height - 20};
    const axis = /** @type {any} */ ({scale: "linear", low: 0, high}), x = pixels(axis, box.left, box.right);
    context.font = `13px ${theme.font}`;
    const {labels} = drawTheoryBands(context, {bands, axis, x, alpha, box, theme});
    Object.assign(context, {strokeStyle: theme.text, fillStyle: theme.text, lineWidth: 1, textBaseline: "top", textAlign: "left"});
    line(context, box.left, box.bottom, box.right, box.bottom);
    context.fillText("0", box.left, box.bottom + 4);
    const shown = beta !== null && beta <= high, words = shown ? `this run: β = ${short(beta)}` : "";
    if (shown) {
      const half = context.measureText(words).width / 2, at = x(beta);
      context.lineWidth = 2.5;
      line(context, at, box.top, at, box.bottom);
      context.textAlign = "center";
      context.fillText(words, Math.min(box.right - half, Math.max(box.left + half + 14, at)), box.bottom + 4);
    }
    const said = labels.map(({text}) => text).join(", ");
    surface.canvas.setAttribute("aria-label", `Ranges of β at α = ${alpha.toFixed(2)}: ${said}${words && `; ${words}`}`);
  }
}
