// A question about a number: every guess plants a flag on the axis, and the computed answer is planted beside them.

import {closest, MOST_GUESSES, numbersIn} from "./classroom_votes.js";
import {html, setHtml} from "./html.js";
import {counted} from "./numbers.js";
import {levels, shareAt, ticks, valueAtShare} from "./question_axis.js";

/** @typedef {import("./types").ClassPicture} Picture */
/** @typedef {import("./types").Vote} Vote */

const STEPS = 1000; // of the slider
const [SIDE, BASE, LEVEL, POLE] = [28, 128, 22, 26]; // pixels: margins, the axis, the height of a level, the lowest flag

/** A number with commas, and without digits that nobody guesses. */
function guessText(value) { return Number(value.toPrecision(6)).toLocaleString("en", {maximumFractionDigits: 4}); }

// The answer: the band of all trials on the axis, and a tall flag that points to where there is room.
function truth({value, low, high}, x, wide) {
  const at = x(value), [start, end] = [x(low), x(high)], long = at > wide / 2 ? -26 : 26;
  return html`<rect class="range" x="${start}" y="${BASE - 7}" width="${Math.max(2, end - start)}" height="14" rx="3"/>
    <line class="truth" x1="${at}" y1="4" x2="${at}" y2="${BASE + 8}"/>
    <path class="truth-flag" d="M${at} 4 h${long} l${-long / 5} 9 l${long / 5} 9 h${-long} z"/>
    <text class="truth-name" x="${at + 1.2 * long}" y="17" style="text-anchor: ${long > 0 ? "start" : "end"}">answer</text>`;
}

export class GuessQuestion {
  /** @type {Picture} */
  data;
  /** @type {Vote} */
  vote;
  notice = "";

  constructor(place, changed, signal) {
    this.place = place;
    this.changed = changed;
    place.addEventListener("click", (event) => this.clicked(event), {signal});
    place.addEventListener("input", (event) => this.slid(event), {signal});
    place.addEventListener("submit", (event) => {
      event.preventDefault();
      this.plant(place.querySelector("[name=guess]").value);
    }, {signal});
    place.addEventListener("pointerdown", (event) => this.pointed(event), {signal});
  }

  /**
   * @param {Picture} data
   * @param {Vote} vote
   */
  show(data, vote) {
    Object.assign(this, {data, vote, notice: ""});
    const open = vote.phase === "open", {axis} = data.question, unit = axis.unit && ` (${axis.unit})`;
    const isWhole = Number.isInteger(axis.low) && Number.isInteger(axis.high) && axis.high - axis.low >= 10; // as rounds are
    const examples = [0.2, 0.5, 0.8].map((share) => valueAtShare(axis, share));
    const several = examples.map((value) => guessText(isWhole ? Math.round(value) : value)).join(" ");
    setHtml(this.place, html`<div class="axis"></div>
      ${open ? html`<input class="slide" type="range" min="0" max="${STEPS}" value="${STEPS / 2}" step="1" aria-label="Guess${unit}">
        <form class="bar"><label>Guess${unit} <input name="guess" type="text" inputmode="decimal" autocomplete="off" maxlength="400"
          value="${guessText(valueAtShare(axis, 0.5))}"></label><button class="primary">Plant a flag</button>
          <span class="hint">Several guesses at once, such as: ${several}</span></form>` : ""}
      <p class="said" role="status"></p><ul class="flags" aria-label="Guesses"></ul>`);
    this.draw();
  }

  get axis() { return this.data.question.axis; }

  // Draw axis, flags and list again; the fields keep what was typed.
  draw() {
    const {vote, place, data} = this, open = vote.phase === "open";
    place.querySelector(".said").textContent = this.notice;
    const remove = (value, i) => html`<button data-remove="${i}" title="Remove this guess"
      aria-label="Remove the guess ${guessText(value)}">${guessText(value)} ×</button>`;
    const listed = vote.guesses.map((value, i) => html`<li>${open ? remove(value, i) : guessText(value)}</li>`);
    setHtml(place.querySelector(".flags"), html`${listed}`);
    const wide = place.clientWidth;
    if (wide) setHtml(place.querySelector(".axis"), this.picture(wide, vote.phase === "revealed" ? data.answer : null));
  }

  picture(wide, answer) {
    const {axis, vote} = this, x = (value) => SIDE + shareAt(axis, value) * (wide - 2 * SIDE);
    const flags = vote.guesses.map((value) => ({x: x(value), width: 9 + 8 * guessText(value).length, value})), at = levels(flags);
    const named = ticks(axis), known = answer && answer.value !== null, told = known ? truth(answer, x, wide) : "";
    const said = vote.guesses.length ? `: ${vote.guesses.map(guessText).join(", ")}` : "";
    const words = `Axis from ${guessText(axis.low)} to ${guessText(axis.high)} ${axis.unit}. `
      + `${counted(vote.guesses.length, "guess", "guesses")}${said}.${known ? ` The answer: ${answer.words}.` : ""}`;
    return html`<svg role="img" aria-label="${words}" width="${wide}" height="${BASE + 34}" viewBox="0 0 ${wide} ${BASE + 34}">
      <line class="base" x1="${SIDE}" y1="${BASE}" x2="${wide - SIDE}" y2="${BASE}"/>
      ${named.map((value) => html`<line class="base" x1="${x(value)}" y1="${BASE - 5}" x2="${x(value)}" y2="${BASE + 5}"/>
        <text class="tick" x="${x(value)}" y="${BASE + 24}">${guessText(value)}</text>`)}
      ${told}${flags.map(({x: left, width, value}, i) => {
        const top = BASE - POLE - LEVEL * Math.max(0, at[i]);
        return html`<g class="flag"><line x1="${left}" y1="${top}" x2="${left}" y2="${BASE}"/><circle cx="${left}" cy="${BASE}" r="3.5"/>
          ${at[i] < 0 ? "" : html`<rect x="${left - width / 2}" y="${top - 17}" width="${width}" height="19" rx="4"/>
            <text x="${left}" y="${top - 3}">${guessText(value)}</text>`}</g>`;
      })}</svg>`;
  }

  plant(text) {
    const {axis, vote} = this, given = numbersIn(text), inside = given.filter((value) => value >= axis.low && value <= axis.high);
    const bad = given.find((value) => !inside.includes(value)), room = MOST_GUESSES - vote.guesses.length;
    vote.guesses.push(...inside.slice(0, room));
    const range = `${guessText(axis.low)} to ${guessText(axis.high)}`;
    if (!given.length || Number.isNaN(bad)) this.notice = `A guess is a number from ${range}, got “${text.slice(0, 40)}”.`;
    else if (bad !== undefined) this.notice = `${guessText(bad)} is outside the axis, ${range}.`;
    else this.notice = inside.length > room ? `At most ${MOST_GUESSES} flags fit; remove one first.` : "";
    this.draw();
    this.changed();
  }

  clicked(event) {
    const button = event.target.closest("[data-remove]");
    if (!button) return;
    this.vote.guesses.splice(Number(button.dataset.remove), 1);
    this.draw();
    this.changed();
  }

  take(value) {
    this.place.querySelector("[name=guess]").value = guessText(value);
    this.place.querySelector(".slide").value = String(Math.round(STEPS * shareAt(this.axis, value)));
  }

  slid(event) {
    if (event.target.classList.contains("slide")) this.take(valueAtShare(this.axis, event.target.value / STEPS));
  }

  // A press on the axis takes that number.
  pointed(event) {
    const svg = event.target.closest("svg");
    if (!svg || this.vote.phase !== "open") return;
    const box = svg.getBoundingClientRect();
    this.take(valueAtShare(this.axis, (event.clientX - box.left - SIDE) / (box.width - 2 * SIDE)));
  }

  score(answer) {
    const near = closest(this.vote.guesses, answer.value ?? NaN);
    return near ? `Closest guess: ${guessText(near.guess)}, off by ${guessText(Number(near.off.toPrecision(3)))}.` : "";
  }

  title(data) { return data.answer.words[0].toUpperCase() + data.answer.words.slice(1); }
}
