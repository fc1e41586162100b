// The ring around the one control that a step of the guide names, wherever it is: on the page or in a drawing.

import {NARROW} from "./side_panel.js";

const MARK = "data-guided";

/** Return the control, or null if it is not there.
 * @param {{control: string, inside: string}} step `inside` is the key of a drawing, "" if Streamlit draws the control
 */
function controlOf({control, inside}) {
  if (!inside) return document.querySelector(control);
  const host = document.querySelector(`.st-key-${inside} [data-testid=stBidiComponentIsolated]`);
  return host?.shadowRoot?.querySelector(control) ?? null;
}

export class Ring {
  /** @type {any} */
  control = null;

  /** Put the ring around the control of a step; null takes it away. Return whether it is another element than before. */
  put(step) {
    const found = step && controlOf(step), isOther = found !== this.control;
    if (isOther) this.control?.removeAttribute(MARK);
    found?.setAttribute(MARK, "");
    this.control = found;
    return isOther && Boolean(found);
  }

  /** Scroll what else the step speaks of into sight, and then the control. */
  reveal({sight}) {
    const also = sight ? this.control?.getRootNode().querySelector(sight) : null;
    also?.scrollIntoView({block: "nearest"});
    const box = this.control?.getBoundingClientRect();
    if (box && (box.top < 60 || box.bottom > innerHeight - cardHeight())) this.control.scrollIntoView({block: "center"});
  }
}

function cardHeight() {
  return innerWidth > NARROW ? 0 : parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--cspa-guide")) || 0;
}
