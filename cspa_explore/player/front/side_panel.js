// The panels in the place of the sidebar: the guide's card and the help.

export const NARROW = 900; // pixels of the window up to which they are at its bottom

/** Return the CSS width of a panel: the open sidebar's, or `width` pixels if none is open; "" at the bottom of the window.
 * @param {number} width
 */
export function panelWidth(width) {
  const sidebar = document.querySelector("[data-testid=stSidebar]:is([aria-expanded=true], [data-collapsed=false])");
  return innerWidth > NARROW ? `${/** @type {any} */ (sidebar)?.offsetWidth || width}px` : "";
}
