// One learner with a kernel in the plane: its regions, sampled on a grid, and the last instances.

import {faded} from "./canvas.js";
import {badgeAtX, FADED} from "./disc_beat.js";
import {besideMark, clearOfNames, noteRound, writeNames} from "./disc_labels.js";
import {LearnerDisc} from "./learner_disc.js";
import {MARK} from "./met_points.js";
import {tintOf} from "./plane.js";
import {cellsOf, territories} from "./sampled_regions.js";

const UNKNOWN = {churn: () => NaN, recentChurn: () => NaN, proposals: () => null}; // between sampled rounds

/** What the regions are, in words; of inputs scaled to length 1 only the direction counts.
 * @param {import("./payload").Run} run
 */
export function sampledText({normalised, side}) {
  const grid = `sampled on a ${side} × ${side} grid`;
  return normalised ? `With a kernel, a class can own several directions: regions ${grid}.` : `With a kernel, regions are curved: ${grid}.`;
}

export class GridDisc extends LearnerDisc {
  /** @type {Uint8Array | null} */
  cells = null;
  /** @type {any} */
  found = null; // the regions that are drawn, and their round
  t = 0;
  colours = ""; // the theme of what is painted

  /** Draw this run. Rows of length 1 have a disc, in which only the direction counts; others have a square.
   * @param {import("./payload").Run} run
   */
  take(run) {
    super.take(Object.assign(Object.create(run), {plane: run.normalised ? "sectors" : "polygons"}));
    this.regions = /** @type {any} */ (UNKNOWN);
  }

  // Draw the regions that round t was answered with; until they have arrived, those of the last sampled round before.
  draw(t, {eye, theme, waiting = false, beats = /** @type {import("./types").BeatView[] | null} */ (null)}) {
    const {surface, run} = this, resized = surface.fit(), style = `${eye} ${theme.background} ${run.part(t)}`, god = eye === "god";
    if (!surface.width) return;
    if (resized || style !== this.style) {
      this.prepare(eye, theme, style, t);
      this.colours = "";
    }
    this.t = t;
    this.sample(run.pictures.grid(this.l, t), theme);
    const beat = beats?.[this.l] ?? null, context = surface.begin();
    const names = `700 ${Math.round(Math.max(15 * (theme.scale || 1), this.R / 6))}px ${theme.font}`;
    surface.copy(this.painted);
    surface.copy(this.still);
    if (beat?.dimmed && this.exact) this.veil(context, beat.region, theme);
    context.font = names;
    this.labels = this.names(context, t > 0 ? this.inside(t, 9) : null);
    const clear = (x, y, r) => clearOfNames(this.labels, x, y, r);
    if (god) beat || this.trail(context, t, theme, clear);
    else if (run.knowsProposals) this.met.draw(context, this, t, theme, clear);
    if (t > 0) this.current(context, t, god, theme, beat);
    context.font = names;
    writeNames(context, this.labels, theme);
    if (beat) badgeAtX(context, this, beat, t, theme);
    this.rim(context, theme, run.plane);
    if (this.found && !this.exact) noteRound(context, surface, theme, this.found.t, waiting && "computing");
  }

  // Paint the cells once per sampled round.
  sample(found, theme) {
    if (!found || (this.found?.value === found.value && this.colours === theme.background)) return;
    if (this.found?.value !== found.value) {
      this.cells = cellsOf(found.value, this.run.side);
      this.shown = /** @type {any} */ (territories(this.cells, this.run.side, this.isDisc));
    }
    this.found = found;
    this.colours = theme.background;
    this.painted = this.surface.layer((context) => this.paint(context, found.value, theme));
  }

  get isDisc() { return this.run.plane === "sectors"; }

  // Whether the regions are those that this round was answered with, not those of a round before.
  get exact() { return this.found?.t === Math.max(1, this.t); }

  paint(context, runs, theme) {
    this.fill(context, runs, (k) => tintOf(this.run.classes, k, theme));
    if (this.cells) this.borders(context, this.cells, theme);
  }

  // Veil all cells but those of the class that a beat of slow motion speaks of.
  veil(context, region, theme) {
    context.save();
    this.fill(context, this.found.value, (k) => (k === region ? "" : faded(theme.background, FADED)));
    context.restore();
  }

  // Fill the cells with the colours of their classes; "" leaves them as they are.
  fill(context, runs, colourOf) {
    const {cx, cy, R, surface: {ratio}, run: {side}} = this, size = (2 * R) / side;
    const sharp = (pixel) => Math.round(pixel * ratio) / ratio; // whole pixels: no seams
    context.beginPath();
    if (this.isDisc) context.arc(cx, cy, R, 0, 2 * Math.PI);
    else context.rect(cx - R, cy - R, 2 * R, 2 * R);
    context.clip();
    let at = 0;
    for (let i = 0; i < runs.length; i += 2) {
      const row = Math.floor(at / side), column = at % side, colour = colourOf(runs[i]);
      const [x, y] = [sharp(cx - R + column * size), sharp(cy - R + row * size)];
      if (colour) {
        context.fillStyle = colour;
        context.fillRect(x, y, sharp(cx - R + (column + runs[i + 1]) * size) - x, sharp(cy - R + (row + 1) * size) - y);
      }
      at += runs[i + 1];
    }
  }

  // Borders in the colour of the background, between cells of different classes.
  borders(context, cells, theme) {
    const {cx, cy, R, run: {side}} = this, size = (2 * R) / side, at = (c) => cx - R + c * size, down = (r) => cy - R + r * size;
    context.fillStyle = theme.background;
    for (let i = 0; i < cells.length; i++) {
      const r = Math.floor(i / side), c = i % side;
      if (c && cells[i] !== cells[i - 1]) context.fillRect(at(c) - 1, down(r) - 0.5, 2, size + 1);
      if (r && cells[i] !== cells[i - side]) context.fillRect(at(c) - 0.5, down(r) - 1, size + 1, 2);
    }
  }

  // Each class is named in the largest square of its cells, if it is large enough, and beside the mark of this round.
  names(context, mark) {
    const {cx, cy, R, run} = this, size = (2 * R) / run.side, height = parseInt(context.font.split(" ")[1]), labels = [];
    for (const {k, row, column, size: square} of /** @type {any[]} */ (this.shown)) {
      const text = run.names[k], width = context.measureText(text).width;
      if (square * size < Math.min(height, width) + 2) continue;
      const middle = /** @type {[number, number]} */ ([cx - R + (column + 0.5) * size, cy - R + (row + 0.5) * size]);
      const box = ([x, y]) => ({text, at: [x, y], x: x - width / 2 - 1, y: y - height / 2, width: width + 2, height});
      labels.push(besideMark(box, middle, (square * size - Math.max(width, height)) / 2, mark, MARK * this.unit));
    }
    return labels;
  }

  // The class that is drawn at a point of the plane.
  classAt(x, y) {
    const {side} = this.run, cell = (share) => Math.min(side - 1, Math.max(0, Math.floor(((share + 1) / 2) * side)));
    return this.cells ? this.cells[cell(-y / this.view) * side + cell(x / this.view)] : null;
  }

  state() {
    return {...super.state(), sampled: this.found && {t: this.found.t, exact: this.exact}};
  }
}
