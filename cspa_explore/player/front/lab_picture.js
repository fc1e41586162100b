// The β Lab as a file: the decision, the curves, the map below them, and what the theory says.

import {besideHint} from "./lab_beside.js";
import {LabGraph} from "./lab_graph.js";
import {LabMap} from "./lab_map.js";
import {counted} from "./numbers.js";
import {EDGE, PAGE, PAPER, Picture, PROGRAM} from "./picture.js";

const [CURVES, ROW] = [400, 30]; // pixels
const WIDE = PAGE - 2 * EDGE;

/** @param {Pick<import("./types").LabPicture, "dataset" | "T" | "symbol" | "label">} data */
export function titleOf({dataset, T, symbol, label}) {
  return `${dataset}: right proposals after ${counted(T, "round")}, by ${symbol} of ${label}`;
}

/**
 * @param {import("./types").LabPicture} data
 * @param {import("./types").LabView} view
 */
export function labPicture(data, view, theorem) {
  const picture = new Picture(), shown = {...view, hovered: null, selected: null, brush: null}, graph = {left: 40, right: WIDE};
  const decision = data.card ? `${data.card.where}: ${data.card.title}. ${data.card.tied}. ${data.card.scores.join(". ")}. ` : "";
  picture.title(titleOf(data), decision + theorem);
  picture.panel(EDGE, picture.y, WIDE, CURVES, (canvas) => {
    const drawing = new LabGraph(canvas);
    drawing.draw(data.curves, shown, PAPER);
    Object.assign(graph, drawing.box);
  });
  picture.y += CURVES + 8;
  const high = ROW * data.sigmas.length + 6;
  picture.panel(EDGE, picture.y, WIDE, high, (canvas) => new LabMap(canvas).draw(data.map, shown, graph, PAPER));
  picture.y += high + 12;
  const range = data.theory ? "Tinted: the theory range, β up to (1−α)/(K−1); hatched: the proof extends to 2(1−α)/(K−1)." : "";
  const thin = shown.beside ? ` ${besideHint(shown.beside)};` : "";
  const legend = `Curves: means;${thin} ${data.spread}; σ is the noise (${data.noise}). Map: the same means, one row per σ. ${range}`;
  return picture.finish(`beta-lab-${data.key}-${data.param}`, [legend], [`${data.words} · ${PROGRAM}`]);
}
