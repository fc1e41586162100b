// The player while a handle is dragged: it shows a cell of the film, until the exact run is there.

import {alike, AskedValues, valuesOf} from "./asked_values.js";
import {FilmGrids} from "./film_grids.js";
import {Film} from "./film_run.js";
import {FilmSource} from "./film_source.js";
import {drawFilm} from "./film_view.js";
import {Handles} from "./handles.js";
import {setHtml} from "./html.js";
import {percent} from "./numbers.js";
import {hold, release} from "./player_hold.js";
import {nameOf} from "./player_layout.js";

const SENT_BACK = 3000; // ms within which the server answers; it may send nothing if the screen already shows the values
const REST = 400; // ms without another run before its film is fetched: a film takes the server a second
const PATIENCE = 500; // ms in which the server answers with a short run; the script plays a longer one

export class PlayerFilm {
  /** @type {Film | null} */
  film = null; // as far as it has come
  /** @type {import("./film_run").FilmRun | null} */
  shown = null; // the cell that is drawn
  /** @type {import("./film_run").FilmRun | null} */
  inDiscs = null; // the cell that the discs draw
  param = ""; // the chosen parameter
  wanted = ""; // the film that was asked for last
  off = new AbortController();
  size = 0; // bytes that were sent for the film
  asked = new AskedValues(); // of runs
  held = false; // a handle is being moved
  /** @type {{t: number, film: number} | null} */
  home = null; // the round to return to, and the film's round that is drawn meanwhile
  /** @type {any} */
  setting = null; // what the last release asked for
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting; // for the answer to a drag back

  /**
   * @param {import("./player").Player} player
   * @param {any} desk of the server, or of a file
   */
  constructor(player, desk) {
    this.player = player;
    this.desk = desk;
    this.source = new FilmSource(desk, (found, sent) => this.take(found, sent));
    this.grids = new FilmGrids(desk, () => player.invalidate());
    const calls = {moved: () => this.moved(), released: () => this.released(), chosen: (name) => this.mark(name)};
    this.handles = new Handles(player.find(".handles"), calls, this.off.signal);
  }

  get on() { return this.shown !== null; }

  // The round at which the user is; a playhead that was moved since the film was drawn counts.
  get round() { return this.home && this.player.t === this.home.film ? this.home.t : this.player.t; }

  // The name of the handle's parameter: the chosen one, if the marked learner has it; "" if it has none.
  get name() {
    const {param, player: {run, focus}} = this, {params} = run.learners[focus];
    return (params.find(({name}) => name === param) ?? params[0])?.name ?? "";
  }

  // The film, if it belongs to the run and to the handle.
  get usable() {
    const {film, name, player: {run, focus}} = this;
    return film?.fits(run) && film.header.place === focus && film.header.param === name ? film : null;
  }

  /** Whether a newer run than this one, which the script sends, is on the screen.
   * @param {import("./payload").Run} run
   */
  isAheadOf(run) { return this.asked.ahead && this.asked.isStale(run); }

  // Another run is there.
  load(run) {
    const {asked, held} = this;
    if (held || (!asked.ahead && asked.isStale(run))) this.show(); // the handles have moved on since this run was asked for
    else {
      this.leave(asked.ahead);
      this.refill();
      release(this.player);
    }
    this.request();
    this.say();
  }

  // The run on the screen is the newest.
  again() {
    if (this.asked.pending && !this.asked.isStale(this.player.run) && !this.held) this.arrive();
  }

  destroy() {
    clearTimeout(this.waiting);
    this.grids.stop();
    this.source.stop();
    this.off.abort();
  }

  // The film, a part of it, or how far it is.
  take({header, arrays}, sent) {
    this.size = sent;
    this.film = new Film(header, arrays);
    if (this.held || this.asked.pending) this.show();
    else this.refill();
    this.say();
  }

  // Another learner or another parameter of it.
  mark(name = "") {
    this.param = name;
    this.wanted = "";
    this.arrive();
    this.refill();
    this.request();
    this.say();
  }

  refill() {
    const {player: {run, focus}} = this;
    this.handles.load(run, focus, this.name, this.usable);
  }

  // Fetch the film of this handle and this run, unless it is here or there is none.
  request() {
    const {player: {run, focus}, name, usable} = this, {identity} = run.header;
    const query = {run: run.id, identity, place: focus, param: name}, wanted = JSON.stringify(query);
    if (usable?.state === "ready") this.source.stop();
    else if (wanted !== this.wanted) this.source.load(query, this.wanted ? REST : 0);
    this.wanted = wanted;
  }

  // A handle moves: show the cell under it.
  moved() {
    const {player} = this;
    this.held = true;
    if (player.beats.on) player.beats.toggle();
    hold(player);
    this.show();
    this.say();
  }

  // Show the cell under the handles; the run itself, if the film does not have it.
  show() {
    const {player, handles, usable} = this, cell = usable?.cell(handles.value, handles.noise);
    if (!usable || !cell) {
      this.rest();
      return;
    }
    this.shown = usable.frame(player.run, cell.v, cell.s);
    player.root.classList.add("dragging");
    this.home = {t: this.round, film: usable.round(this.round)};
    player.move(this.home.film);
    const {focus, run} = player, setting = {place: focus, key: run.learners[focus].key, param: this.name};
    this.grids.want(this.shown, {...setting, value: handles.value, sigma: handles.noise, t: this.home.film});
  }

  // The handle rests: ask for the exact run, unless its values were the last that were asked for.
  released() {
    const {player, handles, asked, desk} = this, {run, focus} = player, now = valuesOf(run, focus, this.name);
    const values = {...now, value: handles.value, sigma: handles.noise}, {place, param, value, sigma} = values;
    this.held = false;
    if (asked.differs(values, run)) {
      asked.ask(values, run);
      if (!desk.answers) player.pause(); // a file never gets the run
      player.settle();
      this.ask({place, key: run.learners[focus].key, param, value, sigma});
    }
    if (!asked.pending) this.arrive();
    else if (alike(values, now)) this.rest();
  }

  // Show the exact run as soon as the server has it, then ask the script to change the settings.
  async ask(setting) {
    this.setting = setting;
    const {player, desk, asked} = this, late = new Promise((go) => setTimeout(() => go(null), PATIENCE));
    const bytes = /** @type {Uint8Array<ArrayBuffer> | null} */ (await Promise.race([desk.ask("run", setting), late]));
    if (this.off.signal.aborted || this.setting !== setting) return; // another value is wanted by now
    if (bytes?.length && !this.held) {
      asked.ahead = true;
      player.load(bytes, player.ask);
    }
    player.ask({kind: "set", t: this.round, ...setting, again: Date.now()});
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.again(), SENT_BACK);
  }

  // The exact run of the handles' values is there.
  arrive() {
    this.leave();
    release(this.player);
  }

  // Show the run itself again; expect none, unless the script still has to confirm it.
  leave(expecting = false) {
    const was = this.on;
    if (!expecting) this.asked.forget();
    this.held = false;
    this.rest();
    if (!was) return;
    this.refill();
    this.say();
  }

  // Draw the run itself, which may be drawn already.
  rest() {
    const {player, round} = this, {run} = player;
    this.shown = this.home = this.inDiscs = null;
    this.grids.stop();
    player.root.classList.remove("dragging");
    if (round !== player.t) player.move(Math.min(round, run.T));
    if (player.curves.run === run) return;
    for (const disc of player.discs) disc.take(run);
    player.curves.take(run);
    run.learners.forEach((learner, l) => setHtml(player.find(`figure[data-l="${l}"] .name`), nameOf(learner)));
    player.invalidate();
  }

  // What the handles say about the film.
  say() {
    const {film, usable, handles, desk: {later}} = this, preparing = "preparing…";
    if (!usable) {
      const share = film?.state === "computing" ? ` ${percent(film.share, 0)}\u00a0%` : "";
      const late = film?.state === "none" ? later : preparing + share;
      handles.say(late, late);
      return;
    }
    const here = usable.sigmas.includes(handles.noise) ? (usable.has(handles.noise) ? "" : preparing) : later;
    const others = usable.sigmas.length < 2 ? later : usable.state === "ready" ? "" : preparing;
    handles.say(here, here || others);
  }

  // Draw the cell as a run is drawn.
  draw(view) {
    if (this.shown) drawFilm(this, this.shown, view);
  }

  // For tests.
  state() {
    const {handles, usable, film} = this;
    return {
      on: this.on, pending: this.asked.pending, ready: film?.state ?? "", share: film?.share ?? 0, usable: Boolean(usable),
      size: this.size, value: handles.value, noise: handles.noise,
      param: handles.param.output.textContent, sigma: handles.sigma.output.textContent,
    };
  }
}
