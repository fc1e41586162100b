// What the player shows: its elements and drawings, filled from the run and the moment. Player moves it through time.

import {themeOf} from "./canvas.js";
import {classLegend} from "./class_labels.js";
import {Curves, shareOf} from "./curves.js";
import {html, setHtml} from "./html.js";
import {LearnerDisc} from "./learner_disc.js";
import {percent, whole} from "./numbers.js";
import {figures, LAYOUT, nameOf} from "./player_layout.js";
import {stateOf} from "./player_state.js";
import {ProposalPanel} from "./proposal_panel.js";
import {ROW, RoundStrip} from "./round_strip.js";
import {described, factsOf, sentenceOf} from "./round_text.js";
import {Clock, SPEEDS} from "./transport.js";

const LARGE = 1.5; // scale of the type when presenting
const WIDE = 880; // pixels that discs and curves need side by side
const TELL = 120; // ms between two updates of the text while playing

export class PlayerView {
  /** @type {import("./payload").Run} */
  run;
  /** @type {LearnerDisc[]} */
  discs = [];
  /** @type {ProposalPanel[]} */
  panels = []; // in place of discs, where there is no plane
  /** @type {Curves} */
  curves;
  /** @type {RoundStrip} */
  strip;
  /** @type {number | null} */
  hovered = null; // round under the pointer
  announce = false; // to screen readers
  themeText = "";
  t = 0;
  told = 0; // when the text was last updated (ms)
  asked = 0; // the next frame
  /** @type {number[]} */
  frames = []; // interval and cost of every frame, for the benchmark
  drawn = new Set(); // rounds, for the benchmark
  clock = new Clock();

  constructor(root, {focus, eye, log, recent}) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.focus = focus; // the marked learner
    this.eye = eye;
    this.log = log;
    this.recent = recent;
    setHtml(root, LAYOUT);
    setHtml(this.find(".speed"), html`${SPEEDS.map(({name}, i) => html`<option value="${i}">${name}</option>`)}`);
    this.find(".speed").value = this.clock.speed;
    this.sizes = new ResizeObserver(() => {
      this.arrange();
      this.invalidate();
    });
    for (const element of [root, this.find(".graph canvas"), this.find(".tape canvas")]) this.sizes.observe(element);
  }

  invalidate() {} // Player draws in the next frame

  // Make the drawings of the run.
  build() {
    const {run, root, find} = this, canvases = () => [...root.querySelectorAll("figure canvas")];
    if (canvases().length !== run.L) setHtml(find(".discs"), figures(run.learners));
    run.learners.forEach((learner, l) => setHtml(find(`figure[data-l="${l}"] .name`), nameOf(learner)));
    this.discs = run.plane ? canvases().map((canvas, l) => new LearnerDisc(canvas, run, l)) : [];
    this.panels = run.plane ? [] : canvases().map((canvas, l) => new ProposalPanel(canvas, run, l));
    this.curves = new Curves(find(".graph canvas"), run);
    this.strip = Object.assign(new RoundStrip(find(".tape canvas"), run), this.strip && {cell: this.strip.cell});
    root.classList.toggle("flat", !run.plane);
    find("[data-with=region]").hidden = !run.plane;
    find(".why").textContent = run.why ? `${run.why} Shown instead: which class is proposed how often, and for what.` : "";
    setHtml(find(".classes"), run.plane ? html`` : classLegend(run));
    find(".pin").textContent = run.ghosts.length ? "Unpin" : "Pin this run";
    this.arrange();
    for (const canvas of canvases()) this.sizes.observe(canvas);
  }

  get scale() { return this.root.classList.contains("present") ? LARGE : 1; }

  // Put panels below each other where they do not fit side by side.
  arrange() {
    const {root, run, scale} = this, many = Boolean(run && run.L > 3);
    root.classList.toggle("many", many);
    root.classList.toggle("narrow", root.clientWidth < (scale > 1 ? 1.35 : 1) * WIDE || many);
    root.style.setProperty("--names", `${this.curves?.room(scale) || 0}px`);
    root.style.setProperty("--discs", String(Math.min(run?.L || 1, root.clientWidth < 640 ? 2 : 4)));
    if (run) this.find(".tape canvas").style.height = `${run.L * ROW * scale}px`;
  }

  zoom(step) {
    this.strip.zoom(step);
    this.invalidate();
  }

  help() {
    const help = this.find(".help");
    help.hidden = !help.hidden;
    if (!help.hidden) help.scrollIntoView({block: "nearest"});
  }

  say(text) { this.find(".notice").textContent = text; }

  present() {
    const on = this.root.classList.toggle("present");
    this.find("[data-do=present]").textContent = on ? "Leave (Esc)" : "Present";
    this.arrange();
    if (on) this.root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    this.invalidate();
  }

  hover(t, event = /** @type {any} */ (null)) {
    this.hovered = t;
    const tip = this.find(".tip"), {run, recent} = this;
    tip.hidden = t === null || t < 1;
    if (!tip.hidden) {
      const lines = run.learners.map(({words}, l) => {
        const {mean, sd} = run.average(l, t, recent), spread = run.trials > 1 ? ` ± ${percent(sd)}` : "";
        return `${words}: ${percent(mean)}${spread} % (this run ${percent(run.ratio(l, t, recent))} %)`;
      });
      tip.innerText = [`round ${whole(t)}`, ...lines].join("\n");
      const box = event.currentTarget.getBoundingClientRect();
      tip.style.left = `${Math.max(0, Math.min(event.clientX - box.left + 12, box.width - tip.offsetWidth - 4))}px`;
    }
    this.invalidate();
  }

  draw(mix, between) {
    const theme = themeOf(this.root), {t, run, eye, log, recent} = this, {playing} = this.clock;
    this.themeText = JSON.stringify(theme);
    theme.scale = this.scale;
    const view = {theme, eye, log, recent, mix, between, hover: this.hovered ?? null};
    for (const drawing of [...this.discs, ...this.panels, this.curves, this.strip]) drawing.draw(t, view);
    this.find(".count").textContent = `round ${whole(t)} / ${whole(run.T)}`;
    const scrub = this.find(".scrub");
    scrub.value = Math.round(scrub.max * shareOf(t, run.T, log));
    if (!playing || performance.now() - this.told > TELL) this.tell(playing);
  }

  tell(playing) {
    const {run, t, root, find} = this, play = find(".play"), sentence = sentenceOf(this);
    this.told = performance.now();
    if (play.textContent !== (playing ? "Pause" : "Play")) play.textContent = playing ? "Pause" : "Play";
    find(".sentence").textContent = sentence;
    find(".scrub").setAttribute("aria-valuetext", `round ${t}`);
    for (const button of root.querySelectorAll("[data-do=eye]")) button.setAttribute("aria-pressed", button.dataset.with === this.eye);
    for (const button of root.querySelectorAll("[data-do=focus]")) {
      button.setAttribute("aria-pressed", Number(button.dataset.with) === this.focus);
    }
    run.learners.forEach((_, l) => {
      find(`figure[data-l="${l}"] .facts`).textContent = factsOf(this, l);
      find(`figure[data-l="${l}"] canvas`).setAttribute("aria-label", described(this, l));
    });
    if (playing || !this.announce) return;
    this.announce = false;
    const ratios = run.learners.map(({words}, l) => `${words} ${percent(run.ratio(l, t, this.recent), 0)} %`);
    find(".graph canvas").setAttribute("aria-label", `Right proposals up to round ${t}: ${ratios.join(", ")}`);
    find(".hidden").textContent = sentence;
  }

  // For tests.
  state() { return stateOf(this); }
}
