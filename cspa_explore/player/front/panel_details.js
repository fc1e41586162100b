// Below the panels of proposals: the most frequent confusions of the marked learner in words, and the numbers of the class
// or cell that pointer or keys have chosen.

import {html, setHtml} from "./html.js";

const DETAILS = html`<p class="mistaken"></p><p class="cell" role="status"></p>`;
const FEW = 10; // classes up to which three mistakes are listed: their matrix can be read
const HINT = "Point at a class for its numbers, or choose a panel with Tab and a class with ↑ ↓.";
const BARS = "Each bar of x lies within the range of its feature. ";

/** Write the chosen numbers or, if nothing is chosen, the confusions; nothing in the plane.
 * @param {import("./player_view").PlayerView} player
 */
export function tellDetails({find, panels, eye, focus, run}) {
  const details = find(".details"), god = eye === "god", l = panels.findIndex((panel) => panel.chosen), panel = panels[focus];
  if (!panels.length || !details.firstElementChild) setHtml(details, panels.length ? DETAILS : html``);
  if (!panel) return;
  const name = (place) => html`<b>${run.learners[place].words}</b>`, words = l < 0 ? "" : panels[l].words(god);
  const mistakes = words ? [] : panel.mistaken(god).slice(0, run.K > FEW ? 5 : 3);
  const list = mistakes.map((text, i) => html`${i ? " · " : ""}<span>${text}</span>`);
  setHtml(find(".cell"), words ? html`${name(l)}, ${words}` : html``);
  const hint = html`${run.picture?.kind === "bars" ? BARS : ""}${HINT}`, most = html`${name(focus)}, most frequent mistakes: ${list}`;
  setHtml(find(".mistaken"), words ? html`` : mistakes.length ? most : hint);
  for (const {surface: {canvas}} of panels) if (canvas.title !== HINT) canvas.title = HINT;
}

/** Let pointer and keys choose a class of a panel.
 * @param {import("./player_view").PlayerView} player
 */
export function listenToPanels(player, signal) {
  const panelAt = (event) => {
    const canvas = event.target.closest?.("figure[data-l] canvas");
    return canvas && player.panels[Number(canvas.parentElement.dataset.l)];
  };
  const on = (name, act) => player.root.addEventListener(name, (event) => {
    const panel = panelAt(event);
    if (panel && act(panel, event) !== false) player.invalidate();
  }, {signal});
  on("pointerdown", (_, event) => event.preventDefault()); // a click takes no focus, which the next key would frame
  on("pointermove", (panel, event) => panel.point(event.offsetX, event.offsetY));
  on("pointerout", (panel) => { panel.chosen = null; });
  on("focusout", (panel) => { panel.chosen = null; });
  on("keydown", (panel, event) => {
    const by = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!by) return false;
    event.preventDefault();
    panel.step(by);
    return true;
  });
}
