// What the player shows: its elements and drawings, filled from the run and the moment. Player moves it through time.

import {announce, FACTS} from "./bridge.js";
import {themeOf} from "./canvas.js";
import {classLegend} from "./class_labels.js";
import {Curves, shareOf} from "./curves.js";
import {GridDisc, sampledText} from "./grid_disc.js";
import {headlineAt} from "./headline.js";
import {html, setHtml} from "./html.js";
import {INSTANCE_FIGURE, InstancePanel, tellInstance} from "./instance_panel.js";
import {LearnerDisc} from "./learner_disc.js";
import {legendOf, tapeKey} from "./legend.js";
import {whole} from "./numbers.js";
import {tellDetails} from "./panel_details.js";
import {figures, LAYOUT, nameOf} from "./player_layout.js";
import {stateOf} from "./player_state.js";
import {isPresenting, typeScale} from "./presenting.js";
import {ProposalPanel} from "./proposal_panel.js";
import {RoundStrip} from "./round_strip.js";
import {curvesText, described, factsOf, ratioText, sentenceOf} from "./round_text.js";
import {align, arrange} from "./stage_layout.js";
import {Clock, SPEEDS} from "./transport.js";
import {chips} from "./what_next.js";

const FORESEEN = 500; // rounds per second up to which playing asks for details before it needs them
const AHEAD = 0.5; // seconds

export class PlayerView {
  /** @type {import("./payload").Run} */
  run;
  /** @type {LearnerDisc[]} */
  discs = [];
  /** @type {ProposalPanel[]} */
  panels = []; // in place of discs, where there is no plane
  /** @type {InstancePanel | null} */
  instance = null; // where there is no plane
  /** @type {Curves} */
  curves;
  /** @type {RoundStrip} */
  strip;
  /** @type {number | null} */
  hovered = null; // round under the pointer
  announce = false; // to screen readers
  dark = false; // the theme of what is drawn
  t = 0;
  asked = 0; // the next frame
  /** @type {number[]} */
  frames = []; // interval and cost of every frame, for the benchmark
  drawn = new Set(); // rounds, for the benchmark
  clock = new Clock();
  waits = false; // playing goes on when the exact run of a handle's value is there
  fast = false; // rounds pass faster than one can read
  margins = ""; // of the curves
  legendOf = ""; // the eye and the run that the legend is for
  narrow = false; // in a column every fact has a line of its own
  tight = false; // and the name too
  /** @type {{run: import("./payload").Run, t: number} | null} */
  offered = null; // the moment at which experiments are offered
  /** @type {import("./stage_beats").StageBeats | null} */
  beats = null; // slow motion
  /** @type {import("./player_film").PlayerFilm | undefined} */
  film; // while a handle is dragged

  constructor(root, {focus, eye, log, recent}) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.focus = focus; // the marked learner
    this.eye = eye;
    this.log = log;
    this.recent = recent;
    root.classList.add("arena");
    setHtml(root, LAYOUT);
    setHtml(this.find(".speed"), html`${SPEEDS.map(({name}, i) => html`<option value="${i}">${name}</option>`)}`);
    this.find(".speed").value = this.clock.speed;
    this.sizes = new ResizeObserver(() => this.resize());
    for (const element of [root, this.find(".graph canvas"), this.find(".tape canvas")]) this.sizes.observe(element);
  }

  invalidate() {} // Player draws in the next frame

  resize() {
    this.arrange();
    this.invalidate();
  }

  // Make the drawings of the run.
  build() {
    const {run, root, find} = this, canvases = () => [...root.querySelectorAll("figure[data-l] canvas")];
    const pictured = !run.plane && Boolean(run.picture), Disc = run.plane === "grid" ? GridDisc : LearnerDisc;
    if (canvases().length !== run.L || Boolean(find(".instance")) !== pictured) {
      setHtml(find(".discs"), html`${pictured ? INSTANCE_FIGURE : ""}${figures(run.learners)}`);
      for (const canvas of root.querySelectorAll("figure canvas")) this.sizes.observe(canvas); // again would draw every run twice
    }
    this.instance = pictured ? new InstancePanel(find(".instance canvas"), run) : null;
    run.learners.forEach((learner, l) => {
      setHtml(find(`figure[data-l="${l}"] .name`), nameOf(learner));
      find(`figure[data-l="${l}"] .ratio`).style.setProperty("--run", learner.colour);
    });
    this.discs = run.plane ? canvases().map((canvas, l) => new Disc(canvas, run, l)) : [];
    this.panels = run.plane ? [] : canvases().map((canvas, l) => new ProposalPanel(canvas, run, l));
    this.curves = new Curves(find(".graph canvas"), run);
    if (this.hovered !== null && this.hovered > run.T) this.hovered = null;
    this.strip = Object.assign(new RoundStrip(find(".tape canvas"), run), this.strip && {cell: this.strip.cell});
    root.classList.toggle("flat", !run.plane);
    for (const canvas of canvases()) run.plane ? canvas.removeAttribute("tabindex") : canvas.setAttribute("tabindex", "0");
    for (const jump of ["region", "biggest"]) find(`[data-with=${jump}]`).hidden = !run.plane || run.plane === "grid";
    find("[data-with=exploration]").hidden = !run.everExplores.some(Boolean);
    find(".headline").textContent = headlineAt(run, Math.min(this.t, run.T));
    const instead = run.why && `${run.why} Shown instead: how often each class is proposed, and for which true class.`;
    find(".why").textContent = run.plane === "grid" ? sampledText(run) : instead;
    find(".pin").textContent = run.ghosts.length ? "Unpin" : "Pin this run";
    for (const place of [".try", ".offer"]) setHtml(find(place), chips(run.learners.map(({text}) => text), run.header.bundled));
    this.arrange();
    announce(`${FACTS}?`); // the guide takes the facts of the new run
  }

  get scale() { return isPresenting() ? typeScale() : 1; }

  arrange() { arrange(this); }

  // When the first showing stops: say what it showed, and offer what to see next where the curves are still to come.
  offer(words) {
    this.offered = {run: this.run, t: this.t};
    this.find(".headline").textContent = words;
  }

  // The offer holds for its round of its run: afterwards the headline is the usual one again.
  placeOffer() {
    const {find, curves, t, run, offered} = this, offer = find(".offer");
    if (!offered) return;
    if (offered.run !== run || offered.t !== t || this.clock.playing || this.film?.on) {
      this.offered = null;
      offer.hidden = true;
      find(".try").classList.remove("twice");
      find(".headline").textContent = headlineAt(run, t);
      return;
    }
    const start = curves.x(t) + 14, room = curves.box.right - start;
    offer.hidden = room < 150 || curves.box.bottom - curves.box.top < 100; // the chips would cover the axis
    find(".try").classList.toggle("twice", !offer.hidden);
    offer.style.left = `${start}px`;
    offer.style.width = `${room}px`;
  }

  zoom(step) {
    this.strip.zoom(step);
    this.invalidate();
  }

  say(text) { this.find(".notice").textContent = text; }

  hover(t) {
    this.hovered = t !== null && t >= 1 ? t : null;
    this.invalidate();
  }

  draw(mix, between) {
    const theme = themeOf(this.root), {t, run, eye, log, recent} = this, {playing} = this.clock;
    this.dark = theme.dark;
    theme.scale = this.scale;
    const still = {aside: !playing, waiting: !playing && run.pictures.ask !== null};
    const view = {theme, eye, log, recent, mix, between, hover: this.hovered, ...still, beats: this.beats?.views ?? null};
    this.placeOffer();
    this.tellPlaying();
    if (this.film?.on) {
      this.film.draw({...view, beats: null});
      align(this);
      return;
    }
    const known = this.beats?.known ?? t; // the last round whose answers may be shown
    for (const drawing of [...this.discs, this.curves, this.strip]) drawing.draw(t, {...view, known});
    for (const panel of this.panels) panel.draw(known, view);
    this.instance?.draw(t, view);
    if (!playing) run.pictures.want(t);
    else if (this.clock.pace(t, run.T) <= FORESEEN) run.pictures.foresee(Math.min(run.T, Math.ceil(t + AHEAD * FORESEEN)));
    align(this);
    this.find(".count").textContent = `round ${whole(t)} / ${whole(run.T)}`;
    const scrub = this.find(".scrub");
    scrub.value = Math.round(scrub.max * shareOf(t, run.T, log));
    scrub.style.setProperty("--done", `${100 * shareOf(t, run.T, log)}%`);
    this.tell(playing, known);
  }

  // Write on the button what it does: while playing waits for a handle, it pauses.
  tellPlaying() {
    const {clock, waits, beats} = this, play = this.find(".play"), name = clock.playing || waits || beats?.playing ? "Pause" : "Play";
    if (play.textContent !== name) play.textContent = name;
    play.setAttribute("data-icon", name.toLowerCase());
  }

  // Update the text: together with the picture, so that no number lags behind another.
  tell(playing, known) {
    const {run, t, find, beats} = this;
    run.learners.forEach((_, l) => {
      find(`figure[data-l="${l}"] .ratio`).textContent = known ? ratioText(this, run, l, known) : "";
      find(`figure[data-l="${l}"] .facts`).textContent = beats?.views?.[l].caption ?? factsOf(this, l);
    });
    if (this.instance) tellInstance(find, run, t, this.eye, beats?.views ?? null);
    tellDetails(this);
    const beat = beats?.words ?? "", round = playing && this.fast ? "Pause to read what happens in a round." : sentenceOf(this);
    const sentence = known < t ? beat : round;
    if (find(".words").textContent !== sentence) find(".words").textContent = sentence;
    if (this.legendOf !== `${this.eye} ${run.id}`) this.explain();
    if (playing) return;
    const headline = this.offered ? "" : headlineAt(run, known);
    if (headline && find(".headline").textContent !== headline) find(".headline").textContent = headline;
    find(".scrub").setAttribute("aria-valuetext", `round ${t}`);
    find(".beats").setAttribute("aria-pressed", String(Boolean(beats?.on)));
    this.root.classList.toggle("beating", Boolean(beats?.on));
    this.press("focus", String(this.focus));
    run.learners.forEach((_, l) => find(`figure[data-l="${l}"] canvas`).setAttribute("aria-label", described(this, l)));
    if (beat && find(".hidden").textContent !== beat) this.announce = true; // every beat
    if (!this.announce) return;
    this.announce = false;
    find(".graph canvas").setAttribute("aria-label", curvesText(run, known, this.recent));
    find(".hidden").textContent = beat || sentence;
  }

  // Write the legend for this eye.
  explain() {
    const {run, eye, find} = this;
    this.legendOf = `${eye} ${run.id}`;
    setHtml(find(".key"), tapeKey(run, eye));
    setHtml(find(".legend"), run.plane ? html`${legendOf(run, eye)}` : classLegend(run));
    this.press("eye", eye);
  }

  // Mark the button that is in effect.
  press(action, value) {
    for (const button of this.root.querySelectorAll(`[data-do=${action}]`)) {
      button.setAttribute("aria-pressed", button.dataset.with === value);
    }
  }

  // For tests.
  state() { return stateOf(this); }
}
