// Presenting: a page without its settings, in large type. The class is on the document, because every page presents.

import {announce} from "./bridge.js";

const CLASS = "cspa-present";
export const CHANGED = "cspa-presenting"; // the event after it was switched

export function isPresenting() { return document.documentElement.classList.contains(CLASS); }

/** Return the scale of the type: larger on larger screens. */
export function typeScale() { return Math.min(1.6, Math.max(1.1, Math.min(innerWidth / 1100, innerHeight / 760))); }

/** Switch presenting on or off. The browser may refuse full screen; the page then presents in its window. */
export function present(on) {
  document.documentElement.classList.toggle(CLASS, on);
  const asked = navigator.userActivation?.isActive ?? true; // a link may present, but only a key or a click fills the screen
  if (on && asked) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (!on && document.fullscreenElement) document.exitFullscreen();
  announce(CHANGED);
}
