// Each learner at its own best: one bar per learner, which opens that run.

import {html} from "./html.js";

/** @param {import("./types").LabPicture} data */
export function contestOf({contest: {chart, note, answer}, waits}) {
  const bars = chart.bars.map(({name, more, value, sd, colour, text, opens, title}) => {
    const [low, high] = sd === null ? [0, 0] : [Math.max(0, value - sd), Math.min(1, value + sd)];
    const spread = sd === null ? "" : html`<u style="left: ${100 * low}%; width: ${100 * (high - low)}%"></u>`;
    return html`<li><button data-learner="${opens}" title="Open this run in the Arena">
      <span class="name">${name}</span> <span class="more">${more.replaceAll(" = ", "\u00a0=\u00a0")}</span>
      <span class="ratio">${text}</span>
      <span class="track" aria-hidden="true"><i style="width: ${100 * value}%; background: ${colour}"></i>${spread}</span>
      <small>${title}</small></button></li>`;
  });
  const list = bars.length ? html`<ol>${bars}</ol>` : html`<p class="quiet">${waits.contest}</p>`;
  const said = answer ? html`<p class="answer">${answer}</p>` : "";
  return html`<h2>Each learner at its own best</h2>${said}${list}<p class="quiet">${note}</p>`;
}
