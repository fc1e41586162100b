// What lies behind the regions of a disc: all instances, and around the rim the most frequent true class by direction.

import {faded} from "./canvas.js";

const BINS = 90; // directions of the ring
const MOST_DOTS = 1500;

// The instances of the rounds first…last before they are scaled; colour(k) is that of class k.
export function cloud(context, disc, colour, opacity, [first, last]) {
  const {run, cx, cy, R} = disc, every = Math.max(1, Math.ceil((last - first + 1) / MOST_DOTS));
  for (let t = first; t <= last; t += every) {
    const {x, y} = run.point(t), [px, py] = disc.place(x, y);
    if (Math.hypot(px - cx, py - cy) > R - 2) continue;
    context.fillStyle = faded(colour(run.truth(t)), opacity);
    context.fillRect(px - 0.75, py - 0.75, 1.5, 1.5);
  }
}

export function truthRing(context, {run, cx, cy, R}, colour, widest, [first, last]) {
  const counts = Array.from({length: BINS}, () => new Int32Array(run.K));
  for (let t = first; t <= last; t++) {
    const bin = Math.floor(((run.point(t).angle / (2 * Math.PI) + 1) % 1) * BINS) % BINS;
    counts[bin][run.truth(t)]++;
  }
  const total = (bin) => bin.reduce((sum, n) => sum + n, 0), most = Math.max(...counts.map(total));
  counts.forEach((bin, i) => {
    if (!total(bin)) return;
    const thick = Math.max(1.5, widest * Math.sqrt(total(bin) / most));
    context.strokeStyle = colour(bin.indexOf(Math.max(...bin)));
    context.lineWidth = thick;
    context.beginPath();
    context.arc(cx, cy, R + 1 + thick / 2, (-2 * Math.PI * (i + 1)) / BINS, (-2 * Math.PI * (i + 0.08)) / BINS);
    context.stroke();
  });
}
