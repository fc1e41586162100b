// Time: how seconds of playing become rounds.

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

// Adaptive speed is slow at the beginning, where most of the learning happens: 4 rounds per second up to round 20, then
// five seconds up to round 200, then ten seconds for all the rest.
const [SLOW, MIDDLE] = [20, 200];

// The round (with a fraction) after so many seconds of adaptive playing, and back.
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

/** The share (0…1) of a time span of `ms` that has passed since it began; a frame may be dated before the event that began it. */
export function passedShare(now, since, ms) { return Math.min(1, Math.max(0, (now - since) / ms)); }

// A clock that is read once per frame.
export class Clock {
  constructor() {
    this.speed = ADAPTIVE;
    this.playing = false;
    this.from = this.since = this.exact = 0;
    this.faster = 1;
  }

  start(t, now, faster = 1) {
    Object.assign(this, {playing: true, from: t, since: now, faster, exact: t});
  }

  stop() { this.playing = false; }

  // The round at the time `now` (ms). A frame may be dated before the click that started the clock.
  position(now, T) {
    const {adaptive, rate = 0} = SPEEDS[this.speed], seconds = (Math.max(0, now - this.since) / 1000) * this.faster;
    const ahead = adaptive ? roundAt(secondsAt(this.from, T) + adaptive * seconds, T) : this.from + rate * seconds;
    this.exact = Math.min(T, ahead);
    return Math.max(Math.floor(this.from), Math.floor(this.exact + 1e-9));
  }

  // Rounds per second at round t.
  pace(t, T) {
    const {adaptive, rate = 0} = SPEEDS[this.speed];
    if (!adaptive) return rate;
    const s = secondsAt(t, T);
    return (roundAt(s + 0.05, T) - roundAt(s, T)) * 20 * adaptive * this.faster;
  }
}
