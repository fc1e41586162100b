// The Theory page as a file: the verdict, the bound against the run, and the comparator.

import {EDGE, PAGE, PAPER, Picture, PROGRAM} from "./picture.js";
import {TheoryDisc} from "./theory_disc.js";
import {TheoryGraph} from "./theory_graph.js";

const [DISC, GAP, HIGH] = [330, 30, 360]; // pixels

/** @param {import("./types").TheoryPicture} data */
export function theoryPicture(data, t) {
  const picture = new Picture(), graph = PAGE - 2 * EDGE - (data.disc ? DISC + GAP : 0);
  picture.title(`${data.dataset}: ${data.badge}`, data.reason);
  picture.panel(EDGE, picture.y, graph, HIGH, (canvas) => new TheoryGraph(canvas).draw(data.chart, t, PAPER));
  const {disc} = data;
  if (disc) picture.panel(EDGE + graph + GAP, picture.y, DISC, HIGH, (canvas) => new TheoryDisc(canvas).draw(disc, t, PAPER));
  picture.y += HIGH + 12;
  const terms = data.terms.map(({before, symbol, value}) => `${before} ${symbol} ${value}`.trim()).join(" ");
  const legend = `${data.statement} statement; comparator u: ${data.comparator}. ${terms}`;
  return picture.finish("theory", [legend], [`${data.learner} · ${data.words} · ${PROGRAM}`]);
}
