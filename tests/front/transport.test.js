import assert from "node:assert/strict";
import {test} from "node:test";
import {ADAPTIVE, Clock, passedShare, roundAt, secondsAt, SPEEDS} from "../../cspa_explore/player/front/transport.js";

const near = (found, wanted, what) => assert.ok(Math.abs(found - wanted) <= 1e-9 * (1 + Math.abs(wanted)), `${what}: ${found} ≠ ${wanted}`);

test("adaptive time by hand: 20 rounds in 5 s, 200 in 10 s, the end after 20 s", () => {
  for (const [seconds, round] of [[0, 0], [1, 4], [5, 20], [10, 200], [20, 4000], [99, 4000]]) near(roundAt(seconds, 4000), round, seconds);
  near(roundAt(15, 20000), Math.sqrt(200 * 20000), "in the middle of the last part");
});

test("rounds and seconds are inverse, and time never runs back", () => {
  for (const T of [1, 5, 50, 200, 201, 4000, 1e6]) {
    let last = -1;
    for (let i = 0; i <= 200; i++) {
      const t = (i / 200) * T;
      near(roundAt(secondsAt(t, T), T), t, `T=${T}`);
      assert.ok(secondsAt(t, T) > last);
      last = secondsAt(t, T);
    }
  }
});

test("a clock with a fixed rate counts rounds from where it started", () => {
  const clock = new Clock();
  clock.speed = SPEEDS.findIndex(({rate}) => rate === 100);
  clock.start(137, 1000);
  assert.equal(clock.position(1000, 4000), 137);
  assert.equal(clock.position(2500, 4000), 287);
  assert.equal(clock.position(1e6, 4000), 4000, "it ends at the last round");
  assert.equal(clock.pace(137, 4000), 100);
});

test("a frame dated before the click is the first one", () => {
  const clock = new Clock();
  assert.equal(clock.speed, ADAPTIVE);
  for (const start of [0, 137]) {
    clock.start(start, 1000);
    assert.equal(clock.position(990, 4000), start);
  }
});

test("no time has passed in a frame dated before the click", () => {
  assert.deepEqual([990, 1000, 1050, 1100, 9999].map((now) => passedShare(now, 1000, 100)), [0, 0, 0.5, 1, 1]);
});

test("adaptive speed from the first round is four rounds per second, twice that at double speed", () => {
  const clock = new Clock();
  clock.start(0, 0);
  near(clock.pace(0, 4000), 4, "pace");
  assert.equal(clock.position(2000, 4000), 8);
  clock.start(0, 0, 2);
  assert.equal(clock.position(2000, 4000), 16);
});

test("after a change of speed it goes on from where it is", () => {
  const clock = new Clock();
  clock.start(0, 0);
  clock.position(3000, 4000);
  clock.speed = SPEEDS.findIndex(({rate}) => rate === 20);
  clock.start(clock.exact, 3000);
  assert.equal(clock.position(4000, 4000), 32);
});
