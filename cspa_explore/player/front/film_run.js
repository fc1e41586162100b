// A film, and one of its cells as a run that is valid in the film's rounds: discs and curves draw it as any run.

import {Run} from "./payload.js";

const spread = (sigma, noise) => (noise === "variance" ? Math.sqrt(sigma) : sigma);

/** The index of the number that is nearest to x.
 * @param {ArrayLike<number>} numbers
 * @param {number} x
 */
export function nearest(numbers, x) {
  let best = 0;
  for (let i = 1; i < numbers.length; i++) if (Math.abs(numbers[i] - x) < Math.abs(numbers[best] - x)) best = i;
  return best;
}

export class Film {
  /**
   * @param {import("./types").FilmHeader} header
   * @param {import("./types").Arrays} arrays
   */
  constructor(header, arrays) {
    this.header = header;
    this.arrays = arrays;
    this.state = header.state;
    this.share = header.share;
    this.sigmas = header.sigma?.values ?? [];
    this.rounds = arrays.rounds ?? []; // empty: nothing is there yet
    this.logs = Float64Array.from(this.rounds, Math.log);
    this.slots = (header.texts?.length ?? 0) + (header.others?.length ?? 0);
    this.rows = new Map(Array.from(this.rounds, (t, i) => [t, i]));
    /** @type {Map<number, {raw: any, radius: number | undefined, backgrounds: Map<string, any>}>} */
    this.scenes = new Map(); // by σ
    /** @type {import("./payload").Run | null} */
    this.base = null;
  }

  /** Whether the film shows this run with other values.
   * @param {import("./payload").Run} run
   */
  fits(run) {
    const {header: {identity, texts, others, place}, sigmas} = this;
    if (!sigmas.length || identity !== run.header.identity || run.L !== others.length + 1) return false;
    const rest = run.learners.filter((_, l) => l !== place).map(({text}) => text);
    return texts.includes(run.learners[place].text) && sigmas.includes(run.header.sigma.value) &&
      rest.every((text, i) => text === others[i]);
  }

  get hasWeights() { return "W" in this.arrays; }

  // Whether the cells at a σ are computed.
  has(sigma) { return this.header.done.includes(this.sigmas.indexOf(sigma)); }

  /** The cell of a value and a σ; null if the film does not have it, or not yet.
   * @param {string} value
   * @param {number} sigma
   */
  cell(value, sigma) {
    const v = this.header.values.indexOf(value);
    return v >= 0 && this.has(sigma) ? {v, s: this.sigmas.indexOf(sigma)} : null;
  }

  // The round of the film that is nearest to round t, on a log scale.
  round(t) { return this.rounds[nearest(this.logs, Math.log(Math.max(1, t)))]; }

  // Where a cell's numbers lie: for learner l, with value v of the marked one, at σ number s.
  slot(l, v, s) {
    const {place, texts, done} = this.header, within = l === place ? v : texts.length + (l < place ? l : l - 1);
    return done.indexOf(s) * this.slots + within;
  }

  // A part of an array: `size` numbers per cell.
  part(name, slot, size) { return this.arrays[name].subarray(slot * size, (slot + 1) * size); }

  // The instances at a σ, and what discs keep for them.
  scene(run, s) {
    if (this.base !== run) {
      this.scenes.clear();
      this.base = run;
    }
    const {sigmas, header: {noise}} = this, {raw} = run.arrays, {normals} = this.arrays;
    if (sigmas[s] === run.header.sigma.value) return {raw, radius: raw && run.viewRadius(), backgrounds: run.backgrounds};
    const known = this.scenes.get(s);
    if (known) return known;
    const by = spread(sigmas[s], noise) - spread(run.header.sigma.value, noise);
    const moved = normals && raw.map((x, i) => x + by * normals[i]); // the same normal draws at every σ
    const made = {raw: moved, radius: undefined, backgrounds: new Map()};
    this.scenes.set(s, made);
    return made;
  }

  /** The run with value v at σ number s.
   * @param {import("./payload").Run} run the run that the film belongs to
   */
  frame(run, v, s) { return new FilmRun(this, run, v, s); }
}

export class FilmRun extends Run {
  /**
   * @param {Film} film
   * @param {import("./payload").Run} run
   */
  constructor(film, run, v, s) {
    super(headerOf(film, run, v, s), arraysOf(film, run, v, s));
    this.film = film;
    this.scene = film.scene(run, s);
    this.backgrounds = this.scene.backgrounds;
    if (!film.hasWeights) this.plane = /** @type {import("./types").PlaneKind} */ (""); // curves only
  }

  /** Take over regions that the server sampled and, at another σ, its instances.
   * @param {{header: {half: number}, arrays: import("./types").Arrays}} found
   */
  sampled({header: {half}, arrays}) {
    this.plane = "grid";
    this.pictures.add(arrays);
    if (!arrays.raw) return;
    this.arrays.raw = arrays.raw;
    this.scene.radius = half;
  }

  counted(l) {
    const sums = new Int32Array(this.T + 1), bits = this.arrays["hits" + l];
    for (let t = 0; t < this.T; t++) sums[t + 1] = sums[t] + ((bits[t >> 3] >> (t & 7)) & 1);
    return sums;
  }

  hit(l, t) { return this.right[l][t] > this.right[l][t - 1]; }

  holds() { return true; }

  // Round t + 1 is answered with the weights after t rounds.
  row(t) {
    const row = this.film.rows.get(t + 1);
    if (row === undefined) throw new RangeError(`A film shows only some rounds, and round ${t + 1} is none of them.`);
    return row;
  }

  longest(l) { return this.arrays["longest" + l] || 1; }
  viewRadius() { return (this.scene.radius ??= super.viewRadius()); }

  // A film does not hold these.
  next() { return 0; }
  explored() { return false; }
}

// The header of a cell: the marked learner's words and, at another σ, other reference lines.
function headerOf({header: {place, words, texts, lines}, sigmas}, run, v, s) {
  const here = sigmas[s] === run.header.sigma.value;
  const chart = (given) => ({
    ...given,
    lines: here ? given.lines : lines[s],
    series: given.series.map((series, l) => (l === place ? {...series, name: words[v]} : series)),
  });
  const learners = run.learners.map((learner, l) => (l === place ? {...learner, words: words[v], text: texts[v]} : learner));
  return {...run.header, learners, curves: {mean: chart(run.curves.mean), recent: chart(run.curves.recent)}};
}

function arraysOf(film, run, v, s) {
  const {rounds, arrays} = film, R = rounds.length, {trials, recent} = run;
  const bytes = arrays.hits.length / (film.header.done.length * film.slots);
  /** @type {import("./types").Arrays} */
  const found = {y: run.arrays.y, raw: film.scene(run, s).raw, points: rounds};
  for (const name of Object.keys(run.arrays)) if (name.startsWith("ghost") || name === "lies") found[name] = run.arrays[name];
  run.learners.forEach((_, l) => {
    const slot = film.slot(l, v, s);
    found["hits" + l] = film.part("hits", slot, bytes);
    found["mean" + l] = Float64Array.from(film.part("total", slot, R), (n, i) => n / (trials * rounds[i]));
    found["mean_sd" + l] = film.part("sd", slot, R);
    found["recent" + l] = Float64Array.from(film.part("recent", slot, R), (n, i) => n / (trials * Math.min(rounds[i], recent)));
    found["recent_sd" + l] = film.part("recent_sd", slot, R);
    if (!arrays.W) return;
    found["W" + l] = film.part("W", slot, R * run.K * run.d);
    found["longest" + l] = arrays.longest[slot];
  });
  return found;
}
