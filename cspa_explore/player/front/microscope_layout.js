// The elements of the Microscope.

import {html} from "./html.js";
import {PICTURE_BUTTONS} from "./picture.js";

export const LAYOUT = html`
  <div class="bar"><span class="who" role="group" aria-label="Learner"></span></div>
  <div class="bar">
    <button data-go="-1" title="Previous round (←)">− 1</button>
    <label>round <input class="round" type="number" min="1" step="1" aria-label="Round"></label><span class="of"></span>
    <button data-go="1" title="Next round (→)">+ 1</button>
    <button data-jump="next_mistake" title="M">next ✗ mistake</button><button
      data-jump="next_right" title="The next right proposal that taught something">next ✓ right</button>
    <select class="worst" aria-label="Rounds that changed the most"></select>
    <label>suppose it is told <select class="told"><option value="">the truth</option><option
      value="1">right</option><option value="0">wrong</option></select></label>
    <button class="home" title="x as it was in the run">x back</button>
    ${PICTURE_BUTTONS}
    <span class="notice" role="status" aria-live="polite"></span>
  </div>
  <div class="view">
    <div class="pair"><figure><figcaption>before</figcaption><canvas class="before" role="img" tabindex="0"></canvas></figure>
    <figure><figcaption>after</figcaption><canvas class="after" role="img"></canvas></figure>
    <p class="hint"></p></div>
    <div class="numbers">
      <h6 class="title"></h6>
      <table class="scores">
        <thead><tr><th>class</th><th></th><th>before</th><th>scores w·x</th><th>after</th><th>change</th></tr></thead>
        <tbody></tbody>
      </table>
      <ol class="steps"></ol>
    </div>
  </div>
  <div class="view">
    <div><h6>The rule with this round's numbers</h6><table class="equations"></table></div>
    <div><h6>What must hold, checked on the weights</h6><ul class="invariants"></ul>
    <div class="support"><h6>Support class: losses ℓᵢ cut at the water line</h6><table></table></div></div>
  </div>
  <h6>The same round from the same weights, by another learner</h6>
  <div class="others"></div>`;
