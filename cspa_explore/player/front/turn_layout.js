// The elements of a game, and the texts in them.

import {serverAddress} from "./address.js";
import {html, setHtml} from "./html.js";
import {PICTURE_BUTTONS} from "./picture.js";
import {tintOf} from "./plane.js";
import {howWords, scoreWords, taskWords} from "./turn_words.js";

const GLYPHS = {
  circle: "●", square: "■", triangle: "▲", diamond: "◆", plus: "✚", star: "★", hexagon: "⬢", cross: "✖", pentagon: "⬟", wedge: "▼",
};

export const LAYOUT = html`
  <p class="sentence"></p>
  <p class="how"></p>
  <ul class="remarks"></ul>
  <div class="game">
    <figure class="board"><canvas role="img"></canvas><figcaption></figcaption></figure>
    <section class="side" aria-label="Your proposal">
      <p class="round"></p>
      <div class="signs" role="group" aria-label="Propose a class"></div>
      <p class="answer"></p>
      <p class="score"></p>
    </section>
    <section class="race" aria-label="You and the learners">
      <div class="graph"><canvas role="img"></canvas></div>
      <div class="bar transport">
        <button class="play" data-act="play" title="Play or pause the rounds (Space)">Play</button>
        <input class="scrub" type="range" min="0" step="1" aria-label="Round"><output class="count"></output>
      </div>
    </section>
  </div>
  <div class="tape"><canvas role="img"></canvas></div>
  <div class="bar eyes">
    <span class="group" role="group" aria-label="Eye"><button data-eye="god" title="The true classes (G)">God's eye</button><button
      data-eye="learner" title="What the player was told (G)">Learner's eye</button></span>
    <span class="who" role="group" aria-label="Whose proposals"></span>
  </div>
  <div class="bar actions">
    <button data-act="seed" class="main" title="Other rows and other names of the classes">New seed</button>
    <button data-act="again" title="The same points from the first round">Start again</button>
    <label>Rounds <select class="rounds"></select></label>
    <a class="arena" title="The learners on these rounds, with their maps">Watch the learners in the Arena</a>
    ${PICTURE_BUTTONS}<span class="notice" role="status" aria-live="polite"></span>
  </div>
  <p class="hidden live" role="status" aria-live="polite"></p>`;

/** Fill in what depends on the game but not on its rounds.
 * @param {import("./turn_run").TurnRun} run
 */
export function fillGame(find, run) {
  const {data, end} = run;
  setHtml(find(".signs"), html`${run.names.map((name, k) => html`<button class="sign" data-key="${name}" aria-label="Class ${name}"
    title="Propose class ${name} (key ${name})"><i aria-hidden="true">${GLYPHS[run.classes[k].shape]}</i><b>${name}</b></button>`)}`);
  setHtml(find(".rounds"), html`${data.choices.map((count) => html`<option value="${count}">${count}</option>`)}`);
  find(".rounds").value = data.rounds;
  find(".signs").dataset.many = String(run.K > 6);
  find(".scrub").max = run.T;
  find("[data-act=again]").textContent = end ? "Start again with the same points" : "Start again";
  setHtml(find(".remarks"), html`${end ? [...end.remarks, end.renaming].map((text) => html`<li>${text}</li>`) : ""}`);
  setHtml(find(".who"), html`${end ? end.players.map(({words, colour}, l) => html`<button data-who="${l}" style="--run: ${colour}"
    title="Show the proposals of ${words}">${words} <b>${countOf(run, l)}</b></button>`) : ""}`);
  if (end) find(".arena").href = serverAddress(`?${new URLSearchParams(end.arena)}`);
}

/** Fill in what changes from round to round.
 * @param {import("./turn_run").TurnRun} run
 */
export function fillRound(find, run, {phase, s, playing, racing, god, who}) {
  const played = run.keys.length, told = run.bits[played - 1] === 1;
  find(".sentence").textContent = phase === "end" ? (racing ? "Now the learners play your rounds…" : run.end?.verdict)
    : phase === "wait" ? "That was the last round. Now the learners play the same rounds…" : taskWords(run);
  find(".how").textContent = phase === "play" ? howWords(run) : "";
  find(".round").textContent = `Round ${run.t} of ${run.T}`;
  find(".answer").textContent = played ? (told ? `✓ ${run.keys[played - 1]}` : `✗ not ${run.keys[played - 1]}`) : "";
  find(".answer").dataset.told = String(told);
  find(".score").textContent = played ? scoreWords(run) : "";
  find(".count").textContent = `round ${s} of ${run.T}`;
  find(".scrub").value = s;
  find("[data-act=play]").textContent = playing ? "Pause" : "Play";
  for (const button of find(".eyes").querySelectorAll("[data-eye]")) {
    button.setAttribute("aria-pressed", String((button.dataset.eye === "god") === god));
  }
  for (const button of find(".eyes").querySelectorAll("[data-who]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.who) === who));
  }
  find("figcaption").textContent = caption(run, phase, god, who);
}

// In how many rounds player l was right.
function countOf(run, l) { return Array.from({length: run.T}, (_, i) => run.hit(l, i + 1)).filter(Boolean).length; }

function caption(run, phase, god, who) {
  const name = phase === "end" ? run.learners[who].words : "you";
  if (god && run.data.picture) return `the true class in the data set · ✓ ${name} right · ✗ ${name} wrong, and what was proposed`;
  if (god) return `colour, shape and name: the true class, as in the Arena · ○ ${name} right × wrong`;
  const notes = "✓2: it is in class 2 · ≠2: it is not in class 2".replaceAll("2", run.names[1]);
  return phase === "end" ? `${notes} · classes by your keys` : notes;
}

/** Colour the buttons of the classes: every class has its tint. */
export function tintSigns(find, run, theme) {
  for (const [k, button] of [...find(".signs").children].entries()) button.style.setProperty("--tint", tintOf(run.classes, k, theme));
}
