// Pointer and keys on curves and map: hover shows values, a click selects, a second click opens, a drag or + and − zoom.

import {axisOf, valueAt, zoomAround} from "./lab_axis.js";
import {wordsOf} from "./lab_controls.js";
import {isLeftOut} from "./lesson.js";

const DRAG = 8; // pixels after which a press is a drag
const ZOOMS = {"+": 1 / 2, "=": 1 / 2, "-": 2, "−": 2, 0: Infinity}; // how much wider each key shows
const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0]};

/** Listen to the pointer and the keys of a Lab. @param {any} lab
 * @param {AbortSignal} signal
 */
export function follow(lab, signal) {
  const {graph, map, find} = lab, curves = find(".graph canvas"), cells = find(".map canvas");
  /** @type {number | null} */
  let from = null; // where the pointer was pressed
  const on = (element, event, act) => element.addEventListener(event, act, {signal});
  const left = (event) => event.clientX - curves.getBoundingClientRect().left;
  on(curves, "pointerdown", (event) => {
    from = event.button === 0 && !isBare(lab) ? left(event) : null;
    if (from !== null) curves.setPointerCapture?.(event.pointerId);
  });
  on(curves, "pointermove", (event) => {
    if (from !== null && (lab.brush || Math.abs(left(event) - from) > DRAG)) {
      const inside = (x) => Math.min(graph.box.right, Math.max(graph.box.left, x));
      lab.brush = [inside(from), inside(left(event))];
      hover(lab, null);
    } else hover(lab, graph.nearest(event), event);
  });
  const end = (event) => {
    const {brush} = lab, pressed = from !== null;
    from = lab.brush = null;
    if (brush && event.type === "pointerup" && Math.abs(brush[1] - brush[0]) > DRAG) {
      const [low, high] = [...brush].sort((a, b) => a - b).map((px) => valueAt(graph.view.axis, graph.box, px));
      lab.zoomTo([low, high]);
    } else if (pressed && !brush && event.type === "pointerup") click(lab, graph.nearest(event), event);
    lab.invalidate();
  };
  for (const kind of ["pointerup", "pointercancel"]) on(curves, kind, end);
  on(curves, "pointerleave", () => hover(lab, null));
  on(curves, "dblclick", () => lab.zoom && !isBare(lab) && lab.zoomTo(null));
  on(cells, "pointermove", (event) => hover(lab, map.cell(event), event));
  on(cells, "pointerleave", () => hover(lab, null));
  on(cells, "click", (event) => click(lab, map.cell(event), event));
  on(lab.root, "click", (event) => isBare(lab) || lab.pressed(event.target.closest("button")));
  for (const canvas of [curves, cells]) {
    on(canvas, "keydown", (event) => key(lab, event));
    on(canvas, "focus", () => canvas.matches(":focus-visible") && map.box && tipAtSelected(lab));
    on(canvas, "blur", () => hover(lab, null));
  }
}

// Whether a lesson link leaves out the Lab's own controls: then values are shown, but nothing is selected or opened.
function isBare(lab) { return isLeftOut(lab.root, "page"); }

// The first click selects, the second one on the same run opens it.
function click(lab, cell, event) {
  if (!cell || isBare(lab)) return;
  const same = lab.chosen && lab.selected.i === cell.i && lab.selected.j === cell.j;
  if (same) lab.open(cell.i, cell.j);
  else {
    lab.select({i: cell.i, j: cell.j});
    if (lab.hovered) hover(lab, cell, event); // the tip says what the next click does
  }
}

function key(lab, event) {
  const {i, j} = lab.selected, {sigmas, values} = lab.data, step = STEPS[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey || isBare(lab)) return;
  if (event.key === "Enter") lab.open(i, j);
  else if (event.key === "Home" || event.key === "End") lab.select({i, j: event.key === "Home" ? 0 : values.length - 1});
  else if (event.key in ZOOMS) {
    const {data, scale} = lab;
    lab.zoomTo(zoomAround(axisOf(data.curves, scale, null), lab.view().axis, data.values[j], ZOOMS[event.key]));
  } else if (step) {
    const within = (place, count) => Math.min(count - 1, Math.max(0, place));
    lab.select({i: within(i + step[0], sigmas.length), j: within(j + step[1], values.length)});
  } else return;
  event.preventDefault();
  if (event.key !== "Enter") tipAtSelected(lab);
}

function hover(lab, found, event = /** @type {any} */ (null)) {
  lab.hovered = found;
  const selected = found && lab.chosen && lab.selected.i === found.i && lab.selected.j === found.j;
  const next = isBare(lab) ? "" : selected ? "click: open in the Arena" : "click: select";
  showTip(lab, found, event && {x: event.clientX, y: event.clientY}, next);
  lab.invalidate();
}

// The values of the selected run at its cell, for the keyboard.
function tipAtSelected(lab) {
  const next = isBare(lab) ? "" : "arrow keys: select · Enter: open in the Arena";
  showTip(lab, lab.selected, lab.map.middle(lab.selected), next);
}

// Show the values of a run above a place of the page; hide the tip if there is no run, or none played.
function showTip(lab, cell, at, next) {
  const tip = lab.find(".tip"), {data} = lab, series = cell && lab.view().series[cell.i];
  tip.hidden = !cell || series.y[cell.j] === null;
  if (tip.hidden) return;
  const run = `${data.map.rows[cell.i]}, ${data.symbol}=${data.names[cell.j]}`;
  tip.innerText = [run, wordsOf(series, cell.j), next].filter(Boolean).join("\n");
  const box = lab.find(".graph").getBoundingClientRect();
  tip.style.left = `${Math.max(0, Math.min(at.x - box.left + 14, box.width - tip.offsetWidth - 4))}px`;
  tip.style.top = `${Math.max(0, at.y - box.top - tip.offsetHeight - 14)}px`;
}
