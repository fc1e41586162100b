// The bridge to Streamlit, which calls a component when it appears and again whenever there is new data.
//
// Each call waits until the module is loaded, so on a slow machine an older call can arrive after a newer one; it is then
// cleaned up at once. Therefore a call takes effect one task later, unless it has been cleaned up by then, and only the
// clean-up of the call that is in effect ends the view.

const mounted = new WeakMap();
const GRACE = 500; // ms after a clean-up: a run of the script may only be replacing the data

// Streamlit's main part takes the focus when an empty area is clicked, and has a grey frame from the next key on. Only
// those who reach it by the keyboard need the frame.
function dropFocus() {
  const at = /** @type {HTMLElement | null} */ (document.activeElement);
  if (at?.dataset.testid === "stMain") at.blur();
}

/**
 * Show the data in the component's element; return the clean-up.
 * @param {new (root: any, data: any, ask: (question: any) => void) => {load: Function, destroy: () => void}} View
 */
export function mount(View, {data, parentElement}, ask) {
  const root = parentElement.querySelector(".cspa"), call = {}, off = new AbortController();
  let alive = true;
  document.addEventListener("click", dropFocus, {signal: off.signal});
  setTimeout(() => {
    if (!alive) return;
    const known = mounted.get(root) || {};
    clearTimeout(known.ending);
    known.call = call;
    mounted.set(root, known);
    if (known.view) known.view.load(data, ask);
    else known.view = new View(root, data, ask);
  }, 0);
  return () => {
    alive = false;
    off.abort();
    const known = mounted.get(root);
    if (known?.call !== call) return;
    known.ending = setTimeout(() => {
      known.view?.destroy(); // there is none if its constructor failed
      mounted.delete(root);
    }, GRACE);
  };
}
