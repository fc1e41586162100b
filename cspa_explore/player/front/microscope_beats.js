// The Microscope's slow motion: the five beats of a round, played or stepped, on one large disc.

import {BEATS, Beats, beatView} from "./beats.js";
import {html} from "./html.js";
import {factsOfScene} from "./round_facts.js";

export const BEAT_BAR = html`<div class="beats" hidden role="group" aria-label="Beat by beat">
  <span class="beat-list">${BEATS.map((name, i) => html`<button data-beat="${i + 1}"><b>${i + 1}</b> ${name}</button>`)}</span>
  <button class="beat-play" title="Space">Pause</button>
  <p class="caption" role="status"></p>
</div>`;

export class BeatByBeat {
  on = false;
  arriving = 0; // the beat with which the next round begins; 0: no round is on its way

  constructor(scope) {
    this.scope = scope;
    this.clock = new Beats(scope.still);
  }

  toggle() {
    this.on = !this.on;
    this.arriving = 0;
    if (this.on) this.clock.begin(performance.now());
    this.clock[this.on && !this.scope.still ? "play" : "pause"](performance.now());
    this.show();
  }

  playOrPause() {
    if (!this.on) return this.toggle();
    this.clock[this.clock.playing ? "pause" : "play"](performance.now());
    this.show();
  }

  /** Show one beat of this round. */
  go(beat) {
    this.clock.playing = false;
    this.clock.begin(performance.now(), beat);
    this.show();
  }

  /** Go a beat on or back, also into the next or previous round. */
  step(by) {
    const carry = this.clock.step(by, performance.now());
    if (carry) this.toRound(carry);
    this.show();
  }

  // Ask for the next or previous round; until it has come, the end of this one stays.
  toRound(carry) {
    const {scene} = this.scope, t = scene.t + carry;
    if (t >= 1 && t <= scene.T) this.arriving = carry > 0 ? 1 : BEATS.length;
    else {
      this.clock.pause();
      this.clock.beat = carry > 0 ? BEATS.length : 1;
    }
    this.scope.go(t);
  }

  /** A new scene has come. */
  load(isNewRound) {
    if (!this.on || !isNewRound) return;
    if (this.arriving === BEATS.length) this.clock.pause();
    else this.clock.begin(performance.now());
    this.arriving = 0;
    this.show();
  }

  show() {
    const {root, find} = this.scope;
    root.classList.toggle("beating", this.on);
    find(".beats").hidden = !this.on;
    find("[data-act=beats]").setAttribute("aria-pressed", String(this.on));
    this.scope.draw();
  }

  /** Let time pass; return what to draw, or null without slow motion.
   * @returns {import("./types").BeatView | null}
   */
  frame(now) {
    const {clock, scope} = this;
    if (!this.on) return null;
    if (!this.arriving && clock.tick(now)) this.toRound(1);
    const [beat, share] = this.arriving ? [BEATS.length + 1 - this.arriving, 1] : [clock.beat, clock.share];
    const view = beatView(factsOfScene(scope.scene), beat, share);
    if (scope.root.dataset.beat !== String(beat) || scope.find(".caption").textContent !== view.caption) this.tell(view);
    setText(scope.find(".beat-play"), clock.playing ? "Pause" : "Play");
    return view;
  }

  tell({beat, caption}) {
    const {root, find} = this.scope;
    root.dataset.beat = String(beat);
    find(".caption").textContent = caption;
    for (const button of find(".beat-list").children) button.toggleAttribute("aria-current", button.dataset.beat === String(beat));
  }

  get moving() { return this.on && !this.arriving && this.clock.moving; }
}

function setText(element, text) { if (element.textContent !== text) element.textContent = text; }
