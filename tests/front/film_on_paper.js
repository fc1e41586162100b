// A player's film with a page of paper: elements that only remember what is written to them.

import {parse, same} from "../../cspa_explore/player/front/payload.js";
import {unpacked} from "../../cspa_explore/player/front/payload_bytes.js";
import {PlayerFilm} from "../../cspa_explore/player/front/player_film.js";
import {Clock} from "../../cspa_explore/player/front/transport.js";
import {header, packed} from "./replay.js";

globalThis.document = new EventTarget();
globalThis.ResizeObserver = class { observe() {} disconnect() {} };

export const T = 10;
const LABELS = {beta: "Step size β (CSPA)", gamma: "Exploration γ (Two)"};
const slider = (values) => ({values, shown: values, at: values.map((_, i) => i / 9), where: values.map((v) => `at ${v}`), ticks: []});
const param = (name, value, values) => ({name, symbol: name, label: LABELS[name], value, ...slider(values)});

function element() {
  const parts = new Map(), classes = new Set(), events = new EventTarget();
  return Object.assign(events, {
    children: [], style: {setProperty() {}}, setAttribute() {}, innerHTML: "", textContent: "", value: "", classes,
    classList: {add: (c) => classes.add(c), remove: (c) => classes.delete(c), toggle() {}},
    querySelector(name) { return parts.get(name) ?? (parts.set(name, element()), parts.get(name)); },
  });
}

/** The bytes of a run of CSPA with β and of another learner with β and γ, without a plane. */
export function sent(beta = "1", sigma = 0.25, more = {}) {
  const head = header(T, [`cspa(beta=${beta})`, "two"], {
    identity: "same", id: "id", plane: "", sigma: {value: sigma, noise: "sd", ...slider([0, 0.25, 0.5])}, ...more,
  });
  head.learners[0] = {...head.learners[0], key: "cspa", params: [param("beta", beta, ["1", "2", "3"])]};
  head.learners[1] = {...head.learners[1], key: "two", params: [param("beta", "1", ["1", "2"]), param("gamma", "1", ["1", "2"])]};
  const ones = Object.fromEntries([0, 1].flatMap((l) => ["hat", "tilde"].map((name) => [name + l, ["u1", [T], Array(T).fill(0)]])));
  return packed(head, {y: ["u1", [T], Array(T).fill(0)], ...ones});
}
export const run = (...values) => parse(sent(...values));

/** The bytes of a film without weights: β = 1, 2, 3 of CSPA. */
export function film(sigmas = [0.25, 0.5], more = {}) {
  const cells = 4 * sigmas.length, zeros = (dtype, n) => [dtype, [n], Array(n).fill(0)];
  return packed({
    state: "ready", share: 1, identity: "same", place: 0, param: "beta", ...slider(["1", "2", "3"]),
    texts: ["1", "2", "3"].map((b) => `cspa(beta=${b})`), words: ["1", "2", "3"], others: ["two"], sigma: slider(sigmas),
    done: sigmas.map((_, s) => s), noise: "sd", lines: sigmas.map(() => []), ...more,
  }, {
    rounds: ["i4", [2], [1, T]], hits: zeros("u1", 2 * cells), total: zeros("u2", 2 * cells), sd: zeros("f4", 2 * cells),
    recent: zeros("u2", 2 * cells), recent_sd: zeros("f4", 2 * cells),
  });
}

/** A player that shows a run, its film, and the questions that both asked. */
export function playing(bytes = film(), first = run()) {
  const root = element(), questions = [], wanted = [], slow = {on: false, toggle() { this.on = !this.on; }};
  const curves = {take(taken) { this.run = taken; }, run: first};
  const player = {
    root, t: 4, focus: 0, run: first, beats: slow, discs: [], curves, find: (name) => root.querySelector(name),
    clock: new Clock(), waits: false, stop: T, toEnd: true,
    pause() { this.clock.stop(), this.waits = false; },
    settle() {}, invalidate() {}, move(t) { this.t = t; }, ask: (question) => questions.push(question),
    load(data) {
      const next = parse(data);
      if (it.isAheadOf(next)) return;
      if (same(data, this.bytes)) return it.again();
      this.bytes = data;
      this.run = curves.run = next;
      it.load(next);
    },
  };
  const early = []; // the server's answers to a release; without one the script plays the run
  const desk = {
    answers: true, later: "follows when you let go",
    ask(name, query) {
      if (name === "run") return Promise.resolve(early.shift() ?? null);
      wanted.push(query);
      return new Promise(() => {}); // answered by `send`
    },
  };
  const it = new PlayerFilm(/** @type {any} */ (player), /** @type {any} */ (desk));
  it.load(first);
  const send = (data) => it.take(unpacked(data), 1);
  if (bytes) send(bytes);
  return {
    it, player, questions, wanted, send, slow, early,
    go(value) { it.handles.param.go(it.handles.param.values.indexOf(value)); },
    noise(value) { it.handles.sigma.go(it.handles.sigma.values.indexOf(value)); },
    arrives(other) { player.run = other; curves.run = other; it.load(other); },
    said: () => [it.handles.param.output, it.handles.sigma.output].map(({innerHTML}) => innerHTML.replace(/<[^>]+>/g, "")),
  };
}
export const asked = ({questions}) =>
  questions.map(({place, key, param: name, value, sigma}) => [place, key, name, value, sigma].join(" "));
