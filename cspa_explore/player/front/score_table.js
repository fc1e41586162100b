// The Microscope's tables of scores and of losses, with bars before and after.

import {html} from "./html.js";
import {exact, fixed} from "./numbers.js";
import {scoreRows, supportRows} from "./score_rows.js";

const THINNEST = 0.004; // of the width: a score of 0
const MARKS = ["hat", "tilde", "answer"]; // shown from beat 2, 3 and 4 on

/** @param {import("./types").Scene} scene */
export function scoreTable(scene) {
  const {rows, zero} = scoreRows(scene);
  const bar = ([from, to], kind) => html`<i class="${kind}" style="left:${100 * from}%;width:${100 * Math.max(THINNEST, to - from)}%"></i>`;
  return html`${rows.map(({name, marks, before, after, change, was, is}) => html`<tr>
    <th scope="row">${name}</th><td class="mark">${marks.map((mark, i) => html`<span class="${MARKS[i]}">${mark}</span> `)}</td>
    <td class="num">${fixed(before)}</td>
    <td class="track"><b style="left:${100 * zero}%"></b>${bar(was, "was")}${bar(is, "is later")}</td>
    <td class="num later">${fixed(after)}</td><td class="num later">${fixed(change)}</td></tr>`)}`;
}

/** The ends of the scale of the scores.
 * @param {import("./types").Scene} scene
 */
export function scaleEnds(scene) {
  const {end} = scoreRows(scene);
  return html`<span>${exact(-end)}</span><span>0</span><span>${exact(end)}</span>`;
}

/**
 * @param {string[]} names
 * @param {import("./types").Support} support
 */
export function supportTable(names, support) {
  const {rows, line} = supportRows(names, support);
  const bar = (share, kind) => html`<i class="${kind}" style="left:0;width:${100 * share}%"></i>`;
  return html`<thead><tr><th scope="col">rival</th><th scope="col" class="num">ℓᵢ</th><th scope="col">loss and line</th><th
    scope="col">in S?</th></tr></thead><tbody>${rows.map(({name, loss, was, is, words}) => html`<tr>
    <th scope="row">${name}</th><td class="num">${fixed(loss)}</td>
    <td class="track">${bar(was, is === null ? "was" : "cut")}
    ${is === null ? "" : bar(is, "is")}<b style="left:${100 * line}%"></b></td>
    <td>${words}</td></tr>`)}</tbody>`;
}
