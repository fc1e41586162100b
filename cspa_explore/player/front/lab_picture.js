// The β Lab as a file: the curves, the map, and what the theory says about them.

import {LabGraph} from "./lab_graph.js";
import {LabMap} from "./lab_map.js";
import {whole} from "./numbers.js";
import {EDGE, PAGE, PAPER, Picture, PROGRAM} from "./picture.js";

const [MAP, GAP, HIGH] = [470, 30, 400]; // pixels
const GRAPH = PAGE - 2 * EDGE - MAP - GAP;

/** @param {import("./types").LabPicture} data */
export function labPicture(data, alpha, theorem) {
  const picture = new Picture(), [name] = data.words.split(" · ");
  picture.title(`${name}: right proposals after ${whole(data.T)} rounds against ${data.symbol} of ${data.label}`, theorem);
  picture.panel(EDGE, picture.y, GRAPH, HIGH, (canvas) => new LabGraph(canvas).draw(data.curves, alpha, PAPER));
  picture.panel(EDGE + GRAPH + GAP, picture.y, MAP, HIGH, (canvas) => new LabMap(canvas).draw(data.map, PAPER));
  picture.y += HIGH + 12;
  const hatched = "hatched: up to 2(1−α)/(K−1), all that its proof needs.";
  const range = data.theory ? `Orange: the range of the theorem, β up to (1−α)/(K−1); ${hatched}` : "";
  const legend = `Curves: means; ${data.spread}; σ is the noise (${data.noise}). ${range}`;
  return picture.finish(`beta-lab-${data.key}-${data.param}`, [legend], [`${data.words} · ${PROGRAM}`]);
}
