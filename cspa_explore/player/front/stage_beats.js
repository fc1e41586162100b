// Slow motion on the stage: all learners go through the five beats of a round together, each with its own caption.

import {BEATS, Beats, beatView, captionsOf} from "./beats.js";
import {factsOfRun} from "./round_facts.js";

const HEARS = 4; // the beat in which a learner hears the answer

export class StageBeats {
  on = false;
  /** @type {import("./types").BeatView[] | null} */
  views = null; // per learner, what is drawn

  /** @param {import("./player").Player} player */
  constructor(player) {
    this.player = player;
    this.clock = new Beats(player.still);
  }

  get moving() { return this.on && this.clock.moving; }
  get playing() { return this.on && this.clock.playing; }

  /** The last round whose answers may be shown: not this one before the learners hear them. */
  get known() { return this.views && this.views[0].beat < HEARS ? this.player.t - 1 : this.player.t; }

  /** What the learners do in this beat, for the page and for screen readers; null without slow motion. */
  get words() {
    const {views, player: {run, focus}} = this;
    return views && captionsOf(views, run.learners.map(({words}) => words), focus);
  }

  // Switch slow motion on, at the first beat of this round, or off.
  toggle() {
    const {player} = this;
    player.pause();
    this.on = !this.on;
    if (this.on) {
      if (!player.t) player.move(1);
      this.clock.begin(performance.now());
      if (!player.still) this.clock.play(performance.now());
    } else this.clock.pause();
    player.settle();
  }

  playOrPause() {
    this.clock[this.clock.playing ? "pause" : "play"](performance.now());
    this.player.settle();
  }

  // Go a beat on or back, also into the next or previous round.
  step(by) {
    this.pass(this.clock.step(by, performance.now()));
    this.player.settle();
  }

  /** The playhead was moved: begin with the first beat. */
  restart() {
    if (this.on) this.clock.begin(performance.now());
  }

  // Move the playhead by whole rounds; at the ends of the run the last beat stays.
  pass(rounds) {
    const {player} = this, t = player.t + rounds;
    if (!rounds) return;
    if (t >= 1 && t <= player.run.T) player.move(t);
    else {
      this.clock.pause();
      this.clock.beat = rounds > 0 ? BEATS.length : 1;
    }
  }

  /** Let time pass; afterwards `views` says what to draw, null without slow motion. */
  frame(now) {
    if (this.moving) this.pass(this.clock.tick(now));
    const {player: {run, t}, clock: {beat, share}} = this;
    this.views = this.on && t ? run.learners.map((_, l) => beatView(factsOfRun(run, l, t), beat, share)) : null;
  }
}
