// The decision: what to take, what the present value costs, and how that was scored.

import {html} from "./html.js";

/** @param {import("./types").LabPicture} data */
export function cardOf({card, symbol, waits}) {
  if (!card) return html`<p class="waiting">${waits.card}</p>`;
  const [name, amount, detail] = card.cost;
  const kind = card.fine ? "cost fine" : "cost";
  const cost = name ? html`<div class="${kind}"><p>${name}</p><p class="amount">${amount}</p><p class="quiet">${detail}</p></div>` : "";
  const use = card.same ? html`<button data-card="use" disabled>You use ${symbol} = ${card.name}</button>`
    : html`<button data-card="use" class="primary">Use ${symbol} = ${card.name}</button>`;
  return html`<div class="take"><p class="where">${card.where}${card.provisional ? html` <b class="badge">provisional</b>` : ""}</p>
      <h2 class="big">${card.title}</h2>
      <p>${card.tied}.</p>${card.more.map((text) => html`<p>${text}.</p>`)}</div>
    ${cost}
    <div class="scores">${card.scores.map((text) => html`<p>${text}.</p>`)}
      <div class="bar">${use}<button data-card="open">Open in the Arena</button></div></div>
    <p class="quiet how">${card.how}</p>`;
}
