// The keys of the player, and the action of a key press.

export const KEYS = [
  ["Space", "play or pause"],
  ["← →", "one round back or forth"],
  ["Shift ← →", "a hundred rounds"],
  ["Home End", "first or last round"],
  ["M", "next mistake"],
  ["E", "next exploration"],
  ["B", "next round whose update moved a border (1 % of the map or more)"],
  ["V", "biggest step: the update that changed the map most"],
  ["S", "slow motion: beat by beat"],
  ["G", "God's eye or learner's eye"],
];

const FIELDS = "input, textarea, select, [contenteditable=true], [role=slider], [role=combobox]";
const LETTERS = {
  m: ["jump", "mistake"], e: ["jump", "exploration"], b: ["jump", "region"], v: ["jump", "biggest"], g: ["eye"], s: ["beats"],
};

/** Whether a key press is left to the page's drawing: no field, button or dialog needs it, and nobody has used it yet.
 * @param {KeyboardEvent} event
 */
export function isFree(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("[role=dialog]")) return false; // a dialog of Streamlit; the help is in a shadow root
  const target = event.composedPath()[0], space = event.key === " ";
  if (!(target instanceof Element)) return true;
  if (takesKey(/** @type {HTMLInputElement | null} */ (target.closest(FIELDS)), space)) return false;
  return !(space && target.closest("button, summary, a")); // Space presses it
}

/**
 * Return the action ([name, value]) of a key press, or null.
 * @param {KeyboardEvent} event
 * @param {Record<string, any[]>} [letters] the actions of letters, if they are not the player's
 */
export function actionOf(event, letters) {
  if (!isFree(event)) return null;
  const step = event.shiftKey ? 100 : 1;
  const plain = {
    " ": ["toggle"], ArrowLeft: ["step", -step], ArrowRight: ["step", step], Home: ["seek", 0], End: ["seek", Infinity],
  };
  if (!letters && plain[event.key]) return plain[event.key];
  return event.shiftKey ? null : (letters ?? LETTERS)[event.key.toLowerCase()] ?? null;
}

// Whether a field needs the key itself: the player's own slider never does, other sliders have no use for Space, and
// check boxes only for Space.
function takesKey(field, space) {
  if (!field || field.classList.contains("scrub")) return false;
  if (field.type === "range") return !space;
  if (field.type === "checkbox") return space;
  return true;
}
