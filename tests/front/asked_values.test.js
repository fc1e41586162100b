import assert from "node:assert/strict";
import {test} from "node:test";
import {AskedValues, valuesOf} from "../../cspa_explore/player/front/asked_values.js";

const run = (value, sigma = 0.25, {identity = "same", other = "bpa"} = {}) => ({
  learners: [{text: `cspa(beta=${value})`, params: [{name: "beta", value}]}, {text: other, params: []}],
  header: {identity, sigma: {value: sigma}},
});
const values = (value, sigma = 0.25) => valuesOf(/** @type {any} */ (run(value, sigma)), 0, "beta");

test("values are compared with the last that were asked for, or with the run's", () => {
  const asked = new AskedValues(), shown = run("1/6");
  assert.ok(!asked.differs(values("1/6"), shown));
  assert.ok(asked.differs(values("1/6", 1), shown));
  asked.ask(values("1"), shown);
  assert.ok(!asked.differs(values("1"), shown), "asked for already");
  assert.ok(asked.differs(values("1/6"), shown), "back to the run on the screen");
});

test("runs of earlier values are stale until the last one is there", () => {
  const asked = new AskedValues(), shown = run("1/6");
  for (const value of ["0.5", "1"]) asked.ask(values(value), shown);
  assert.deepEqual([run("1/6"), run("0.5")].map((one) => asked.isStale(one)), [true, true]);
  assert.ok(asked.pending);
  assert.ok(!asked.isStale(run("1")));
  asked.forget();
  assert.ok(!asked.pending);
  assert.ok(!asked.isStale(run("0.5")), "later it is as good as any");
});

test("a drag back wins over the run that was asked for before", () => {
  const asked = new AskedValues(), shown = run("1/6");
  for (const value of ["1", "1/6"]) asked.ask(values(value), shown);
  assert.ok(asked.isStale(run("1")));
  assert.ok(!asked.isStale(run("1/6")));
});

test("a run that nobody's handle asked for is not stale", () => {
  for (const other of [run("0.3"), run("1/6", 0.5), run("1/6", 0.25, {identity: "new"}), run("1/6", 0.25, {other: "soba"})]) {
    const asked = new AskedValues();
    asked.ask(values("1"), run("1/6"));
    assert.ok(!asked.isStale(other));
  }
});
