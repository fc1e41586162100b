// The dialog that saves the animation between two rounds as a video file, with a title and a caption.

import {html, setHtml} from "./html.js";
import {whole} from "./numbers.js";
import {download} from "./picture.js";
import {CANNOT, recordable, recorded} from "./slide_film.js";
import {roundAt, SlideFrame} from "./slide_frame.js";

const [SHORTEST, LONGEST] = [2, 60]; // seconds
const USUAL = 10; // seconds

const layout = ({title, from, to, T, able}) => html`<form>
    <h2 id="cspa-slides">Film for slides</h2>
    <p class="why">${able ? "Records 1280 × 720 pixels in real time. Keep this tab in front." : CANNOT}</p>
    <div class="fields"><label>From round <input name="from" inputmode="numeric" value="${from}"></label>
      <label>to round <input name="to" inputmode="numeric" value="${to}"></label>
      <label>in <input name="seconds" inputmode="numeric" value="${USUAL}"> seconds</label></div>
    <p class="of">Rounds 0 to ${whole(T)}. On a logarithmic time axis the film begins slowly.</p>
    <label class="wide">Title <input name="title" maxlength="120" value="${title}"></label>
    <label class="wide">Caption <input name="caption" maxlength="200"></label>
    <p class="end"><button data-film="record">Record</button><progress max="1" value="0" aria-label="Recorded" hidden></progress>
      <span class="done" role="status" aria-live="polite"></span><button type="button" data-film="close">Close</button></p>
    <div class="preview" hidden></div>
  </form>`;

/** Return the values of the fields, or the sentence that says what is wrong with one of them.
 * @param {Record<string, string>} fields
 * @param {number} T
 * @returns {{from: number, to: number, seconds: number} | {why: string}}
 */
export function readFields({from, to, seconds}, T) {
  const number = (text) => (/^\d{1,9}$/.test(text.trim().replaceAll(",", "")) ? Number(text.trim().replaceAll(",", "")) : NaN);
  const [first, last, long] = [from, to, seconds].map(number);
  if (!(first >= 0 && first < T)) return {why: `The film must begin at a round from 0 to ${whole(T - 1)}, got '${from}'.`};
  if (!(last > first && last <= T)) return {why: `The film must end at a round from ${whole(first + 1)} to ${whole(T)}, got '${to}'.`};
  if (!(long >= SHORTEST && long <= LONGEST)) return {why: `The film must last ${SHORTEST} to ${LONGEST} seconds, got '${seconds}'.`};
  return {from: first, to: last, seconds: long};
}

export class SlideFilmDialog {
  /** @type {AbortController | null} */
  recording = null;

  /**
   * @param {import("./player").Player} player
   * @param {AbortSignal} signal
   */
  constructor(player, signal) {
    this.player = player;
    this.dialog = player.find("dialog.slides");
    this.dialog.setAttribute("aria-labelledby", "cspa-slides");
    this.dialog.addEventListener("keydown", (event) => event.stopPropagation(), {signal}); // its keys are not the player's
    this.dialog.addEventListener("close", () => this.recording?.abort(), {signal});
    this.dialog.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.recording) this.record();
    }, {signal});
    this.dialog.addEventListener("click", ({target}) => { if (target.closest("[data-film=close]")) this.closeOrCancel(); }, {signal});
    signal.addEventListener("abort", () => this.recording?.abort());
  }

  find(selector) { return this.dialog.querySelector(selector); }

  show() {
    const {run, t} = this.player, [title] = run.words.split(" · "), able = recordable() !== "";
    this.player.pause();
    setHtml(this.dialog, layout({title, from: t < run.T ? t : 0, to: run.T, T: run.T, able}));
    this.find("[data-film=record]").disabled = !able;
    this.dialog.showModal();
  }

  say(text) { this.find(".done").textContent = text; }

  closeOrCancel() {
    if (this.recording) this.recording.abort();
    else this.dialog.close();
  }

  // Show what can be done while it records, or afterwards.
  update(on) {
    this.find("progress").hidden = this.find(".preview").hidden = !on;
    this.find("[data-film=record]").disabled = on;
    this.find("[data-film=close]").textContent = on ? "Cancel" : "Close";
    for (const field of this.dialog.querySelectorAll("input")) field.disabled = on;
  }

  async record() {
    const {player} = this, value = (name) => this.find(`[name=${name}]`).value;
    const found = readFields({from: value("from"), to: value("to"), seconds: value("seconds")}, player.run.T);
    if ("why" in found) return this.say(found.why);
    const {from, to, seconds} = found, {signal} = (this.recording = new AbortController());
    const frame = new SlideFrame(player, {title: value("title").trim(), caption: value("caption").trim()});
    this.update(true);
    this.say("");
    this.find(".preview").replaceChildren(frame.canvas);
    const draw = (share) => frame.draw(roundAt(share, {from, to, log: player.log}));
    const tell = (share) => { this.find("progress").value = share; };
    const file = await recorded(frame.canvas, {draw, seconds, tell, signal}).catch(() => undefined);
    this.recording = null;
    this.update(false);
    const name = `arena-rounds-${from}-${to}.webm`;
    if (file) download(file, name);
    return this.say(file ? `${name} is saved.` : file === null ? "Cancelled: nothing was saved." : CANNOT);
  }
}
