// What Streamlit calls: once when a component appears, and again whenever there is new data.
//
// Each call waits for the module to be loaded, so on a slow machine an older call can come after a newer one; then it
// is cleaned up at once. So a call takes effect a moment later, if nobody has cleaned it up, and only the clean-up of
// the call that is in effect ends the picture.

const mounted = new WeakMap();
const LATER = 500; // ms: a run of the script may only be replacing the data

export function mount(Kind, {data, parentElement}, ask) {
  const root = parentElement.querySelector(".cspa"), call = {};
  let alive = true;
  setTimeout(() => {
    if (!alive) return;
    const known = mounted.get(root) || {};
    clearTimeout(known.ending);
    known.call = call;
    mounted.set(root, known);
    if (known.view) known.view.load(data, ask);
    else known.view = new Kind(root, data, ask);
  });
  return () => {
    alive = false;
    const known = mounted.get(root);
    if (known?.call !== call) return;
    known.ending = setTimeout(() => {
      known.view.destroy();
      mounted.delete(root);
    }, LATER);
  };
}
