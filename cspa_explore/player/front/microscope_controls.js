// Buttons, fields, keys and the pointer of the Microscope.

import {onLeave} from "./address.js";
import {FACTS, listenFor, offer, OPENED, SETTLE} from "./bridge.js";
import {onNewTheme, themeOf} from "./canvas.js";
import {scopeFacts} from "./guide_facts.js";
import {isFree} from "./keys.js";
import {isLeftOut} from "./lesson.js";

const NARROW = 820; // pixels below which panels stand below each other

/** Listen to the user; return a function that stops it. */
export function listen(scope) {
  const off = (scope.off = new AbortController()), {signal} = off, {root, find} = scope;
  root.addEventListener("click", (event) => clicked(scope, event.target.closest("button")), {signal});
  find(".round").addEventListener("change", (event) => {
    scope.go(Math.min(scope.scene.T, Math.max(1, Math.round(Number(event.target.value)) || 1)));
  }, {signal});
  find(".worst").addEventListener("change", (event) => event.target.value && scope.go(Number(event.target.value)), {signal});
  find(".told").addEventListener("change", (event) => scope.probe({told: event.target.value}), {signal});
  document.addEventListener("keydown", (event) => {
    if (root.isConnected && pressed(scope, event)) event.preventDefault();
  }, {signal});
  for (const disc of scope.discs) listenToPointer(scope, disc, signal);
  onLeave(() => scope.writeNow(), signal);
  listenFor(SETTLE, () => scope.writeNow(), signal);
  listenFor(OPENED, (query) => {
    const asked = new URLSearchParams(query);
    if (scope.beats.on) scope.beats.toggle();
    scope.probe({t: Number(asked.get("t") ?? 1), who: Number(asked.get("who") ?? 0), x: "", told: ""});
  }, signal);
  offer(FACTS, () => (root.isConnected && !scope.waiting ? scopeFacts(scope.scene, scope.beats.on) : null), signal);
  const sizes = new ResizeObserver(() => {
    root.classList.toggle("narrow", root.clientWidth < NARROW);
    scope.draw();
  });
  sizes.observe(root);
  onNewTheme(() => themeOf(root), () => scope.draw(), signal);
  return () => {
    off.abort();
    sizes.disconnect();
  };
}

function clicked(scope, button) {
  if (!button) return;
  const {go, jump, who, picture, beat, act} = button.dataset;
  if (act === "beats") scope.beats.toggle();
  if (beat) scope.beats.go(Number(beat));
  if (button.classList.contains("beat-play")) scope.beats.playOrPause();
  if (go) scope.go(scope.scene.t + Number(go));
  if (jump) scope.jump(jump);
  if (who) scope.probe({who: Number(who), x: ""});
  if (button.classList.contains("home")) scope.probe({x: ""});
  if (picture) scope.savePicture(picture);
}

// Return whether the key did something.
function pressed(scope, event) {
  const target = event.composedPath()[0], {t, T} = scope.scene;
  if (!isFree(event)) return false;
  const step = event.shiftKey ? 100 : 1, turn = {ArrowUp: 5, ArrowDown: -5}[event.key], jump = event.key.toLowerCase() === "m";
  if (isLeftOut(scope.root, turn ? "page" : jump ? "jumps" : "steps")) return false;
  if (beatKey(scope.beats, event)) return true;
  if (event.key === "ArrowLeft") scope.go(t - step);
  else if (event.key === "ArrowRight") scope.go(t + step);
  else if (event.key === "Home") scope.go(1);
  else if (event.key === "End") scope.go(T);
  else if (jump) scope.jump("next_mistake");
  else if (turn && target === scope.find(".before")) scope.turn(turn);
  else return false;
  return true;
}

// Slow motion: return whether the key is one of its keys.
function beatKey(beats, {key, shiftKey}) {
  if (key === " ") beats.playOrPause();
  else if (key.toLowerCase() === "s" || (key === "Escape" && beats.on)) beats.toggle();
  else if (beats.on && !shiftKey && key === "ArrowLeft") beats.step(-1);
  else if (beats.on && !shiftKey && key === "ArrowRight") beats.step(1);
  else return false;
  return true;
}

function listenToPointer(scope, disc, signal) {
  const {canvas} = disc.surface;
  const move = (event) => {
    if (!(event.buttons & 1) || !scope.scene.plane) return;
    event.preventDefault();
    scope.moveTo(disc.point(event, scope.length(), scope.scene.plane));
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    move(event);
  }, {signal});
  canvas.addEventListener("pointermove", move, {signal});
}
