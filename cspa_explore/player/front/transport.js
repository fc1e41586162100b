// Time: how playing seconds become rounds, and the controls that move the playhead.

export const SPEEDS = [
  {name: "adaptive, half speed", adaptive: 0.5},
  {name: "adaptive", adaptive: 1},
  {name: "adaptive, double speed", adaptive: 2},
  {name: "1 round/s", rate: 1},
  {name: "4 rounds/s", rate: 4},
  {name: "20 rounds/s", rate: 20},
  {name: "100 rounds/s", rate: 100},
  {name: "500 rounds/s", rate: 500},
];
export const ADAPTIVE = 1; // index of the default

// Adaptive time dwells on the beginning, where everything happens: four rounds a second up to 20, then ten times
// as many in five seconds, then all the rest in ten.
const [SLOW, MIDDLE] = [20, 200];

export function roundAt(seconds, T) {
  if (seconds <= 5) return Math.min(T, 4 * seconds);
  if (seconds <= 10 || T <= MIDDLE) return Math.min(T, SLOW * 10 ** ((seconds - 5) / 5));
  return Math.min(T, MIDDLE * (T / MIDDLE) ** ((seconds - 10) / 10));
}

export function secondsAt(t, T) {
  if (t <= SLOW) return t / 4;
  if (t <= MIDDLE || T <= MIDDLE) return 5 + 5 * Math.log10(t / SLOW);
  return 10 + (10 * Math.log(t / MIDDLE)) / Math.log(T / MIDDLE);
}

// A clock that is asked once a frame.
export class Clock {
  constructor() {
    this.speed = ADAPTIVE;
    this.playing = false;
  }

  start(t, now, faster = 1) {
    Object.assign(this, {playing: true, from: t, since: now, faster, exact: t});
  }

  stop() { this.playing = false; }

  // The position after `now` (ms); it goes on from where it is if the speed changes.
  position(now, T) {
    const {adaptive, rate} = SPEEDS[this.speed], seconds = (Math.max(0, now - this.since) / 1000) * this.faster; // a frame may be dated before the click
    this.exact = adaptive ? roundAt(secondsAt(this.from, T) + adaptive * seconds, T) : Math.min(T, this.from + rate * seconds);
    return Math.max(Math.floor(this.from), Math.floor(this.exact + 1e-9));
  }

  // Rounds a second at this moment.
  pace(t, T) {
    const {adaptive, rate} = SPEEDS[this.speed];
    if (!adaptive) return rate;
    const s = secondsAt(t, T);
    return (roundAt(s + 0.05, T) - roundAt(s, T)) * 20 * adaptive * (this.faster || 1);
  }
}

export const KEYS = [
  ["Space", "play or pause"],
  ["← →", "one round back or forth"],
  ["Shift ← →", "a hundred rounds"],
  ["Home End", "first or last round"],
  ["M", "next mistake"],
  ["E", "next exploration"],
  ["B", "next change of a region's border (1 % or more)"],
  ["G", "God's eye or learner's eye"],
  ["P", "present: full screen, large type"],
  ["L", "copy the link to this round"],
  ["H", "this help"],
];

// The action of a key press, or null; typing into a field is nobody's business.
export function actionOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.composedPath()[0];
  const field = target instanceof Element && target.closest("input, textarea, select, [contenteditable=true], [role=slider], [role=combobox]");
  const scrubber = field && field.classList.contains("scrub");
  const slider = field && field.type === "range" && event.key === " "; // it has no use for Space
  if (field && !scrubber && !slider && !(field.type === "checkbox" && event.key !== " ")) return null;
  if (event.key === " " && target instanceof Element && target.closest("button, summary, a")) return null; // it presses the button
  const step = event.shiftKey ? 100 : 1;
  const plain = {" ": ["toggle"], ArrowLeft: ["step", -step], ArrowRight: ["step", step], Home: ["seek", 0], End: ["seek", Infinity]};
  if (plain[event.key]) return plain[event.key];
  if (event.shiftKey) return null;
  return {m: ["jump", "mistake"], e: ["jump", "exploration"], b: ["jump", "region"], g: ["eye"], p: ["present"], l: ["link"], h: ["help"]}[event.key.toLowerCase()] || null;
}
