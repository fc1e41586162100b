// Events between components, which live in separate modules and shadow roots: they meet at the document.

export const CLASS_STAGE = "cspa-class-stage"; // whether the Classroom's answer may be played, and to which round
export const SETTLE = "cspa-settle"; // the address is about to be copied: write what is on screen
export const FACTS = "cspa-facts"; // what a page's drawing shows, for the guide
export const OPENED = "cspa-opened"; // the guide opens a query on the page that is open: go to its round

/** Tell all components.
 * @param {string} name of the event
 */
export function announce(name, detail = /** @type {any} */ (null)) { document.dispatchEvent(new CustomEvent(name, {detail})); }

/** Call the handler with the detail of every event of this name.
 * @param {string} name
 * @param {(detail: any) => void} handler
 * @param {AbortSignal} signal
 */
export function listenFor(name, handler, signal) {
  document.addEventListener(name, (event) => handler(/** @type {CustomEvent} */ (event).detail), {signal});
}

/** Call the handler as `listenFor` does, beginning with the latest detail that another component offers.
 * @param {string} name
 * @param {(detail: any) => void} handler
 * @param {AbortSignal} signal
 */
export function receive(name, handler, signal) {
  listenFor(name, handler, signal);
  announce(`${name}?`);
}

/** Announce the latest detail again whenever a component begins to receive; `latest` returns null if there is none.
 * @param {string} name
 * @param {() => any} latest
 * @param {AbortSignal} signal
 */
export function offer(name, latest, signal) {
  listenFor(`${name}?`, () => {
    const detail = latest();
    if (detail !== null) announce(name, detail);
  }, signal);
}
