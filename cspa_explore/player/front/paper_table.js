// The table of the Paper page: one row per data set, one column per learner, the published number above ours.

import {html} from "./html.js";

/** @param {import("./types").DotChart} chart */
export function tableOf({rows, title}) {
  const names = [...new Set(rows.flatMap(({dots}) => dots.map(({name}) => name)))];
  return html`<table><caption class="hidden">${title}</caption>
    <thead><tr><th scope="col">Data set</th>${names.map((name) => html`<th scope="col">${name}</th>`)}
      <th scope="col">Winner</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.name}<small>${row.more}</small></th>
      ${names.map((name) => cellOf(row.dots.find((dot) => dot.name === name)))}
      <td class="${row.agrees === null ? "" : row.agrees ? "same" : "other"}">${row.verdict}
        ${row.agrees === null ? actionOf(row) : ""}</td></tr>`)}</tbody></table>`;
}

function cellOf(dot) {
  if (!dot) return html`<td class="none"><span aria-hidden="true">–</span></td>`;
  const line = (who, text, best) => html`<span class="${who}"><i>${who}</i> ${best ? html`<b>${text}</b>` : text}</span>`;
  const more = [dot.value, dot.apart].filter(Boolean).join(" · ");
  return html`<td><button data-open="${dot.opens}" title="${dot.title}">${line("paper", dot.paper_text, dot.paper_best)}
    ${line("ours", dot.ours_text, dot.ours_best)}<small class="${dot.far ? "far" : ""}">${more}</small></button></td>`;
}

// The button of a row: what is to be opened, or to be fetched.
export function actionOf({opens, action, name}) {
  return html`<button class="link" data-open="${opens}" aria-label="${name}: ${action}">${action}</button>`;
}
