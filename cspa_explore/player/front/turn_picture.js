// A finished game as a file: the verdict, the true classes, the curves and the tape; of a game that goes on, the board.

import {Curves} from "./curves.js";
import {EDGE, PAGE, PAPER, Picture, PROGRAM} from "./picture.js";
import {ROW, RoundStrip} from "./round_strip.js";
import {TurnImages} from "./turn_images.js";
import {TurnPlane} from "./turn_plane.js";
import {scoreWords} from "./turn_words.js";

const [BOARD, GAP, INNER] = [400, 30, PAGE - 2 * EDGE]; // pixels

/** @param {import("./turn_run").TurnRun} run */
export function turnPicture(run, {s, god, who}) {
  const picture = new Picture(), {data, end} = run, Board = data.picture ? TurnImages : TurnPlane, t = end ? s : run.t;
  picture.title(`Your turn: ${data.dataset}`, end ? end.verdict : `Round ${run.t} of ${run.T}. ${scoreWords(run)}`);
  const wide = end ? BOARD : INNER;
  picture.panel(EDGE, picture.y, wide, BOARD, (canvas) => new Board(canvas).draw(run, {t, who, god, theme: PAPER}));
  if (end) {
    picture.panel(EDGE + BOARD + GAP, picture.y, INNER - BOARD - GAP, BOARD, (canvas) =>
      new Curves(canvas, /** @type {any} */ (run)).draw(s, {theme: PAPER, log: false, recent: false}));
  }
  picture.y += BOARD + 14;
  const known = end ? s : run.keys.length, names = end ? 170 : 44, cell = Math.min(28, (INNER - names - 8) / run.T);
  picture.panel(EDGE, picture.y, INNER, run.L * ROW + 2, (canvas) =>
    Object.assign(new RoundStrip(canvas, /** @type {any} */ (run)), {cell})
      .draw(Math.max(1, known), {theme: PAPER, eye: end && god ? "god" : "learner", names, known}));
  picture.y += run.L * ROW + 14;
  const marks = data.picture ? "Below a picture: its true class in the data set, ✓ right, ✗ wrong and what was proposed."
    : "Colour, shape and name: the true class, as in the Arena; ○ right, × wrong.";
  const notes = god ? `${marks} Shown: ${run.learners[who].words}.` : "✓ and a class: it is in this class. ≠ and a class: it is not.";
  const legend = [notes, "Tape: one cell per round, light ✓ right, dark ✗ wrong.", ...(end ? [...end.remarks, end.renaming] : [])];
  return picture.finish("your-turn", legend, [`${data.words} · proposals ${run.keys} · ${PROGRAM}`]);
}
