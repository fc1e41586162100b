// The elements of the player: figures, charts, controls, and places for text.

import {html} from "./html.js";
import {dashes} from "./marks.js";
import {PICTURE_BUTTONS} from "./picture.js";

const STEPS = html`<span class="group steps"><button data-do="step" data-with="-1" title="One round back (←)">◀ 1</button><button
      data-do="step" data-with="1" title="One round on (→)">1 ▶</button></span>
    <button class="beats" data-do="beats" aria-pressed="false" title="Slow motion: one round in five steps (S)">Beat by beat</button>`;
const JUMPS = html`<span class="group jumps" role="group" aria-label="Jumps of the marked learner">
    <button data-do="jump" data-with="mistake" title="Next wrong proposal of the marked learner (M)">next ✗</button><button
      data-do="jump" data-with="exploration"
      title="Next round in which the learner proposed something other than its prediction (E)">next ●</button><button
      data-do="jump" data-with="region"
      title="Next round whose update moves 1 % of the map or more (B)">next border</button><button
      data-do="jump" data-with="biggest" title="The update that changed the map most (V)">biggest step</button></span>`;
const EYES = html`<span class="group eyes" role="group" aria-label="Whose eyes"><button data-do="eye" data-with="god"
      title="The true classes are shown (G)">God's eye</button><button data-do="eye" data-with="learner"
      title="Only what the learner has been told (G)">Learner's eye</button></span>`;
const MENU = html`<details class="menu"><summary title="Branch, pin, picture, axes" aria-label="More">⋯</summary>
    <div class="items">
      <button data-do="ask" data-with="branch"
        title="Continue from this round with another parameter, beside the old future">Branch here</button>
      <button data-do="ask" data-with="pin" class="pin"
        title="Keep these curves in grey while you change settings">Pin this run</button>
      ${PICTURE_BUTTONS}
      <button data-save="film" title="Record the animation between two rounds as a video file (WebM)">Film for slides…</button>
      <button data-save="file"
        title="One HTML file that plays this run in any modern browser, without Python or a network">Replay file</button>
      <label><input type="checkbox" class="log"> logarithmic time axis</label>
      <label><input type="checkbox" class="recent"> % right in the last 100 rounds</label>
      <span class="group zoom">Cells of the tape <button data-do="zoom" data-with="1" title="Larger cells">+</button><button
        data-do="zoom" data-with="-1" title="Smaller cells">−</button></span>
    </div></details>`;

export const LAYOUT = html`
  <h1 class="headline"></h1>
  <p class="why"></p>
  <div class="handles"></div>
  <div class="discs"></div>
  <div class="details"></div>
  <p class="legend"></p>
  <div class="graph"><canvas role="img"></canvas><div class="offer" hidden></div></div>
  <div class="bar transport">
    <button class="play" data-do="toggle" title="Play or pause (Space)"></button>
    <input class="scrub" type="range" min="0" max="1000" value="0" step="1" aria-label="Round">
    <output class="count"></output>
  </div>
  <div class="bar choices">${STEPS}${JUMPS}
    <label>speed <select class="speed"></select></label>${EYES}${MENU}</div>
  <div class="tape"><canvas role="img" aria-label="One cell per round and learner: right, wrong, explored"></canvas>
    <p class="key"></p></div>
  <p class="sentence"><span class="words"></span>
    <button class="look" data-do="ask" data-with="microscope" title="Open this round of the marked learner in the Microscope">
      Look inside this round</button></p>
  <p class="notice" role="status" aria-live="polite"></p>
  <div class="try"></div>
  <div class="hidden" aria-live="polite"></div>
  <dialog class="slides"></dialog>`;

// A learner's place: name and ratio, drawing, facts.
export function figures(learners) {
  return html`${learners.map((_, l) => html`<figure data-l="${l}">
    <figcaption><button class="name" data-do="focus" data-with="${l}"
      title="Mark this learner: jumps, handles and the Microscope follow it"></button><output class="ratio"></output></figcaption>
    <canvas role="img"></canvas><div class="facts"></div></figure>`)}`;
}

// A learner's name after a piece of its line.
export function nameOf({words, colour, dash}) {
  return html`<svg aria-hidden="true"><line x1="0" y1="3" x2="30" y2="3" stroke="${colour}" stroke-width="3.5"
    stroke-dasharray="${dashes(dash).join(",")}"/></svg>${words}`;
}
