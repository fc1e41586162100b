// A question with choices: hands are counted per choice, and become bars when the votes are locked.

import {html, setHtml} from "./html.js";
import {handsOf, total} from "./classroom_votes.js";
import {counted, whole} from "./numbers.js";

/** @typedef {import("./types").ClassPicture} Picture */
/** @typedef {import("./types").Vote} Vote */

const LETTERS = "ABCDEF";

export class ChooseQuestion {
  /** @type {Picture} */
  data;
  /** @type {Vote} */
  vote;

  constructor(place, changed, signal) {
    this.place = place;
    this.changed = changed;
    place.addEventListener("input", (event) => this.typed(event), {signal});
    place.addEventListener("click", (event) => this.clicked(event), {signal});
  }

  /**
   * @param {Picture} data
   * @param {Vote} vote
   */
  show(data, vote) {
    Object.assign(this, {data, vote});
    const {choices} = data.question, open = vote.phase === "open", all = total(vote.hands);
    const known = vote.phase === "revealed" && data.answer, right = known ? known.right : null;
    setHtml(this.place, html`<ol class="choices">${choices.map((text, i) => {
      const hands = vote.hands[i] ?? 0, share = all ? hands / all : 0;
      return html`<li class="choice ${right === i ? "right" : known ? "other" : ""}">
        <span class="letter" aria-hidden="true">${LETTERS[i]}</span>
        <span class="words">${text}${right === i ? html` <strong class="sign">✓ the answer</strong>` : ""}</span>
        ${open ? html`<span class="count"><button data-step="-1" data-choice="${i}"
            aria-label="One hand fewer for ${LETTERS[i]}">−</button><input type="number" inputmode="numeric"
            min="0" max="999" step="1" value="${hands || ""}" placeholder="0" data-choice="${i}"
            aria-label="Hands for ${LETTERS[i]}: ${text}"><button data-step="1" data-choice="${i}"
            aria-label="One hand more for ${LETTERS[i]}">+</button></span>`
          : html`<output class="hands">${hands}</output>
            <span class="track" role="img" aria-label="${Math.round(100 * share)} % of the hands"><i
              style="width: ${100 * share}%"></i></span>`}
      </li>`;
    })}</ol><p class="sum">${this.sum()}</p>`);
  }

  sum() { return counted(total(this.vote.hands), "hand"); }

  set(i, hands) {
    while (this.vote.hands.length < i) this.vote.hands.push(0);
    this.vote.hands[i] = handsOf(hands);
    this.place.querySelector(".sum").textContent = this.sum();
    this.changed();
  }

  typed(event) {
    if (event.target.dataset.choice !== undefined) this.set(Number(event.target.dataset.choice), event.target.value);
  }

  clicked(event) {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const i = Number(button.dataset.choice), field = this.place.querySelector(`input[data-choice="${i}"]`);
    this.set(i, (this.vote.hands[i] ?? 0) + Number(button.dataset.step));
    field.value = String(this.vote.hands[i] || "");
  }

  // What the hands say about the answer.
  score(answer) {
    const right = this.vote.hands[answer.right] ?? 0;
    if (answer.right === null) return "None of the choices holds.";
    return total(this.vote.hands) ? `${whole(right)} of ${this.sum()} had it.` : "";
  }

  title(data) {
    const {right, words} = data.answer, choice = data.question.choices[right];
    return right === null ? words : `${LETTERS[right]}: ${choice}`;
  }
}
