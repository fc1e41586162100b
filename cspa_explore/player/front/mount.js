// What Streamlit calls: once when a component appears, and again whenever there is new data. After each call but the
// last it cleans up, and on a slow machine that comes after the next call: only the latest call's clean-up counts.

const mounted = new WeakMap();
const LATER = 500; // ms: a run of the script may only be replacing the data

export function mount(Kind, {data, parentElement}, ask) {
  const root = parentElement.querySelector(".cspa");
  let known = mounted.get(root);
  if (known) {
    clearTimeout(known.ending);
    known.view.load(data, ask);
  } else {
    known = {view: new Kind(root, data, ask)};
    mounted.set(root, known);
  }
  const call = (known.call = {});
  return () => {
    if (known.call !== call) return;
    known.ending = setTimeout(() => {
      known.view.destroy();
      mounted.delete(root);
    }, LATER);
  };
}
