// The instance of a round, where there is no plane: its picture, and what each learner proposed for it.

import {Surface} from "./canvas.js";
import {html, setHtml} from "./html.js";
import {drawInstance} from "./instance_drawing.js";
import {short, whole} from "./numbers.js";
import {nameOf} from "./player_layout.js";

const EARLIER = 0.35; // opacity of an instance that stands in for one that has not arrived
const SAYS = {image: "as an image", pen: "as a pen stroke", bars: "feature by feature, each bar within the range of its feature"};

export const INSTANCE_FIGURE = html`<figure class="instance"><figcaption><span class="seen"></span></figcaption>
  <canvas role="img"></canvas><ul class="said"></ul><p class="range"></p></figure>`;

export class InstancePanel {
  drawn = ""; // what is on the canvas now
  /** @type {{t: number, value: any} | null} */
  found = null;
  t = 0;

  /** @param {import("./payload").Run} run */
  constructor(canvas, run) {
    this.surface = new Surface(canvas);
    this.run = run;
  }

  // Draw the instance of round t; until it has arrived, the last one before, faintly and with its round.
  draw(t, {theme}) {
    const {surface, run} = this, resized = surface.fit();
    if (!surface.width) return;
    this.t = t;
    this.found = t ? run.pictures.instance(t) : null;
    const {found} = this, exact = found?.t === t, now = `${found?.t} ${exact} ${theme.background} ${theme.scale}`;
    if (!resized && now === this.drawn) return;
    this.drawn = now;
    const context = surface.begin(), {width, height} = surface;
    if (!found || !run.picture) return;
    context.globalAlpha = exact ? 1 : EARLIER;
    drawInstance(context, {x: 2, y: 2, width: width - 4, height: height - 4}, found.value, run.picture, theme);
    context.globalAlpha = 1;
    if (!exact) this.note(context, `round ${whole(found.t)}`, theme);
  }

  note(context, text, theme) {
    const {width, height} = this.surface, size = 13 * (theme.scale || 1);
    Object.assign(context, {font: `600 ${size}px ${theme.font}`, textAlign: "center", textBaseline: "middle"});
    const wide = context.measureText(text).width + 12;
    context.fillStyle = theme.background;
    context.fillRect((width - wide) / 2, height / 2 - size, wide, 2 * size);
    context.fillStyle = theme.text;
    context.fillText(text, width / 2, height / 2);
  }

  state() {
    const {t, found} = this;
    return {t: found?.t ?? null, exact: found?.t === t, numbers: found ? Array.from(found.value) : null};
  }
}

/** What learner l proposed in round t, and whether it was right (in the learner's eye, and in slow motion, what it was
 * told); in slow motion only from their beats on.
 * @param {import("./payload").Run} run
 * @param {import("./types").BeatView | null} beat
 */
export function saidOf(run, l, t, beat, god = true) {
  if (beat && beat.beat < 3) return "";
  return `${run.names[run.proposal(l, t)]}${beat && beat.beat < 4 ? "" : (god && !beat ? run.hit(l, t) : run.told(l, t)) ? " ✓" : " ✗"}`;
}

/** Write what each learner proposed for the instance; its true class only in God's eye.
 * @param {(selector: string) => any} find
 * @param {import("./payload").Run} run
 * @param {import("./types").BeatView[] | null} beats
 */
export function tellInstance(find, run, t, eye, beats) {
  const {picture} = run;
  if (!picture) return;
  const truth = t && eye === "god" ? `, class ${run.names[run.truth(t)]}` : "";
  find(".instance .seen").textContent = t ? `x of round ${whole(t)}${truth}` : "no instance yet";
  find(".instance canvas").setAttribute("aria-label", t ? `The instance of round ${t} ${SAYS[picture.kind]}${truth}` : "No instance yet");
  setHtml(find(".instance .said"), html`${t ? run.learners.map((learner, l) => html`<li><span>${nameOf(learner)}</span>
    <b>${saidOf(run, l, t, beats?.[l] ?? null, eye === "god")}</b></li>`) : []}`);
  find(".instance").dataset.kind = picture.kind;
  find(".instance .range").textContent = rangeText(picture);
}

// What the greys of an image mean.
function rangeText({kind, low, high}) {
  return kind === "image" ? `pixels from ${short(low)} to ${short(high)}`.replaceAll("-", "−") : "";
}
