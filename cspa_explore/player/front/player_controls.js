// Buttons, sliders, keys and the pointer of the player.

import {inThisTab, onLeave} from "./address.js";
import {arenaPicture} from "./arena_picture.js";
import {FACTS, listenFor, offer, OPENED, SETTLE} from "./bridge.js";
import {onNewTheme, themeOf} from "./canvas.js";
import {roundOf} from "./curves.js";
import {arenaFacts} from "./guide_facts.js";
import {actionOf} from "./keys.js";
import {isKeyLeftOut, isLeftOut} from "./lesson.js";
import {momentFrom} from "./moment.js";
import {listenToPanels} from "./panel_details.js";
import {save} from "./picture.js";
import {CHANGED} from "./presenting.js";
import {saveReplay} from "./save_replay.js";
import {SlideFilmDialog} from "./slide_film_dialog.js";

/** Listen to the user; return a function that stops it.
 * @param {import("./player").Player} player
 */
export function listen(player) {
  const {root} = player, off = new AbortController(), {signal} = off;
  listenToButtons(player, signal);
  listenToMenu(player, signal);
  listenToKeys(player, signal);
  listenToFields(player, signal);
  listenToCharts(player, signal);
  listenToPanels(player, signal);
  onLeave(() => player.leave(), signal);
  listenFor(CHANGED, () => player.resize(), signal);
  listenFor(SETTLE, () => player.writeNow(), signal);
  listenFor(OPENED, (query) => goTo(player, new URLSearchParams(query)), signal);
  offer(FACTS, () => (player.root.isConnected && !player.film?.on ? arenaFacts(player) : null), signal);
  addEventListener("resize", () => player.resize(), {signal});
  addEventListener("popstate", () => {
    player.pause();
    clearTimeout(player.writing); // the address has the round that is wanted
    player.goBack();
  }, {signal});
  onNewTheme(() => themeOf(root), () => player.invalidate(), signal);
  return () => off.abort();
}

// Go to the moment of a query that is opened on this page: in this run and, if another one comes, in that.
function goTo(player, query) {
  const {t, focus, eye} = momentFrom((name) => query.get(name)), moment = {t: t ?? player.t, focus};
  player.show({eye, focus: Math.min(focus, player.run.L - 1)});
  player.seek(moment.t);
  player.pending = moment;
}

function listenToButtons(player, signal) {
  const film = new SlideFilmDialog(player, signal);
  player.root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]"), picture = event.target.closest("[data-picture]");
    const chip = event.target.closest("a.chip");
    if (chip && inThisTab(event)) {
      event.preventDefault();
      player.open(...chip.getAttribute("href").split("?"));
    }
    const marks = button?.dataset.do === "focus";
    if (button && !(marks && isLeftOut(player.root, "page"))) player.act(button.dataset.do, button.dataset.with);
    if (event.target.closest(".menu .items button") && !event.target.closest(".zoom")) player.find(".menu").open = false;
    if (picture) {
      player.pause();
      save(picture.dataset.picture, arenaPicture(player)).then((said) => player.say(said));
    }
    const kept = event.target.closest("[data-save]")?.dataset.save;
    if (kept === "file") saveReplay(player);
    if (kept === "film") film.show();
    if (event.detail) event.target.closest("button, input[type=checkbox]")?.blur(); // after a mouse click, Space is Play
  }, {signal});
}

function listenToMenu(player, signal) {
  document.addEventListener("pointerdown", (event) => { // a click outside closes it
    const menu = player.find(".menu");
    if (menu.open && !event.composedPath().includes(menu)) menu.open = false;
  }, {signal});
}

function listenToKeys(player, signal) {
  const {root} = player;
  document.addEventListener("keydown", (event) => {
    const menu = player.find(".menu");
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      event.preventDefault(); // one key press does one thing
    }
    const action = root.isConnected && actionOf(event);
    if (!action || isKeyLeftOut(root, action)) return;
    event.preventDefault();
    player.act(...action);
  }, {signal});
  document.addEventListener("pointerup", () => setTimeout(() => { // after a drag, the arrow keys are the player's again
    const slider = /** @type {HTMLElement | null} */ (document.activeElement);
    if (slider?.matches?.("input[type=range], [role=slider]") && !root.contains(slider)) slider.blur();
  }), {signal});
}

function listenToFields(player, signal) {
  const scrub = player.find(".scrub");
  scrub.addEventListener("input", () => player.seek(roundOf(scrub.value / scrub.max, player.run.T, player.log)), {signal});
  player.find(".speed").addEventListener("change", (event) => {
    player.clock.speed = Number(event.target.value);
    if (player.clock.playing) player.play();
  }, {signal});
  for (const flag of ["log", "recent"]) {
    const box = player.find(`.${flag}`);
    box.checked = player[flag];
    box.addEventListener("change", () => player.show({[flag]: box.checked}), {signal});
  }
}

function listenToCharts(player, signal) {
  const graph = player.find(".graph canvas"), strip = player.find(".tape canvas");
  const across = (event, canvas) => event.clientX - canvas.getBoundingClientRect().left;
  graph.addEventListener("pointermove", (event) => player.hover(player.curves.at(across(event, graph))), {signal});
  graph.addEventListener("pointerleave", () => player.hover(null), {signal});
  const seek = (t) => isLeftOut(player.root, "play") || player.seek(t);
  graph.addEventListener("click", (event) => seek(player.curves.at(across(event, graph))), {signal});
  strip.addEventListener("click", (event) => seek(player.strip.at(across(event, strip))), {signal});
}
