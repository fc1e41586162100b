// Playing while a handle is dragged: the round stands still until the exact run of the new value is on the screen.

/** Stop the clock; if it was running, or waits already, playing waits.
 * @param {import("./player").Player} player
 */
export function hold(player) {
  const waits = player.waits || player.clock.playing;
  player.pause();
  player.waits = waits;
}

/** Play on from the user's round, if playing waits.
 * @param {import("./player").Player} player
 */
export function release(player) {
  if (player.waits) playOn(player, player.t);
}

/** Play the present run from round t, at the same pace and to the same stop.
 * @param {import("./player").Player} player
 */
export function playOn(player, t) {
  const {run, clock} = player;
  player.waits = false;
  if (player.stop > run.T || player.toEnd) player.stop = run.T;
  clock.start(Math.min(t, run.T), performance.now(), clock.faster);
  player.invalidate();
}
