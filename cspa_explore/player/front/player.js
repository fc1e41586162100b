// The player: one playhead over discs, curves and tape. It reads arrays and never computes a round.

import {parse, same} from "./payload.js";
import {themeOf} from "./canvas.js";
import {BLEND, Disc} from "./disc.js";
import {legendOf, Streams} from "./streams.js";
import {Curves, dashes} from "./curves.js";
import {ROW, Tape} from "./tape.js";
import {actionOf, Clock, KEYS, SPEEDS} from "./transport.js";
import {copyLink, remember, remembered} from "./place.js";
import {save} from "./picture.js";
import {LEGEND, STAGE} from "./stage.js";
import {described, factsOf, sentenceOf} from "./words.js";
import {arenaPicture} from "./arena_picture.js";

const TWEEN = 150; // ms of the step from one round to the next, at walking speed
const WALK = 8; // rounds a second up to which steps are shown one by one
const LARGE = 1.5; // times the type, when presenting
const WIDE = 880; // pixels that discs and curves need side by side
const FIRST_STOP = 200; // round at which the first showing stops

export class Player {
  constructor(root, bytes, ask) {
    this.root = root;
    this.clock = new Clock();
    this.frames = [];
    this.drawn = new Set();
    this.t = 0;
    this.focus = 0;
    root.innerHTML = STAGE;
    root.cspa = this;
    const place = remembered();
    Object.assign(this, {eye: place.eye, log: place.log, recent: place.recent, still: matchMedia("(prefers-reduced-motion: reduce)").matches});
    this.find = (selector) => root.querySelector(selector);
    this.fillIn();
    this.listen();
    this.load(bytes, ask);
    if (place.t !== null) this.seek(place.t);
    else if (this.still) this.seek(FIRST_STOP);
    else if (place.first) this.play(FIRST_STOP, 2);
  }

  fillIn() {
    SPEEDS.forEach(({name}, i) => this.find(".speed").append(new Option(name, i)));
    this.find(".speed").value = this.clock.speed;
    this.find(".help").innerHTML = [...LEGEND, ...KEYS].map(([key, what]) => `<div><dt>${key}</dt><dd>${what}</dd></div>`).join("");
  }

  // A new run takes the place of the old one; the playhead stays where it is.
  load(bytes, ask) {
    this.ask = ask;
    if (same(bytes, this.bytes)) return;
    const first = !this.bytes;
    this.bytes = bytes;
    const run = (this.run = parse(bytes));
    this.focus = Math.min(this.focus, run.L - 1);
    if (this.root.querySelectorAll("figure").length !== run.L) this.find(".discs").innerHTML = run.learners.map((_, l) => `
      <figure data-l="${l}"><figcaption><button class="name" data-do="focus" data-with="${l}" title="Jumps and the Microscope follow the marked learner"></button></figcaption><canvas role="img"></canvas><div class="facts"></div></figure>`).join("");
    run.learners.forEach(({words, colour, dash}, l) => {
      const name = this.find(`figure[data-l="${l}"] .name`);
      name.innerHTML = `<svg aria-hidden="true"><line x1="0" y1="3" x2="30" y2="3" stroke="${colour}" stroke-width="3.5" stroke-dasharray="${dashes(dash)}"/></svg>`;
      name.append(words);
    });
    const canvas = (l) => this.find(`figure[data-l="${l}"] canvas`);
    this.discs = run.plane ? run.learners.map((_, l) => new Disc(canvas(l), run, l)) : [];
    this.streams = run.plane ? [] : run.learners.map((_, l) => new Streams(canvas(l), run, l));
    this.root.classList.toggle("flat", !run.plane);
    this.find("[data-with=region]").hidden = !run.plane;
    this.find(".why").textContent = run.why ? `${run.why} Shown instead: which class is proposed how often, and for what.` : "";
    this.find(".classes").innerHTML = run.plane ? "" : legendOf(run);
    this.curves = new Curves(this.find(".graph canvas"), run);
    this.arrange();
    const {cell} = this.tape || {};
    this.tape = new Tape(this.find(".tape canvas"), run);
    if (cell) this.tape.cell = cell;
    this.find(".tape canvas").style.height = `${run.L * ROW * (this.root.classList.contains("present") ? LARGE : 1)}px`;
    this.find(".pin").textContent = run.ghosts.length ? "Unpin" : "Pin this run";
    for (const disc of this.root.querySelectorAll("figure canvas")) this.sizes.observe(disc);
    if (this.clock.playing) {
      if (this.stop > run.T || this.toEnd) this.stop = run.T;
      this.clock.start(Math.min(this.clock.exact, run.T), performance.now());
    }
    this.move(Math.min(this.t, run.T));
    if (!first && !this.clock.playing) this.settle(); // the address may say another round: that of a run before
  }

  listen() {
    const {root} = this, off = (this.off = new AbortController()), {signal} = off;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button) this.act(button.dataset.do, button.dataset.with);
      const {picture} = event.target.closest("[data-picture]")?.dataset || {};
      if (picture) this.pause(), save(picture, arenaPicture(this)).then((said) => this.say(said));
      if (event.detail) event.target.closest("button, input[type=checkbox]")?.blur(); // a mouse leaves Space to Play
    }, {signal});
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && root.classList.contains("present")) this.present();
      const action = root.isConnected && !document.querySelector("[role=dialog]") && actionOf(event);
      if (!action) return;
      event.preventDefault();
      this.act(...action);
    }, {signal});
    document.addEventListener("pointerup", () => setTimeout(() => { // a slider that was dragged gives the arrows back
      const {activeElement: slider} = document;
      if (slider?.matches?.("input[type=range], [role=slider]") && !root.contains(slider)) slider.blur();
    }), {signal});
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement && root.classList.contains("present")) this.present();
    }, {signal});
    const scrub = this.find(".scrub");
    scrub.addEventListener("input", () => this.seek(Curves.round(scrub.value / scrub.max, this.run.T, this.log)), {signal});
    this.find(".speed").addEventListener("change", (event) => {
      this.clock.speed = Number(event.target.value);
      if (this.clock.playing) this.play();
    }, {signal});
    for (const flag of ["log", "recent"]) {
      const box = this.find(`.${flag}`);
      box.checked = this[flag];
      box.addEventListener("change", () => this.show({[flag]: box.checked}), {signal});
    }
    const graph = this.find(".graph canvas"), across = (event, canvas) => event.clientX - canvas.getBoundingClientRect().left;
    graph.addEventListener("pointermove", (event) => this.hover(this.curves.at(across(event, graph)), event), {signal});
    graph.addEventListener("pointerleave", () => this.hover(null), {signal});
    graph.addEventListener("click", (event) => this.seek(this.curves.at(across(event, graph))), {signal});
    const tape = this.find(".tape canvas");
    tape.addEventListener("click", (event) => this.seek(this.tape.at(across(event, tape))), {signal});
    this.sizes = new ResizeObserver(() => {
      this.arrange();
      this.invalidate();
    });
    for (const canvas of [root, graph, tape]) this.sizes.observe(canvas);
    this.watch = setInterval(() => {
      if (JSON.stringify(themeOf(root)) !== this.themeText) this.invalidate();
    }, 400);
  }

  // Panels below each other where there is no room for them side by side.
  arrange() {
    const scale = this.root.classList.contains("present") ? LARGE : 1, many = Boolean(this.run && this.run.L > 3);
    this.root.classList.toggle("many", many);
    this.root.classList.toggle("narrow", this.root.clientWidth < (scale > 1 ? 1.35 : 1) * WIDE || many);
    this.root.style.setProperty("--names", `${this.curves?.room(scale) || 0}px`);
    this.root.style.setProperty("--discs", String(Math.min(this.run?.L || 1, this.root.clientWidth < 640 ? 2 : 4)));
  }

  destroy() {
    this.off.abort();
    this.sizes.disconnect();
    clearInterval(this.watch);
    cancelAnimationFrame(this.asked);
    this.asked = -1;
  }

  // Actions: whatever is touched pauses.

  act(name, value) {
    this.say(""); // what was said is over
    if (name === "toggle") this.clock.playing ? this.pause() : this.play();
    else if (name === "step") this.seek(this.t + Number(value), Math.abs(Number(value)) === 1);
    else if (name === "seek") this.seek(Math.min(value, this.run.T));
    else if (name === "jump") this.jump(value);
    else if (name === "eye") this.show({eye: value || (this.eye === "god" ? "learner" : "god")});
    else if (name === "focus") this.show({focus: Number(value)});
    else if (name === "zoom") this.tape.zoom(Number(value)), this.invalidate();
    else if (name === "link") this.copy();
    else if (name === "present") this.present();
    else if (name === "help") this.help();
    else if (name === "ask") this.pause(), this.ask({kind: value, t: this.t, learner: this.run.learners[this.focus].text, again: Date.now()});
  }

  help() {
    const help = this.find(".help");
    help.hidden = !help.hidden;
    if (!help.hidden) help.scrollIntoView({block: "nearest"});
  }

  play(stop = null, faster = 1) {
    const from = this.t >= this.run.T ? 0 : this.t;
    this.t = from;
    this.stop = Math.min(stop ?? this.run.T, this.run.T);
    this.toEnd = stop === null;
    this.clock.start(from, performance.now(), faster);
    this.invalidate();
  }

  pause(pulse = false) {
    if (!this.clock.playing) return;
    this.clock.stop();
    this.find(".play").classList.toggle("pulse", pulse);
    this.settle();
  }

  seek(t, tween = false) {
    this.say("");
    this.clock.stop();
    this.move(Math.max(0, Math.min(this.run.T, Math.round(t))), tween);
    this.settle();
  }

  show(changes) {
    Object.assign(this, changes);
    this.settle();
  }

  // The playhead rests: tell it to screen readers and to the link.
  settle() {
    this.invalidate();
    this.announce = true;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => remember(this), 250);
  }

  move(t, tween = false) {
    if (tween && !this.still && t === this.t + 1) this.step = {start: performance.now()};
    else this.step = null;
    this.t = t;
    this.invalidate();
  }

  jump(what) {
    const {run, t} = this;
    let l = this.focus;
    if (what === "exploration" && !run.everExplores[l]) l = Math.max(0, run.everExplores.indexOf(true));
    const conditions = {
      mistake: (s) => !run.hit(l, s),
      exploration: (s) => run.explored(l, s),
      region: (s) => s > 1 && this.discs[l].regions.churn(s - 1) >= 0.01, // seen from the next round on
    };
    if (what === "region" && !run.plane) return this.say(run.why);
    const found = run.next(l, t, conditions[what]);
    const name = {mistake: "mistake", exploration: "exploration", region: "change of 1 % of the disc"}[what];
    if (!found) {
      this.pause();
      return this.say(`No further ${name} of ${run.learners[l].words} after round ${t.toLocaleString("en")}.`);
    }
    this.seek(found);
    this.say(what === "region" ? `Learnt in round ${(found - 1).toLocaleString("en")}: 1 % or more of the disc of ${run.learners[l].words} changed`
      : `${name[0].toUpperCase()}${name.slice(1)} of ${run.learners[l].words}`);
  }

  say(text) { this.find(".notice").textContent = text; }

  copy() {
    remember(this);
    copyLink().then((done) => this.say(done ? "The link to this round is copied." : "Copy the link from the address bar."));
  }

  present() {
    const on = !this.root.classList.contains("present");
    this.root.classList.toggle("present", on);
    this.find("[data-do=present]").textContent = on ? "Leave (Esc)" : "Present";
    this.arrange();
    this.find(".tape canvas").style.height = `${this.run.L * ROW * (on ? LARGE : 1)}px`;
    if (on) this.root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    this.invalidate();
  }

  hover(t, event) {
    this.hovered = t;
    const tip = this.find(".tip");
    tip.hidden = t === null || t < 1;
    if (!tip.hidden) {
      const lines = this.run.learners.map(({words}, l) => {
        const {mean, sd} = this.run.average(l, t, this.recent), own = this.run.ratio(l, t, this.recent);
        return `${words}: ${(100 * mean).toFixed(1)}${this.run.trials > 1 ? ` ± ${(100 * sd).toFixed(1)}` : ""} % (this run ${(100 * own).toFixed(1)} %)`;
      });
      tip.innerText = [`round ${t.toLocaleString("en")}`, ...lines].join("\n");
      const box = event.currentTarget.getBoundingClientRect();
      tip.style.left = `${Math.max(0, Math.min(event.clientX - box.left + 12, box.width - tip.offsetWidth - 4))}px`;
    }
    this.invalidate();
  }

  // Drawing

  invalidate() {
    if (this.asked === undefined || this.asked === 0) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.asked = 0;
    if (!this.root.isConnected) return;
    const {run, clock} = this;
    let mix = 1, between = 1;
    if (clock.playing) {
      const t = Math.min(clock.position(now, run.T), this.stop), pace = clock.pace(this.t, run.T);
      if (t !== this.t) {
        this.step = pace <= WALK && !this.still ? {start: now} : null;
        this.t = t;
      }
      if (pace > WALK) mix = 1 - Math.exp(-(now - (this.before || now)) / BLEND);
      if (t >= this.stop) this.pause(this.stop < run.T);
    }
    if (!clock.playing) mix = 1;
    if (this.step) {
      between = Math.min(1, (now - this.step.start) / TWEEN);
      if (between >= 1) this.step = null;
    }
    try {
      this.draw(mix, between);
    } finally { // whatever happens to one frame, the next one comes
      if (clock.playing || this.step) this.invalidate();
    }
    this.frames.push(now - (this.before || now), performance.now() - now);
    if (this.frames.length > 8000) this.frames.splice(0, 4000);
    this.drawn.add(this.t);
    this.before = clock.playing || this.step ? now : 0;
  }

  draw(mix, between) {
    const theme = themeOf(this.root), {t, run} = this;
    this.themeText = JSON.stringify(theme);
    theme.scale = this.root.classList.contains("present") ? LARGE : 1;
    const view = {theme, eye: this.eye, log: this.log, recent: this.recent, mix, between, hover: this.hovered ?? null};
    for (const picture of [...this.discs, ...this.streams, this.curves, this.tape]) picture.draw(t, view);
    const playing = this.clock.playing;
    this.find(".count").textContent = `round ${t.toLocaleString("en")} / ${run.T.toLocaleString("en")}`;
    const scrub = this.find(".scrub");
    scrub.value = Math.round(scrub.max * Curves.share(t, run.T, this.log));
    if (!playing || performance.now() - (this.told || 0) > 120) this.tell(playing);
  }

  tell(playing) {
    const {run, t} = this;
    this.told = performance.now();
    const play = this.find(".play"), sentence = sentenceOf(this);
    if (play.textContent !== (playing ? "Pause" : "Play")) play.textContent = playing ? "Pause" : "Play";
    this.find(".sentence").textContent = sentence;
    this.find(".scrub").setAttribute("aria-valuetext", `round ${t}`);
    for (const button of this.root.querySelectorAll("[data-do=eye]")) button.setAttribute("aria-pressed", button.dataset.with === this.eye);
    for (const button of this.root.querySelectorAll("[data-do=focus]")) button.setAttribute("aria-pressed", Number(button.dataset.with) === this.focus);
    run.learners.forEach((_, l) => {
      this.find(`figure[data-l="${l}"] .facts`).textContent = factsOf(this, l);
      this.find(`figure[data-l="${l}"] canvas`).setAttribute("aria-label", described(this, l));
    });
    if (playing || !this.announce) return;
    this.announce = false;
    this.find(".graph canvas").setAttribute("aria-label", `Right proposals up to round ${t}: ` +
      run.learners.map(({words}, l) => `${words} ${(100 * run.ratio(l, t, this.recent)).toFixed(0)} %`).join(", "));
    this.find(".hidden").textContent = sentence;
  }

  // Everything that is drawn, for tests and for the curious.
  state() {
    const {run, t} = this, here = this.root.getBoundingClientRect();
    const moved = (canvas, labels = []) => {
      const box = canvas.getBoundingClientRect();
      return labels.map((label) => ({...label, x: label.x + box.left - here.left, y: label.y + box.top - here.top}));
    };
    return {
      t, T: run.T, playing: this.clock.playing, settled: !this.asked && !this.clock.playing, eye: this.eye, log: this.log,
      recent: this.recent, focus: this.focus, frames: this.frames.length / 2, rounds: this.drawn.size, words: run.words,
      sentence: this.find(".sentence").textContent,
      learners: run.learners.map(({words, text}, l) => ({
        words, text,
        proposal: t ? run.proposal(l, t) : null, prediction: t ? run.prediction(l, t) : null,
        right: t ? run.hit(l, t) : null, explored: t ? run.explored(l, t) : null, loss: t ? run.loss(l, t) : null,
        ...(this.discs[l] || this.streams[l]).state(), facts: factsOf(this, l),
        churn: run.plane && t ? this.discs[l].regions.churn(t) : null,
      })),
      curves: this.curves.state(), ghosts: run.ghosts.map(({words}) => words),
      labels: [...moved(this.find(".graph canvas"), this.curves.labels),
        ...this.discs.flatMap((disc) => moved(disc.surface.canvas, disc.labels))],
    };
  }
}
