// The dots of the Paper page as a file: title, dots, legend, and how the parameters were chosen.

import {PaperDots, places} from "./paper_dots.js";
import {EDGE, PAGE, PAPER, Picture, PROGRAM} from "./picture.js";

/** @param {import("./types").PaperPicture} data */
export function paperPicture({chart, file, sentence, reasons}) {
  const picture = new Picture(), width = PAGE - 2 * EDGE, {height} = places(chart, width);
  picture.title(chart.title, `${sentence}.`);
  picture.panel(EDGE, picture.y, width, height, (canvas) => new PaperDots(canvas).draw(chart, PAPER));
  picture.y += height + 12;
  const bold = "Bold names: best of the paper's four learners in one of the two, or not significantly worse (Welch's t-test, 5 %).";
  return picture.finish(file, [bold, ...reasons], [`${chart.caption} · ${PROGRAM}`]);
}
