// Lesson links leave out groups of controls. The page's style has one variable per group, --cspa-<group>: "none" leaves
// it out; see ui/session/lesson.py. Variables reach into shadow roots, so the style sheets of drawings use them.

/** The group of each action of the player's keys. @type {Record<string, string>} */
const GROUPS = {toggle: "play", step: "play", seek: "play", jump: "jumps", eye: "eyes", beats: "steps"};

/** Whether a group of controls is left out.
 * @param {Element} element
 * @param {string} group
 */
export function isLeftOut(element, group) { return getComputedStyle(element).getPropertyValue(`--cspa-${group}`).trim() === "none"; }

/** Whether the controls of an action ([name, value]) are left out: its key does nothing then.
 * @param {Element} element
 * @param {any[]} action
 */
export function isKeyLeftOut(element, [name]) { return name in GROUPS && isLeftOut(element, GROUPS[name]); }

/** Return the text of `hide` in a link that keeps only these groups; null if it keeps all.
 * @param {string[]} all
 * @param {string[]} kept
 */
export function hideText(all, kept) {
  const hidden = all.filter((name) => !kept.includes(name)), left = all.filter((name) => kept.includes(name));
  if (!hidden.length) return null;
  return (left.length < hidden.length ? ["all-but", ...left] : hidden).join("~");
}
