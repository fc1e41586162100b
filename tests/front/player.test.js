// The player when another run arrives: what stays, and what does not.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Player} from "../../cspa_explore/player/front/player.js";
import {header, packed} from "./replay.js";

test("a notice lasts as long as its run", () => {
  const said = [], bytes = (id, seed) => packed(header(1, ["one"], {id, words: seed, sigma: {value: 0}}), {
    y: ["u1", [1], [0]], hat0: ["u1", [1], [0]], tilde0: ["u1", [1], [0]],
  });
  const player = /** @type {any} */ ({
    say: (text) => said.push(text), desk: {answers: false}, pending: null, focus: 0, t: 0, build() {}, clock: {playing: false}, move() {},
    settle() {},
  });
  const load = (data) => Player.prototype.load.call(player, data, () => {});
  load(bytes("a", ""));
  said.length = 0;
  load(bytes("a", "more trials"));
  assert.deepEqual(said, [], "more of the same run");
  load(bytes("b", ""));
  assert.deepEqual(said, [""]);
});

test("a learner that is marked stays marked when the run of an opened link arrives", () => {
  const player = /** @type {any} */ ({pending: {t: 600, focus: 0}, focus: 0, settle() {}, film: {mark() {}}});
  Player.prototype.show.call(player, {focus: 2});
  assert.deepEqual([player.focus, player.pending], [2, {t: 600, focus: 2}]);
  Player.prototype.show.call(player, {eye: "god"});
  assert.deepEqual(player.pending, {t: 600, focus: 2});
});

test("an action after a drag starts from the user's round, not from the film's", () => {
  const acted = (name, value, answers) => {
    const log = /** @type {any[]} */ ([]), player = /** @type {any} */ ({
      t: 580, say() {}, desk: {answers}, beats: {on: false, toggle() { log.push(`beats at ${player.t}`); }},
      film: {leave() { player.t = 600; }}, seek(t) { log.push(t); }, jump() { log.push(`from ${player.t}`); },
      show(changes) { log.push(changes.eye, player.t); },
    });
    Player.prototype.act.call(player, name, value);
    return log;
  };
  for (const answers of [false, true]) {
    assert.deepEqual(acted("step", "1", answers), [601]);
    assert.deepEqual(acted("jump", "mistake", answers), ["from 600"]);
    assert.deepEqual(acted("beats", undefined, answers), ["beats at 600"]);
  }
  assert.deepEqual(acted("eye", "learner", false), ["learner", 600], "a file never gets the run of the handle's value");
  assert.deepEqual(acted("eye", "learner", true), ["learner", 580], "the server is still computing that run");
});
