// The β Lab as a file: the curves, the map, and what the theory says about them.

import {LabGraph} from "./lab_graph.js";
import {LabMap} from "./lab_map.js";
import {VectorCanvas} from "./vector.js";
import {EDGE, PAPER, Picture, PROGRAM} from "./picture.js";

const BROAD = 1200; // pixels
const HIGH = 400;

export function labPicture(lab) {
  const {data} = lab, picture = new Picture(BROAD), map = 470, graph = BROAD - 2 * EDGE - map - 30;
  const [name] = data.words.split(" · ");
  picture.title(`${name}: right proposals after ${data.T.toLocaleString("en")} rounds against ${data.symbol} of ${data.label}`, data.theory ? lab.theorem() : "");
  const canvases = [new VectorCanvas(graph, HIGH), new VectorCanvas(map, HIGH)];
  new LabGraph(canvases[0]).draw(data, lab.alpha, PAPER);
  new LabMap(canvases[1]).draw(data, PAPER);
  picture.context.drawImage(canvases[0], EDGE, picture.y);
  picture.context.drawImage(canvases[1], EDGE + graph + 30, picture.y);
  picture.y += HIGH + 12;
  const range = data.theory ? "Orange: the range of the theorem, β up to (1−α)/(K−1); hatched: up to 2(1−α)/(K−1), all that its proof needs." : "";
  return picture.finish(`beta-lab-${data.key}-${data.param}`, [`Curves: means; ${data.spread}; σ is the noise (${data.noise}). ${range}`], [`${data.words} · ${PROGRAM}`]);
}
