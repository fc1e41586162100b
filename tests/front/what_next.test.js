import assert from "node:assert/strict";
import {test} from "node:test";
import {chips, EXPERIMENTS, experiments, offered} from "../../cspa_explore/player/front/what_next.js";

test("three experiments are offered, never the one on screen", () => {
  for (const {query} of EXPERIMENTS) {
    const found = offered(query.a.split("~"));
    assert.equal(found.length, 3);
    assert.ok(found.every((one) => one.query.a !== query.a));
  }
});

test("who follows the offers sees them all", () => {
  let playing = ["cspa(beta=1/6)"];
  const seen = new Set();
  for (let i = 0; i < EXPERIMENTS.length; i++) {
    const [next] = offered(playing);
    seen.add(next.words);
    playing = next.query.a.split("~");
  }
  assert.equal(seen.size, EXPERIMENTS.length);
});

test("the comparison of learners names its data set: the bundled one on screen, or else Vehicle", () => {
  const found = (set) => offered(["cspa(beta=1/6)"], set).concat(experiments(set)).find(({query}) => query.best === "partial");
  assert.equal(found()?.words, "Is CSPA the best learner on Vehicle?");
  const here = found({text: "pendigits", title: "Pendigits"});
  assert.deepEqual([here?.words, here?.query.d], ["Is CSPA the best learner on Pendigits?", "pendigits"]);
  assert.match(String(here?.why), /Pendigits/);
});

test("an offer is a link of version 2 that names its learners, to the Arena or to the β Lab", () => {
  const text = String(chips(["cspa"]));
  assert.equal(text.match(/href="(beta_lab)?\?v=2&#38;/g)?.length, 3);
  assert.equal(text.match(/href="beta_lab\?/g)?.length, 1);
  assert.ok(EXPERIMENTS.every(({query}) => query.a));
});
