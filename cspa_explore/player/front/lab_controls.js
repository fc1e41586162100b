// The state of the β Lab's buttons, sliders and words.

import {html, setHtml} from "./html.js";
import {besideHint} from "./lab_beside.js";
import {cardOf} from "./lab_card.js";
import {contestOf} from "./lab_contest.js";
import {roundOf} from "./lab_film.js";
import {statementsOf} from "./lab_theory.js";
import {percent, whole} from "./numbers.js";

const ROW = 26; // pixels of a row of the map
const LEAST = 62; // pixels of the map: its legend has three lines

/** Show what changes only with the data: the card, the learners, the choices.
 * @param {any} root
 * @param {import("./types").LabPicture} data
 */
export function showData(root, data) {
  const find = (selector) => root.querySelector(selector);
  root.classList.toggle("plain", !data.theory);
  for (const element of root.querySelectorAll(".symbol")) element.textContent = data.symbol;
  offer(find(".sigma"), data.sigmas);
  offer(find(".value"), data.names);
  setHtml(find(".card"), cardOf(data));
  setHtml(find(".contest"), contestOf(data));
  find(".averaging").textContent = data.beside?.answer ?? "";
  find(".averaging").hidden = !data.beside?.answer;
  find(".thin").textContent = besideHint(data.beside);
  find(".rounds").max = Math.max(0, (data.film?.rounds.length ?? 1) - 1);
  find(".map canvas").style.height = `${Math.max(LEAST, ROW * data.sigmas.length + 6)}px`;
}

// Offer the names in a list; one that offers them already stays as it is, with its choice, and open if it is open.
function offer(select, names) {
  if ([...select.options].map((option) => option.text).join("|") === names.join("|")) return;
  setHtml(select, html`${names.map((name, i) => html`<option value="${i}">${name}</option>`)}`);
}

/** Show the Lab's state in its controls.
 * @param {any} lab
 * @param {import("./types").LabView} view
 */
export function showControls(lab, view) {
  const {data, find, root, selected: {i, j}} = lab, {film} = data, {playing} = lab.clock;
  const press = (name, chosen) => {
    const buttons = root.querySelectorAll(`[data-${name}]`);
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset[name] === chosen));
  };
  press("axis", view.axis.scale);
  press("ink", view.local ? "local" : "whole");
  root.classList.toggle("oneaxis", !data.curves.x_log);
  find(".whole").hidden = !lab.zoom;
  find(".play").textContent = playing === "alpha" ? "Pause" : "Play α";
  find(".count").textContent = `α = ${lab.alpha.toFixed(2)}`;
  find(".widest").hidden = !data.theory || !lab.alpha;
  find(".scrub").value = Math.round(100 * lab.alpha);
  find("p.sentence").textContent = data.theory?.alpha ?? "";
  setHtml(find(".statements"), data.theory ? statementsOf(data.theory, lab.alpha) : html``);
  find(".start").textContent = playing === "rounds" ? "Pause" : "Play rounds";
  find(".rounds").disabled = find(".start").disabled = !film;
  find(".rounds").value = Math.round(lab.place);
  find(".after").textContent = `after round ${whole(film ? roundOf(film, lab.place) : data.T)}`;
  [find(".sigma").value, find(".value").value] = [i, j];
  find(".missing").textContent = missingRun(lab);
  find(".words").textContent = wordsOf(view.series[i], j);
  find(".use").textContent = `Use σ=${data.sigmas[i]}, ${data.symbol}=${data.names[j]}`;
}

/** A sentence if the run of the link, or the one selected before, is not in this sweep.
 * @param {{run: string | null, chosen: boolean, data: {symbol: string}}} lab
 */
export function missingRun({run, chosen, data}) {
  if (!run || chosen) return "";
  const [sigma, value] = run.split("_");
  return `The run σ=${sigma}, ${data.symbol}=${value} is not in this sweep; another one is selected.`;
}

/** @param {import("./types").Series} series */
export function wordsOf({y, sd}, j) {
  const mean = y[j], spread = sd[j];
  return mean === null ? "not played yet" : `${percent(mean)}${spread === null ? "" : ` ± ${percent(spread)}`} % right`;
}
