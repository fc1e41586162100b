// The elements of the β Lab.

import {html} from "./html.js";
import {PICTURE_BUTTONS} from "./picture.js";

export const LAYOUT = html`
  <section class="card" aria-label="Decision" aria-live="polite"></section>
  <p class="answer averaging" aria-live="polite" hidden></p>
  <div class="stage">
    <div class="main">
      <div class="bar scales">
        <span class="bar alpha"><button class="play" title="Let α run from 0 to 1: the theory range shrinks">Play α</button>
          <input class="scrub" type="range" min="0" max="99" value="0" step="1" aria-label="α of the theorem">
          <output class="count"></output></span>
        <span class="group" role="group" aria-label="Axis of the values">
          <button data-axis="linear" aria-pressed="false">linear</button><button data-axis="log" aria-pressed="false">log</button></span>
        <button class="whole" hidden title="Show all values again">Reset zoom</button>
        <span class="hint widest" hidden>card and sidebar: the widest range, at α = 0</span>
        <span class="hint thin"></span><span class="hint how-to">zoom: drag, or + and −</span>
      </div>
      <div class="graph"><canvas role="img" tabindex="0"></canvas><div class="tip" hidden></div></div>
      <div class="bar over">
        <span class="legend">σ × <span class="symbol"></span><span class="how-to">: a click selects a run,
          a second click opens it</span></span>
        <span class="group" role="group" aria-label="Colours of the map">
          <button data-ink="local" aria-pressed="true"
            title="Colours from the lowest to the highest ratio of this map">local</button><button
            data-ink="whole" aria-pressed="false" title="Colours from 0 to 100 %">0–100 %</button></span>
      </div>
      <div class="map"><canvas role="img" tabindex="0"></canvas></div>
      <div class="bar time">
        <button class="start" title="Watch the curves form: a small value learns slowly and wins late, or never">Play rounds</button>
        <input class="rounds" type="range" min="0" max="0" value="0" step="1" aria-label="After which round">
        <output class="after"></output>
      </div>
      <details class="theory"><summary>What the theory says</summary>
        <p class="sentence"></p><table class="statements"></table>
        <p class="quiet">In the chart, the theory range is tinted, and hatched where only the proof covers β.</p></details>
    </div>
    <aside class="beside" aria-label="Learners and the selected run">
      <section class="contest" aria-label="Each learner at its own best"></section>
      <section class="run" aria-label="The selected run">
        <h2>Selected run</h2>
        <div class="bar choose">
          <label>σ <select class="sigma"></select></label><label><span class="symbol"></span> <select class="value"></select></label></div>
        <p class="missing quiet"></p>
        <p class="words" role="status"></p>
        <div class="preview"><canvas role="img"></canvas></div>
        <div class="bar"><button class="use">Use this value</button><button class="open">Open in the Arena</button></div>
      </section>
    </aside>
  </div>
  <div class="bar foot">${PICTURE_BUTTONS}<span class="notice" role="status" aria-live="polite"></span></div>`;
