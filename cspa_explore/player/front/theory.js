// The Theory page: the verdict on the run, the bound against it round by round, the comparator, and the ranges of β.

import {remember, remembered} from "./address.js";
import {FACTS, offer} from "./bridge.js";
import {onNewTheme, themeOf} from "./canvas.js";
import {roundOf, shareOf} from "./curves.js";
import {theoryFacts} from "./guide_facts.js";
import {html, setHtml} from "./html.js";
import {mount} from "./mount.js";
import {whole} from "./numbers.js";
import {PICTURE_BUTTONS, save} from "./picture.js";
import {TheoryDisc} from "./theory_disc.js";
import {TheoryGraph} from "./theory_graph.js";
import {TheoryLink} from "./theory_link.js";
import {theoryPicture} from "./theory_picture.js";
import {MOST_ALPHA} from "./theory_range.js";
import {drawRanges, RangeStrip} from "./theory_ranges.js";
import {passedShare} from "./transport.js";

const ROUNDS = 5, ALPHA = 6; // seconds for all rounds, and for α from 0 to 1
const NARROW = 600; // pixels below which the disc stands below the chart
const STEPS = 1000; // of the slider of rounds
const LAYOUT = html`
  <section class="verdict" aria-live="polite"><strong class="badge"></strong>
    <div><p class="reason"></p><p class="compared"></p></div></section>
  <ol class="why"></ol>
  <div class="stage">
    <div class="graph"><canvas role="img"></canvas></div>
    <figure class="disc"><canvas role="img"></canvas><figcaption></figcaption></figure>
  </div>
  <div class="bar transport">
    <button class="play" data-play="rounds" title="Play the rounds">Play</button>
    <input class="scrub rounds" type="range" min="0" max="${STEPS}" value="${STEPS}" step="1" aria-label="Round">
    <output class="count rounds"></output>${PICTURE_BUTTONS}<span class="notice" role="status" aria-live="polite"></span>
  </div>
  <section class="terms"><h2></h2><div class="bar list"></div><p class="explained" aria-live="polite"></p></section>
  <section class="ranges"><h2></h2><div class="bars"></div><canvas class="strip" role="img"></canvas>
    <div class="bar"><button class="play" data-play="alpha" title="Let α run from 0 to 1">Play α</button>
      <input class="scrub alpha" type="range" min="0" max="99" value="0" step="1" aria-label="α of the theorem">
      <output class="count alpha"></output></div></section>`;

/** @typedef {import("./types").TheoryPicture} TheoryPicture */

class Theory {
  /** @type {TheoryPicture} */
  data;
  t = 0;
  alpha = 0;
  playing = ""; // "rounds", "alpha" or "": nothing
  since = 0; // when playing began (ms)
  asked = 0; // the next frame
  frames = 0;

  /** @param {TheoryPicture} data */
  constructor(root, data) {
    this.root = root;
    setHtml(root, LAYOUT);
    root.classList.add("theory");
    root.cspa = this;
    this.find = (selector) => root.querySelector(selector);
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.graph = new TheoryGraph(this.find(".graph canvas"));
    this.disc = new TheoryDisc(this.find(".disc canvas"));
    this.strip = new RangeStrip(this.find(".strip"));
    this.off = new AbortController();
    this.listen(this.off.signal);
    this.link = new TheoryLink(this, this.off.signal);
    const still = this.still || this.link.given || remembered("theory") !== null;
    this.load(data);
    remember({theory: "seen"}); // the rounds play by themselves once
    if (!still) this.play("rounds");
  }

  /** Show a run; the comparator, the statement or the run may have changed.
   * @param {TheoryPicture} data
   */
  load(data) {
    const before = this.data, same = before && before.words === data.words && before.learner === data.learner;
    this.data = data;
    if (!same || this.t > data.T) this.t = data.T;
    if (!same) this.playing = "";
    if ((!same || before.ranges.alpha !== data.ranges.alpha) && this.playing !== "alpha") this.alpha = this.usual();
    this.link.adopt();
    this.link.settle();
    const {find} = this;
    find(".verdict").dataset.badge = data.badge;
    find(".badge").textContent = data.badge.toUpperCase();
    find(".reason").textContent = data.reason;
    find(".compared").textContent = `${data.learner}. ${data.compared}`;
    setHtml(find(".why"), html`${data.why.map((text) => html`<li>${text}</li>`)}`);
    find(".why").hidden = !data.why.length;
    find(".stage").classList.toggle("alone", !data.disc);
    find(".disc").hidden = !data.disc;
    setHtml(find(".disc figcaption"), this.caption());
    find(".terms").hidden = !data.terms.length;
    find(".terms h2").textContent = `The bound with this run's numbers (${data.statement} statement)`;
    setHtml(find(".list"), html`${data.terms.map(({before, symbol, value}, i) =>
      html`${before && html`<span>${before}</span>`}<button class="term" data-term="${i}">${symbol} <b>${value}</b></button>`)}`);
    find(".explained").textContent = data.terms.find(({before}) => before === "=")?.text ?? "";
    this.invalidate();
  }

  // α(u), or the largest α that is drawn.
  usual() { return Math.min(MOST_ALPHA, this.data.ranges.alpha); }

  caption() {
    const {disc, comparator} = this.data;
    if (!disc) return html``;
    const worst = html`<br><span class="worst">▲</span> worst x, in round ${whole(disc.round)}: class ${disc.rival} attains α(u)`;
    return html`u: ${comparator}${disc.worst ? worst : ""}`;
  }

  listen(signal) {
    const {root, find} = this;
    offer(FACTS, () => (root.isConnected ? theoryFacts(this.data) : null), signal);
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-play], [data-picture]");
      if (button?.dataset.play) this.playing === button.dataset.play ? this.pause() : this.play(button.dataset.play);
      else if (button) this.savePicture(button.dataset.picture);
    }, {signal});
    find(".scrub.rounds").addEventListener("input", (event) => {
      this.t = Math.max(1, roundOf(event.target.value / STEPS, this.data.T, true));
      this.pause();
    }, {signal});
    find(".scrub.alpha").addEventListener("input", (event) => {
      this.alpha = event.target.value / 100;
      this.pause();
    }, {signal});
    for (const name of ["focusin", "pointerover"]) root.addEventListener(name, (event) => {
      const term = event.target.closest("[data-term]");
      if (term) find(".explained").textContent = this.data.terms[Number(term.dataset.term)].text;
    }, {signal});
    const sizes = new ResizeObserver(() => {
      root.classList.toggle("narrow", root.clientWidth < NARROW);
      this.invalidate();
    });
    for (const element of [root, find(".graph canvas"), find(".disc canvas")]) sizes.observe(element);
    onNewTheme(() => themeOf(root), () => this.invalidate(), signal);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  destroy() { this.off.abort(); }

  play(what) {
    const at = what === "alpha" ? this.alpha / MOST_ALPHA : shareOf(this.t, this.data.T, true);
    this.playing = what;
    this.since = performance.now() - (at >= 1 ? 0 : at * (what === "alpha" ? ALPHA : ROUNDS) * 1000);
    this.invalidate();
  }

  pause() {
    this.playing = "";
    this.link.settle();
    this.invalidate();
  }

  async savePicture(kind) {
    this.pause();
    this.find(".notice").textContent = await save(kind, theoryPicture(this.data, this.t));
  }

  // Move what plays; at its end it stops, α where the run has it.
  advance(now) {
    const {data, playing} = this, share = passedShare(now, this.since, (playing === "alpha" ? ALPHA : ROUNDS) * 1000);
    if (playing === "rounds") this.t = Math.max(1, roundOf(share, data.T, true));
    else this.alpha = share * MOST_ALPHA;
    if (share < 1) return;
    this.playing = "";
    if (playing === "alpha") this.alpha = this.usual();
    this.link.settle();
  }

  invalidate() {
    this.asked ||= requestAnimationFrame((now) => {
      this.asked = 0;
      if (!this.root.isConnected) return;
      if (this.playing) this.advance(now);
      this.draw();
      this.frames++;
      if (this.playing) this.invalidate();
    });
  }

  draw() {
    const theme = themeOf(this.root), {data, find, t, alpha} = this;
    this.root.classList.toggle("dark", theme.dark);
    find("[data-play=rounds]").textContent = this.playing === "rounds" ? "Pause" : "Play";
    find("[data-play=alpha]").textContent = this.playing === "alpha" ? "Pause" : "Play α";
    find(".count.rounds").textContent = `round ${whole(t)} of ${whole(data.T)}`;
    find(".scrub.rounds").value = Math.round(STEPS * shareOf(t, data.T, true));
    find(".count.alpha").textContent = `α = ${alpha.toFixed(2)}`;
    find(".scrub.alpha").value = Math.round(100 * alpha);
    find(".ranges h2").textContent = drawRanges(find(".bars"), data.ranges, alpha);
    this.strip.draw(data.ranges, alpha, theme);
    this.graph.draw(data.chart, t, theme);
    if (data.disc) this.disc.draw(data.disc, t, theme);
  }

  // Everything that is drawn, for tests.
  state() {
    const {graph, data, t, alpha, playing, frames} = this, here = this.root.getBoundingClientRect();
    const box = graph.surface.canvas.getBoundingClientRect();
    return {
      t, alpha, playing, frames, data, values: graph.values, mark: this.disc.mark, badge: this.find(".badge").textContent,
      labels: graph.labels.map((label) => ({...label, x: label.x + box.left - here.left, y: label.y + box.top - here.top})),
    };
  }
}

export default function (component) {
  return mount(Theory, component, () => {});
}
