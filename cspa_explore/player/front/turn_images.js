// The pictures of a game: the one to be named, those met before with their answers, and at the end all true classes.

import {Surface} from "./canvas.js";
import {drawInstance} from "./instance_drawing.js";
import {fadingAnswer} from "./marks.js";
import {inkOf} from "./plane.js";
import {noteOf} from "./turn_words.js";

const GAP = 8; // pixels between pictures
const NOTE = 20; // pixels of the note below a picture
const LARGEST = 92; // pixels of a picture met before
const BIG = 0.6; // of the room: the picture to be named

/**
 * Return the columns and the width of the cells in which so many pictures with notes fit into a box.
 * @returns {{columns: number, size: number}}
 */
export function gridOf(count, width, height, note = NOTE) {
  let best = {columns: 1, size: 0};
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.ceil(count / columns) || 1;
    const size = Math.floor(Math.min(LARGEST, (width - (columns - 1) * GAP) / columns, height / rows - note - 2));
    if (size > best.size) best = {columns, size};
  }
  return best;
}

export class TurnImages {
  /** @type {{canvas: any, key: string} | null} */
  known = null; // the pictures met before, drawn once per round

  constructor(canvas) { this.surface = new Surface(canvas); }

  /** Draw round t, for the eyes of player `who`; `flash` (0…1) is the age of the last answer.
   * @param {import("./turn_run").TurnRun} run
   */
  draw(run, {t, who, god, theme, flash = 1}) {
    const {surface} = this, resized = surface.fit(), {width, height} = surface;
    if (!width) return;
    const big = run.finished ? 0 : width > 1.25 * height ? Math.min(height, BIG * width) : Math.min(width, BIG * height);
    const beside = width > 1.25 * height, count = run.finished ? t : t - 1, scale = theme.scale || 1;
    const room = run.finished ? {x: 0, y: 4, width, height} : beside
      ? {x: big + 20, y: 4, width: width - big - 24, height: height - 4} : {x: 0, y: big + 12, width, height: height - big - 12};
    const key = [run.data.id, run.data.starts, count, who, god, theme.background, scale, width, height].join();
    if (resized || this.known?.key !== key) {
      this.known = {key, canvas: surface.layer((context) => this.met(context, run, {count, who, god, theme, room, scale}))};
    }
    const context = surface.begin();
    surface.copy(this.known.canvas);
    if (!run.finished) {
      const box = {x: beside ? 2 : (width - big) / 2, y: 2, width: big - 4, height: big - 4};
      drawInstance(context, box, run.pixels(t), /** @type {any} */ (run.data.picture), theme);
      const middle = {x: box.x + box.width / 2, y: box.y + box.height / 2, size: (0.3 + 0.2 * flash) * box.height};
      if (flash < 1) fadingAnswer(context, {...middle, right: run.bits[run.keys.length - 1], age: flash}, theme);
    }
  }

  // The pictures of the rounds 1…count, the newest first in the game and in order at the end.
  met(context, run, {count, who, god, theme, room, scale}) {
    const note = NOTE * scale, {columns, size} = gridOf(run.finished ? run.T : Math.max(run.T, 12), room.width, room.height, note);
    Object.assign(context, {textAlign: "center", textBaseline: "middle"});
    for (let i = 0; i < count; i++) {
      const s = run.finished ? i + 1 : count - i, row = Math.floor(i / columns);
      const x = room.x + (i % columns) * (size + GAP), y = room.y + row * (size + note + 2);
      drawInstance(context, {x: x + 1, y, width: size - 2, height: size - 2}, run.pixels(s), run.data.picture, theme);
      const k = god ? run.truth(s) : run.proposal(who, s);
      context.fillStyle = inkOf(god ? run.end.classes : run.classes, k, theme);
      context.font = `600 ${Math.round(Math.max(11, Math.min(15 * scale, size / 2.6)))}px ${theme.font}`;
      context.fillText(god ? truthNote(run, who, s) : noteOf(run, who, s), x + size / 2, y + size + note / 2);
    }
  }
}

/** The true class of round s and, where the player was wrong, its proposal, by their names in the data set: 7 ✓, or 7 ✗3. */
export function truthNote(run, who, s) {
  const names = run.end.names, name = names[run.truth(s)];
  return run.hit(who, s) ? `${name} ✓` : `${name} ✗${names[run.proposal(who, s)]}`;
}
