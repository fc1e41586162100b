// Scores before and after on one scale, and the losses that a support-class step cuts at its water line.

// As many digits as the numbers of a formula have.
export const exact = (value) => (value === null ? "–" : String(Number((Math.abs(value) < 5e-13 ? 0 : value).toPrecision(4))).replaceAll("-", "−"));
export const shown = (value) => (value === null ? "–" : (Math.abs(value) < 5e-7 ? 0 : value).toFixed(Math.abs(value) >= 100 ? 1 : 3).replace("-", "−"));

// Rows of {name, before, after, mark, tau}: two bars each, from a common zero.
export function scoreBars(names, look) {
  const values = [...look.scores_before, ...look.scores_after, 0];
  const low = Math.min(...values), high = Math.max(...values), span = high - low || 1;
  const place = (value) => (100 * (value - low)) / span;
  const bar = (value, kind) => {
    const [from, to] = [place(Math.min(0, value)), place(Math.max(0, value))];
    return `<i class="${kind}" style="left:${from}%;width:${Math.max(0.4, to - from)}%"></i>`;
  };
  return names.map((name, k) => {
    const mark = [k === look.y_hat ? "ŷ" : "", k === look.y_tilde ? (look.correct ? "ỹ ✓" : "ỹ ✗") : ""].filter(Boolean).join(" ");
    return `<tr><th scope="row">${name}</th><td class="mark">${mark}</td><td class="num">${shown(look.scores_before[k])}</td>
      <td class="track"><b style="left:${place(0)}%"></b>${bar(look.scores_before[k], "was")}${bar(look.scores_after[k], "is")}</td>
      <td class="num">${shown(look.scores_after[k])}</td><td class="num">${shown(look.scores_after[k] - look.scores_before[k])}</td></tr>`;
  }).join("");
}

export function supportBars(names, {y, losses, inside, line}) {
  const top = Math.max(line, ...losses.map((loss) => loss ?? 0), 0.01) * 1.1;
  const rows = losses.map((loss, k) => k === y ? "" : `<tr><th scope="row">${names[k]}</th><td class="num">${shown(loss)}</td>
    <td class="track"><i class="${inside[k] ? "cut" : "was"}" style="left:0;width:${(100 * Math.max(0, loss)) / top}%"></i>
    ${inside[k] ? `<i class="is" style="left:0;width:${(100 * line) / top}%"></i>` : ""}<b style="left:${(100 * line) / top}%"></b></td>
    <td>${inside[k] ? "in S, cut at the line" : "not in S"}</td></tr>`);
  return rows.join("");
}
