// The Microscope's tables of scores and of losses, with bars before and after.

import {html} from "./html.js";
import {fixed} from "./numbers.js";
import {scoreRows, supportRows} from "./score_rows.js";

const THINNEST = 0.004; // of the width: a bar that is seen

/** @param {import("./types").Look} look */
export function scoreTable(look) {
  const {rows, zero} = scoreRows(look);
  const bar = ([from, to], kind) => html`<i class="${kind}" style="left:${100 * from}%;width:${100 * Math.max(THINNEST, to - from)}%"></i>`;
  return html`${rows.map(({name, mark, before, after, change, was, is}) => html`<tr>
    <th scope="row">${name}</th><td class="mark">${mark}</td><td class="num">${fixed(before)}</td>
    <td class="track"><b style="left:${100 * zero}%"></b>${bar(was, "was")}${bar(is, "is")}</td>
    <td class="num">${fixed(after)}</td><td class="num">${fixed(change)}</td></tr>`)}`;
}

/**
 * @param {string[]} names
 * @param {import("./types").Support} support
 */
export function supportTable(names, support) {
  const {rows, line} = supportRows(names, support);
  const bar = (share, kind) => html`<i class="${kind}" style="left:0;width:${100 * share}%"></i>`;
  return html`${rows.map(({name, loss, was, is, words}) => html`<tr>
    <th scope="row">${name}</th><td class="num">${fixed(loss)}</td>
    <td class="track">${bar(was, is === null ? "was" : "cut")}
    ${is === null ? "" : bar(is, "is")}<b style="left:${100 * line}%"></b></td>
    <td>${words}</td></tr>`)}`;
}
