// The stage of a question: the player, frozen before the first round until the answer is revealed.

import {CLASS_STAGE, receive} from "./bridge.js";
import {mount} from "./mount.js";
import {Player} from "./player.js";
import {isPresenting} from "./presenting.js";
import {GAP} from "./stage_size.js";

const [SMALLEST, LARGEST] = [120, 340]; // pixels: the side of a disc
const AROUND = {page: 330, present: 230}; // pixels above and below discs and curves
const [LOWEST, HIGHEST] = [170, 300]; // pixels: the height of the curves

class ClassroomStage extends Player {
  revealed = false;
  /** @type {{run: string | null, question: string, open: boolean, t: number, plays: boolean} | null} */
  told = null; // by the question
  ready = false;

  constructor(root, bytes, ask) {
    super(root, bytes, ask);
    root.classList.add("class-stage");
    this.clock.stop();
    this.write = () => {}; // the address belongs to the question
    this.film?.destroy();
    this.film = undefined;
    this.eye = "god";
    this.ready = true;
    this.freeze();
    this.heard = new AbortController();
    receive(CLASS_STAGE, (told) => this.hear(told), this.heard.signal);
  }

  load(bytes, ask) {
    const before = this.run;
    super.load(bytes, ask);
    if (this.ready && this.run !== before) this.hear(this.told);
  }

  destroy() {
    this.heard.abort();
    super.destroy();
  }

  freeze() {
    this.revealed = false;
    this.root.classList.add("frozen");
    this.clock.stop();
    this.move(0);
    this.invalidate();
  }

  // Play to the answer once it is revealed; an answer that was revealed before is shown at once.
  hear(told) {
    const before = this.told;
    this.told = told;
    if (!told?.open || told.run !== this.run.id) {
      this.freeze();
      return;
    }
    this.invalidate();
    if (this.revealed && before?.question === told.question) return;
    this.revealed = true;
    this.root.classList.remove("frozen");
    if (told.plays && !this.still) {
      this.t = 0;
      this.play(told.t);
    } else super.seek(told.t);
    this.resize();
  }

  act(name, value) {
    if (this.revealed) super.act(name, value);
  }

  seek(t, tween = false) {
    if (this.revealed || !this.ready) super.seek(t, tween);
  }

  pause() { super.pause(); } // without the offers of other experiments that a pulse brings

  arrange() {
    const {root, run} = this, wide = root.clientWidth;
    if (!run || !wide) return;
    const present = isPresenting(), figures = root.querySelectorAll(".discs > figure").length, shape = run.plane ? 1 : 4 / 3;
    const columns = Math.min(figures, 3), rows = Math.ceil(figures / columns), room = innerHeight - AROUND[present ? "present" : "page"];
    const most = (wide - (columns - 1) * GAP) / columns;
    const graph = Math.max(LOWEST, Math.min(HIGHEST, 0.42 * room), this.curves.room(this.scale));
    const side = Math.floor(Math.max(Math.min(SMALLEST, most), Math.min(LARGEST * this.scale, most, (room - graph) / rows / shape)));
    root.classList.toggle("present", present);
    this.narrow = this.tight = false;
    const values = {columns, side: `${side}px`, lines: 0, gap: `${GAP}px`, graph: `${graph}px`, scale: this.scale};
    for (const [name, value] of Object.entries(values)) root.style.setProperty(`--${name}`, String(value));
  }
}

export default function (component) {
  return mount(ClassroomStage, component, () => {});
}
