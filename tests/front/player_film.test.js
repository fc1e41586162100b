// The player's film: what handles ask for, what is shown meanwhile, and what ends the waiting.

import assert from "node:assert/strict";
import {test} from "node:test";
import {GridDisc} from "../../cspa_explore/player/front/grid_disc.js";
import {parse} from "../../cspa_explore/player/front/payload.js";
import {asked, film, playing, run, sent, T} from "./film_on_paper.js";
import {header, packed} from "./replay.js";

// Wait until every pending answer has been handled.
const soon = async () => { for (let i = 0; i < 20; i++) await null; };

test("a second release is asked for while the run on the screen is old", async () => {
  const one = playing();
  one.go("2"), one.it.released(), await soon(), one.go("3"), one.it.released(), one.it.released(), await soon();
  assert.deepEqual(asked(one), ["0 cspa beta 2 0.25", "0 cspa beta 3 0.25"]);
  one.arrives(run("2"));
  assert.ok(one.it.on, "the film of 3 stays");
  assert.equal(one.it.shown?.learners[0].text, "cspa(beta=3)");
  one.arrives(run("3"));
  assert.ok(!one.it.on);
});

test("of releases within a moment the last is asked for", async () => {
  const one = playing();
  one.go("2"), one.it.released(), one.go("3"), one.it.released(), await soon();
  assert.deepEqual(asked(one), ["0 cspa beta 3 0.25"]);
});

test("an answer to an earlier release that comes late is ignored", async () => {
  const one = playing();
  let answer = (/** @type {any} */ bytes) => bytes;
  one.early.push(new Promise((go) => { answer = go; }), sent("1"));
  one.go("2"), one.it.released(), one.go("1"), one.it.released(), await soon();
  answer(sent("2")), await soon();
  assert.deepEqual([asked(one), one.player.run.learners[0].text], [["0 cspa beta 1 0.25"], "cspa(beta=1)"]);
});

test("the exact run is shown before the script sends it, and older ones are ignored", async () => {
  const one = playing();
  one.early.push(sent("2"), sent("3"));
  one.go("2"), one.it.released(), await soon();
  assert.deepEqual([one.it.on, one.player.run.learners[0].text], [false, "cspa(beta=2)"]);
  assert.deepEqual(asked(one), ["0 cspa beta 2 0.25"]);
  one.go("3"), one.it.released(), await soon();
  assert.equal(one.player.run.learners[0].text, "cspa(beta=3)");
  for (const late of ["1", "2"]) one.player.load(sent(late));
  assert.deepEqual([one.it.on, one.player.run.learners[0].text], [false, "cspa(beta=3)"]);
  one.it.again(); // the script sends the run of 3
  assert.ok(!one.it.asked.pending);
  one.player.load(sent("2")); // set elsewhere
  assert.equal(one.player.run.learners[0].text, "cspa(beta=2)");
});

test("a release counts even if playing goes on before the server has answered", async () => {
  const one = playing();
  one.go("2"), one.it.released(), one.it.leave(), await soon();
  assert.deepEqual(asked(one), ["0 cspa beta 2 0.25"]);
});

test("a drag back before the asked run arrives wins", async () => {
  const one = playing();
  one.go("2"), one.it.released(), await soon(), one.go("1"), one.it.released(), await soon();
  assert.deepEqual(asked(one), ["0 cspa beta 2 0.25", "0 cspa beta 1 0.25"]);
  assert.ok(!one.it.on, "the run on the screen has these values");
  one.arrives(run("2"));
  assert.equal(one.it.shown?.learners[0].text, "cspa(beta=1)");
  one.arrives(run("1"));
  assert.deepEqual([one.it.on, one.it.asked.pending], [false, false]);
  one.it.destroy();
});

test("a drag back ends the waiting also if the server has nothing to send, because it never left these values", async (t) => {
  t.mock.timers.enable({apis: ["setTimeout"]});
  const one = playing();
  one.early.push(sent("2"), sent("1"));
  one.go("2"), one.it.released(), await soon();
  assert.equal(one.player.run.learners[0].text, "cspa(beta=2)", "shown before the script has heard of it");
  one.go("1"), one.it.released(), await soon();
  assert.deepEqual([one.player.run.learners[0].text, one.it.asked.pending], ["cspa(beta=1)", true]);
  t.mock.timers.tick(60_000);
  assert.ok(!one.it.asked.pending);
  one.it.destroy();
});

test("after a drag there and back nothing is asked, and a run that is sent again ends the waiting", () => {
  const one = playing();
  one.go("3"), one.go("1"), one.it.released();
  assert.deepEqual([one.questions.length, one.it.on], [0, false]);
  one.go("2"), one.it.released(), one.go("1"), one.it.released(), one.it.again();
  assert.ok(!one.it.asked.pending);
  one.go("2"), one.it.released(), one.it.again();
  assert.ok(one.it.on, "that was the run before");
  one.it.destroy();
});

test("a run that arrives during a drag does not move the handle", async () => {
  const one = playing(null);
  one.send(packed({state: "none", share: 0}, {}));
  one.go("2"), one.it.released(), await soon(), one.go("3"), one.arrives(run("2"));
  assert.equal(one.it.handles.value, "3");
  one.it.released(), await soon();
  assert.equal(asked(one)[1], "0 cspa beta 3 0.25");
});

test("after a drag the exact run is shown at the round at which the user was", async () => {
  const one = playing();
  one.go("2"), one.go("3");
  assert.deepEqual([one.player.t, one.it.round], [T, 4], "a round of the film is drawn");
  one.it.released(), await soon();
  assert.equal(one.questions[0].t, 4, "also for the script");
  one.arrives(run("3"));
  assert.equal(one.player.t, 4);
  one.go("2"), one.player.move(7), one.it.leave();
  assert.equal(one.player.t, 7, "a playhead that was moved meanwhile stays");
});

test("playing waits while a handle is dragged, and goes on from its round with the exact run", async () => {
  const one = playing(), {player} = one, {clock} = player;
  const now = () => [clock.playing, player.waits];
  clock.start(4, 0, 2), one.go("2");
  assert.deepEqual(now(), [false, true]);
  one.it.released(), await soon();
  assert.deepEqual([player.t, ...now()], [T, false, true], "until the run is there");
  one.go("3"), one.it.released(), await soon(), one.arrives(run("2"));
  assert.deepEqual(now(), [false, true], "that was the run of the release before");
  one.arrives(run("3"));
  assert.deepEqual([one.it.on, clock.from, clock.faster, ...now()], [false, 4, 2, true, false]);
});

test("playing goes on at once after a drag back to the start", () => {
  const one = playing(), {clock} = one.player;
  clock.start(4, 0), one.go("2"), one.go("1"), one.it.released();
  assert.deepEqual([clock.playing, clock.from, one.player.waits], [true, 4, false]);
});

test("playing goes on when the server confirms a drag back, also if it sends the run that is on the screen", async () => {
  const one = playing(), {clock} = one.player;
  one.player.load(sent("1")), one.early.push(null, sent("1"));
  clock.start(4, 0), one.go("2"), one.it.released(), await soon(), one.go("1"), one.it.released();
  assert.deepEqual([clock.playing, one.player.waits], [false, true]);
  await soon();
  assert.deepEqual([clock.playing, one.it.asked.pending], [true, false]);
  one.it.destroy();
});

test("playing does not go on if it rested before the drag or was paused since, nor in a file, which never gets the run", async () => {
  const rested = playing();
  rested.go("2"), rested.it.released(), rested.arrives(run("2"));
  assert.ok(!rested.player.clock.playing);
  const paused = playing();
  paused.player.clock.start(4, 0), paused.go("2"), paused.it.released(), paused.player.pause(), paused.arrives(run("2"));
  assert.ok(!paused.player.clock.playing);
  const filed = playing();
  filed.it.desk.answers = false;
  filed.player.clock.start(4, 0), filed.go("2"), filed.it.released(), await soon();
  assert.deepEqual([filed.it.on, filed.player.clock.playing, filed.player.waits], [true, false, false]);
});

test("dragging ends slow motion", () => {
  const one = playing();
  one.slow.on = true;
  one.go("2");
  assert.ok(!one.slow.on);
  assert.equal(one.player.t, T, "a round of the film");
});

test("with a film of one σ the handle keeps the run's values and follows when it is let go", async () => {
  const one = playing(film([0.25]));
  assert.deepEqual(one.it.handles.sigma.values, [0, 0.25, 0.5]);
  assert.deepEqual(one.said(), ["1, at 1", "0.25, follows when you let go"]);
  one.go("2");
  assert.ok(one.it.on);
  one.noise(0.5);
  assert.ok(!one.it.on, "there is no such cell");
  assert.deepEqual(one.said(), ["2, at 2 · follows when you let go", "0.5, follows when you let go"]);
  one.it.released(), await soon();
  assert.deepEqual(asked(one), ["0 cspa beta 2 0.5"]);
});

test("places of σ are those that Python computed for the film", () => {
  const one = playing(film([0.25, 0.5], {sigma: {values: [0.25, 0.5], at: [0.1, 0.7], ticks: []}}));
  assert.deepEqual(one.it.handles.sigma.at, [0.1, 0.7]);
  assert.equal(one.it.handles.sigma.input.value, "1000");
});

test("another learner gets a film after one without", () => {
  const one = playing(packed({state: "none", share: 0}, {}));
  assert.equal(one.said()[0], "1, at 1 · follows when you let go");
  one.player.focus = 1;
  one.it.mark();
  one.it.mark("gamma");
  assert.deepEqual(one.wanted.slice(-2).map(({place, param: name}) => [place, name]), [[1, "beta"], [1, "gamma"]]);
  one.send(packed({state: "computing", share: 0.4}, {}));
  assert.match(one.said()[0], /preparing… 40\u00a0%/);
});

test("a chosen parameter does not outlive its learner", () => {
  const one = playing();
  one.it.param = "gamma"; // of a learner that is gone
  assert.equal(one.it.name, "beta");
  assert.ok(one.it.usable);
  one.it.refill();
  assert.equal(one.it.handles.entry?.name, "beta");
});

test("a film is asked for once per run, and not again while it fits", async (t) => {
  t.mock.timers.enable({apis: ["setTimeout"]});
  const one = playing(null);
  assert.deepEqual(one.wanted, [{run: "id", identity: "same", place: 0, param: "beta", here: 0}]);
  one.it.load(one.player.run);
  assert.equal(one.wanted.length, 1);
  one.send(film());
  for (const value of ["2", "3", "1"]) one.arrives(run(value));
  assert.equal(one.wanted.length, 1);
  for (const id of ["second", "third"]) one.arrives(run("1", 0.25, {identity: "other", id}));
  assert.equal(one.wanted.length, 1, "other runs may follow at once");
  t.mock.timers.tick(450), await soon();
  assert.deepEqual(one.wanted.map(({run: id}) => id), ["id", "third"]);
});

test("a run takes over the drawings of a run with the same instances", () => {
  const before = run("1"), same = run("2"), noisy = run("1", 0.5), other = run("1", 0.25, {identity: "other"});
  before.radius = 7;
  for (const one of [same, noisy, other]) one.inherit(before);
  assert.deepEqual([same, noisy, other].map(({backgrounds}) => backgrounds === before.backgrounds), [true, false, false]);
  assert.deepEqual([same.radius, noisy.radius], [7, undefined]);
  same.inherit(undefined);
});

test("a disc with a kernel keeps its form when it takes a run again", () => {
  const canvas = {getContext: () => ({}), getBoundingClientRect: () => ({width: 0, height: 0})};
  const raw = ["f4", [T, 2], Array(2 * T).fill(0.5)], y = ["u1", [T], Array(T).fill(0)];
  const kernel = parse(packed(header(T, ["one"], {plane: "grid", normalised: true, half: 1}), {y, raw, hat0: y, tilde0: y}));
  const disc = new GridDisc(/** @type {any} */ (canvas), kernel, 0);
  for (let times = 0; times < 2; times++) {
    assert.deepEqual([disc.run.plane, disc.isDisc, disc.regions.churn(3)], ["sectors", true, NaN]);
    disc.take(kernel);
  }
});
