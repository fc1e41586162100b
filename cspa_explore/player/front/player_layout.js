// The elements of the player: panels, controls, help, and places for text.

import {html} from "./html.js";
import {KEYS} from "./keys.js";
import {dashes} from "./marks.js";
import {PICTURE_BUTTONS} from "./picture.js";

// What is drawn, for the help.
const LEGEND = [
  ["tint, digit", "the class that is predicted there, before the update of this round; " +
    "with Confidit, the ring inside the rim is what is proposed"],
  ["arrows", "the weights of the classes; a class has a region if its tip is a corner of the dashed hull"],
  ["large mark", "x of this round: circled if the proposal was right, crossed if it was wrong"],
  ["small ○ ×", "the last 50 rounds, right and wrong, fading"],
  ["dots, outer ring", "all instances before they are scaled to norm 1, and the true classes by direction"],
  ["regions 3/4", "how many of the classes own a part of the disc, however thin"],
  ["churn", "share of the disc that changes its class in a round, mean of the last 100"],
  ["tape", "one cell per round: ✓ right, ✗ wrong, ● explored (the proposal was not the prediction)"],
];
const HELP = [...LEGEND, ...KEYS].map(([key, what]) => html`<div><dt>${key}</dt><dd>${what}</dd></div>`);

const JUMPS = html`<span class="jumps">next
    <button data-do="jump" data-with="mistake" title="Next wrong proposal of the marked learner (M)">✗ mistake</button>
    <button data-do="jump" data-with="exploration"
      title="Next round in which the proposal was not the prediction (E)">● exploration</button>
    <button data-do="jump" data-with="region"
      title="Next round whose update moves 1 % of the disc or more (B)">◔ region</button></span>`;
const EYES = html`<span class="eyes" role="group" aria-label="Whose eyes"><button data-do="eye" data-with="god"
      title="True classes are shown (G)">God's eye</button><button data-do="eye" data-with="learner"
      title="Only what the learner is told (G)">Learner's eye</button></span>`;

export const LAYOUT = html`
  <p class="why"></p>
  <div class="stage">
    <div class="discs"></div>
    <div class="graph"><canvas role="img"></canvas><div class="tip" hidden></div></div>
  </div>
  <p class="classes"></p>
  <div class="tape"><canvas role="img" aria-label="One cell per round and learner: right, wrong, explored"></canvas>
    <div class="zoom"><button data-do="zoom" data-with="1" title="Larger cells">+</button><button
      data-do="zoom" data-with="-1" title="Smaller cells">−</button></div></div>
  <div class="bar">
    <button class="play" data-do="toggle" title="Space">Play</button>
    <button data-do="step" data-with="-1" title="One round back (←)">− 1</button>
    <button data-do="step" data-with="1" title="One round on (→)">+ 1</button>
    <input class="scrub" type="range" min="0" max="1000" value="0" step="1" aria-label="Round">
    <output class="count"></output>
  </div>
  <div class="bar choices">
    ${JUMPS}
    <label>speed <select class="speed"></select></label>
    ${EYES}
    <label><input type="checkbox" class="log"> log time</label>
    <label><input type="checkbox" class="recent"> last 100</label>
  </div>
  <p class="sentence"></p>
  <div class="bar extras">
    <button data-do="ask" data-with="microscope" title="Look inside this round">Open in Microscope</button>
    <button data-do="ask" data-with="branch"
      title="Go on from this round with another parameter, beside the old future">Branch here</button>
    <button data-do="ask" data-with="pin" class="pin"
      title="Keep these curves as ghosts while you change settings">Pin this run</button>
    <button data-do="link" title="Copy the link to this round (L)">Copy link</button>
    <button data-do="present" title="Full screen, large type (P)">Present</button>
    <button data-do="help" title="What is drawn, and the keys (H)">Help</button>
    ${PICTURE_BUTTONS}
    <span class="notice" role="status" aria-live="polite"></span>
  </div>
  <dl class="help" hidden>${HELP}</dl>
  <div class="hidden" aria-live="polite"></div>`;

// A learner's place: name, drawing, facts.
export function figures(learners) {
  return html`${learners.map((_, l) => html`<figure data-l="${l}">
    <figcaption><button class="name" data-do="focus" data-with="${l}"
      title="Jumps and the Microscope follow the marked learner"></button></figcaption>
    <canvas role="img"></canvas><div class="facts"></div></figure>`)}`;
}

// A learner's name after a piece of its line.
export function nameOf({words, colour, dash}) {
  return html`<svg aria-hidden="true"><line x1="0" y1="3" x2="30" y2="3" stroke="${colour}" stroke-width="3.5"
    stroke-dasharray="${dashes(dash).join(",")}"/></svg>${words}`;
}
