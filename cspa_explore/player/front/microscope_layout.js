// The elements of the Microscope.

import {html} from "./html.js";
import {BEAT_BAR} from "./microscope_beats.js";
import {PICTURE_BUTTONS} from "./picture.js";

const SYMBOLS = "ŷ: its prediction, the highest score · ỹ: its proposal · score w·x: how strongly the weights of a class favour x";

export const LAYOUT = html`
  <div class="bar"><span class="who" role="group" aria-label="Learner"></span></div>
  <div class="bar">
    <span class="joined" role="group" aria-label="Round by round"><button data-go="-1" title="Previous round (←)">− 1</button><label
      >round <input class="round" type="number" min="1" step="1" aria-label="Round"></label><span class="of"></span><button
      data-go="1" title="Next round (→)">+ 1</button></span>
    <button class="strong" data-act="beats" aria-pressed="false" title="See, predict, propose, hear, update (S)">Beat by beat</button>
    <button data-jump="next_mistake" title="M">next ✗ mistake</button><button
      data-jump="next_right" title="The next right proposal that taught something">next ✓ right</button>
    <select class="worst" aria-label="Biggest changes"></select>
  </div>
  <div class="bar quiet">
    <label>what if it were told… <select class="told"><option value="">what really happened</option><option
      value="1">✓ right</option><option value="0">✗ wrong</option></select></label>
    <button class="home" title="x as it was in the run">reset x</button>
    <span class="notice" role="status" aria-live="polite"></span>
    ${PICTURE_BUTTONS}
  </div>
  ${BEAT_BAR}
  <div class="view first">
    <div class="pair"><figure class="then"><figcaption>before</figcaption><canvas class="before" role="img" tabindex="0"></canvas></figure>
    <figure class="now"><figcaption>after</figcaption><canvas class="after" role="img"></canvas></figure>
    <canvas class="images" role="img" hidden></canvas>
    <p class="hint"></p></div>
    <div class="numbers" role="group" aria-label="Scores and steps">
      <h2 class="title"></h2>
      <table class="scores">
        <thead><tr><th scope="col">class</th><th scope="col"><span class="hidden">prediction and proposal</span>ŷ ỹ</th><th
          scope="col" class="num key"><i class="was"></i>before</th><th scope="col" class="scale">score w·x<span
          class="ends"></span></th><th scope="col" class="num key"><i class="is"></i>after</th><th
          scope="col" class="num">change</th></tr></thead>
        <tbody></tbody>
      </table>
      <p class="symbols">${SYMBOLS}</p>
      <ol class="steps"></ol>
    </div>
  </div>
  <div class="view more">
    <div><h2>The rule with this round's numbers</h2>
      <p class="symbols">ℓ: loss, how far it is from a safe lead · τ: step, how far a class moves along x</p>
      <table class="equations"></table></div>
    <div><h2>What must hold, checked on the weights</h2><ul class="invariants"></ul>
    <div class="support" role="group" aria-label="Rivals"><h2>Which rivals get pushed down</h2>
      <p class="symbols">ℓᵢ: loss against rival i · S: support classes, the rivals above the dashed line, pushed down to it</p>
      <table></table></div></div>
  </div>
  <section class="rivals"><h2>The same round from the same weights, by another learner</h2>
  <div class="others"></div></section>`;
