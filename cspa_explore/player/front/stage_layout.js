// The sizes of the stage's parts on the page: of figures and curves, and of the scrubber below them.

import {isPresenting} from "./presenting.js";
import {ROW} from "./round_strip.js";
import {GAP, stageSizes} from "./stage_size.js";

const PHONE = 640; // pixels up to which the page scrolls
const NARROW = 760; // pixels up to which the headline is smaller
const LOW = 900; // pixels of height up to which presenting leaves out the tape
const WIDE = 1200; // pixels from which it then has the choices beside the play bar
const SPARE = {page: 18, present: 8}; // pixels that stay empty at the bottom
const ABOVE = {page: 66, present: 12}; // pixels above the player
const ESSENTIAL = [".headline", ".why", ".handles", ".details", ".legend", ".transport", ".choices"]; // in sight without scrolling
const BESIDE = [50, 170]; // pixels left and right of the scrubber's track, where the curves are not above it
const LONG = 48; // pixels: the height of a name from which it is written smaller
const COMFORTABLE = 330; // pixels: the height of drawings from which everything else is in sight too

/** Size figures and curves so that the controls stay in sight and, on a large screen, the tape and the sentence too.
 * @param {import("./player_view").PlayerView} player
 */
export function arrange(player) {
  const {root, run, find, scale} = player, phone = root.clientWidth < PHONE, present = isPresenting();
  if (!run || !root.clientWidth) return;
  const low = innerHeight < LOW, figures = root.querySelectorAll(".discs > figure").length;
  const oneBar = present && low && root.clientWidth >= WIDE && figures > 2, kind = present ? "present" : "page";
  const classes = {phone, present, narrow: root.clientWidth < NARROW, low, "one-bar": oneBar};
  for (const [name, on] of Object.entries(classes)) root.classList.toggle(name, on);
  root.style.setProperty("--scale", String(scale));
  const names = player.curves.room(scale), shape = run.plane ? 1 : 4 / 3;
  const sizes = (parts) => {
    const rows = oneBar ? parts.filter((name) => name !== ".transport") : parts;
    const used = rows.map((name) => find(name).offsetHeight).filter(Boolean).reduce((sum, high) => sum + high + 6, 0);
    const room = innerHeight - ABOVE[kind] - used - SPARE[kind];
    return stageSizes({width: root.clientWidth, room, figures, shape, phone, scale, most: run.plane ? 5 : 2, names});
  };
  const all = sizes([...ESSENTIAL, ".tape", ".sentence", ".try"]);
  const found = present || all.side * shape >= COMFORTABLE ? all : sizes(ESSENTIAL);
  const values = {columns: found.columns, side: `${found.side}px`, lines: found.lines, gap: `${GAP}px`};
  for (const [name, value] of Object.entries(values)) root.style.setProperty(`--${name}`, String(value));
  player.narrow = found.narrow;
  player.tight = found.tight;
  root.classList.toggle("beside", found.beside);
  root.style.setProperty("--graph", `${Math.max(found.graph, names)}px`);
  root.classList.toggle("tight", found.tight);
  fitNames(root);
  find(".tape canvas").style.height = `${run.L * ROW * scale}px`;
}

// Write names that are too long for their column smaller and on several lines.
function fitNames(root) {
  for (const name of root.querySelectorAll(".discs .name")) {
    name.classList.remove("long");
    name.classList.toggle("long", name.scrollWidth > name.clientWidth + 1 || name.offsetHeight > LONG);
  }
}

/** Put the scrubber's track below the curves, unless they stand beside the figures.
 * @param {import("./player_view").PlayerView} player
 */
export function align(player) {
  const {curves: {box, surface}, root} = player, beside = root.classList.contains("beside");
  const [left, right] = beside ? BESIDE : [box.left, surface.width - box.right];
  if (player.margins === `${left} ${right}`) return;
  player.margins = `${left} ${right}`;
  root.style.setProperty("--left", `${left}px`);
  root.style.setProperty("--right", `${right}px`);
}
