// The keys of the player, and the action of a key press.

export const KEYS = [
  ["Space", "play or pause"],
  ["← →", "one round back or forth"],
  ["Shift ← →", "a hundred rounds"],
  ["Home End", "first or last round"],
  ["M", "next mistake"],
  ["E", "next exploration"],
  ["B", "next change of a region's border (1 % or more)"],
  ["G", "God's eye or learner's eye"],
  ["P", "present: full screen, large type"],
  ["L", "copy the link to this round"],
  ["H", "this help"],
];

const FIELDS = "input, textarea, select, [contenteditable=true], [role=slider], [role=combobox]";
const LETTERS = {
  m: ["jump", "mistake"], e: ["jump", "exploration"], b: ["jump", "region"], g: ["eye"], p: ["present"], l: ["link"], h: ["help"],
};

/**
 * Return the action ([name, value]) of a key press, or null. Keys typed into a field are left to it.
 * @param {KeyboardEvent} event
 */
export function actionOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.composedPath()[0], space = event.key === " ";
  if (target instanceof Element) {
    if (takesKey(/** @type {HTMLInputElement | null} */ (target.closest(FIELDS)), space)) return null;
    if (space && target.closest("button, summary, a")) return null; // Space presses it
  }
  const step = event.shiftKey ? 100 : 1;
  const plain = {
    " ": ["toggle"], ArrowLeft: ["step", -step], ArrowRight: ["step", step], Home: ["seek", 0], End: ["seek", Infinity],
  };
  if (plain[event.key]) return plain[event.key];
  return event.shiftKey ? null : LETTERS[event.key.toLowerCase()] ?? null;
}

// Whether a field needs the key itself: the player's own slider never does, other sliders have no use for Space, and
// check boxes only for Space.
function takesKey(field, space) {
  if (!field || field.classList.contains("scrub")) return false;
  if (field.type === "range") return !space;
  if (field.type === "checkbox") return space;
  return true;
}
