// Everything of the Microscope that is text: controls, tables, lists and cards, filled from a scene.

import {pieces} from "./formula.js";
import {html, setHtml} from "./html.js";
import {learningText, otherText, suppositionOf, titleOf, truthOf, unableText} from "./microscope_text.js";
import {exact, whole} from "./numbers.js";
import {scaleEnds, scoreTable, supportTable} from "./score_table.js";

/** @typedef {import("./types").Scene} Scene */

/** Fill the elements that `find` returns.
 * @param {(selector: string) => any} find
 * @param {Scene} scene
 */
export function fillTables(find, scene) {
  const {look} = scene;
  fillControls(find, scene);
  find(".notice").textContent = suppositionOf(scene);
  find(".title").textContent = titleOf(scene);
  const hint = scene.plane ? html`<span class="drag">Drag x: every number is computed anew.</span>` : scene.why ?? "";
  setHtml(find(".hint"), html`${hint} ${[truthOf(scene), learningText(scene)].filter(Boolean).join(" ")}`);
  setHtml(find(".scores .ends"), scaleEnds(scene));
  setHtml(find(".scores tbody"), scoreTable(scene));
  setHtml(find(".steps"), html`${look.steps.map((step) => html`<li>${formula(step)}</li>`)}`);
  setHtml(find(".equations"), html`${look.equations.map(([text, numbers, result, holds]) => html`<tr>
    <th scope="row">${formula(text)}</th><td>= ${numbers}</td><td>= ${exact(result)} ${holds ? "✓" : "✗ does not hold"}</td></tr>`)}`);
  setHtml(find(".invariants"), html`${look.invariants.map(([name, value, holds]) =>
    html`<li>${formula(`${holds ? "✓" : "✗ does not hold:"} ${name} (${value})`)}</li>`)}`);
  find(".support").hidden = !look.support;
  if (look.support) setHtml(find(".support table"), supportTable(look.names, look.support));
  setHtml(find(".others"), otherCards(scene));
}

/** @param {Scene} scene */
function fillControls(find, scene) {
  setHtml(find(".who"), html`${scene.learners.map(({words}, i) =>
    html`<button data-who="${i}" aria-pressed="${i === scene.which}">${words}</button>`)}`);
  const round = find(".round");
  round.max = scene.T;
  if (round.getRootNode().activeElement !== round) round.value = scene.t;
  find(".of").textContent = `of ${whole(scene.T)}`;
  find(".told").value = scene.told === null ? "" : scene.told ? "1" : "0";
  find(".home").hidden = !scene.moved;
  const worst = find(".worst"), {rounds, measure} = scene.worst;
  worst.disabled = !rounds;
  worst.title = `By the ${measure}`;
  const size = (value) => (measure.startsWith("share") ? `${(100 * value).toFixed(1)} %` : value.toFixed(3));
  const what = `biggest changes ${scene.plane ? "to the map" : "of the weights"}`;
  setHtml(worst, html`<option value="">${rounds ? what : `${what}: not known yet`}</option>${
    (rounds ?? []).map(([t, value]) => html`<option value="${t}">round ${t}: ${size(value)}</option>`)}`);
}

// Subscripts as elements.
function formula(text) { return pieces(text).map((part, i) => (i % 2 ? html`<sub>${part}</sub>` : part)); }

// A card per learner that can continue from these weights.
function otherCards(scene) {
  const cards = scene.others.filter(({reason}) => !reason).map((other) => html`<figure class="other">
    <figcaption>${other.words}</figcaption>${scene.plane ? html`<canvas></canvas>` : ""}<p>${otherText(other, scene.look.names)}</p>${
    other.about ? html`<p class="about">${other.about}</p>` : ""}</figure>`);
  return html`${cards}<p class="cannot">${unableText(scene)}</p>`;
}
