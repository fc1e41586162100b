import assert from "node:assert/strict";
import {test} from "node:test";
import {polygons, Regions, scoreSectors, sectors} from "../../cspa_explore/player/front/regions.js";

const TURN = 2 * Math.PI;

/** Numbers in [−1, 1), the same ones in every run. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const weights = (K, d, seed) => Float32Array.from({length: K * d}, random(seed));

/** The lowest of the classes with the highest score, and its lead over the next. */
function argmax(W, K, x) {
  const scores = Array.from({length: K}, (_, k) => x.reduce((sum, value, i) => sum + value * W[x.length * k + i], 0));
  const top = Math.max(...scores), best = scores.indexOf(top);
  return {best, lead: top - Math.max(-Infinity, ...scores.filter((_, k) => k !== best))};
}

function ownerOf(regions, angle) {
  return regions.find(({from, width}) => (((angle - from) % TURN) + TURN) % TURN < width)?.k;
}

function inside(points, [x, y]) {
  const sides = points.map(([a, b], i) => {
    const [c, d] = points[(i + 1) % points.length];
    return Math.sign((c - a) * (y - b) - (d - b) * (x - a));
  });
  return new Set(sides.filter(Boolean)).size <= 1;
}

test("sectors by hand: four classes on the axes own a quarter each", () => {
  const found = sectors([1, 0, 0, 1, -1, 0, 0, -1], 0, 4);
  assert.deepEqual(found.map(({k}) => k).sort(), [0, 1, 2, 3]);
  for (const {width} of found) assert.ok(Math.abs(width - TURN / 4) < 1e-12);
  assert.equal(ownerOf(found, 0), 0);
  assert.equal(ownerOf(found, Math.PI / 2), 1);
});

test("equal weights belong to the lowest class, which owns everything", () => {
  assert.deepEqual(sectors(new Float32Array(8), 0, 4), [{k: 0, from: 0, width: TURN}]);
  assert.deepEqual(sectors([2, 1, 2, 1], 0, 2), [{k: 0, from: 0, width: TURN}]);
});

test("sectors are those of a brute-force argmax, and fill the disc", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const K = 2 + (seed % 7), W = weights(K, 2, seed), found = sectors(W, 0, K);
    assert.ok(Math.abs(found.reduce((sum, {width}) => sum + width, 0) - TURN) < 1e-3);
    for (let i = 0; i < 360; i++) {
      const angle = (TURN * (i + 0.5)) / 360, {best, lead} = argmax(W, K, [Math.cos(angle), Math.sin(angle)]);
      if (lead > 1e-4) assert.equal(ownerOf(found, angle), best, `seed ${seed}, direction ${i}`);
    }
  }
});

test("a start in the array is where the weights begin", () => {
  const W = weights(6, 2, 3);
  assert.deepEqual(sectors(W, 4, 4), sectors(W.subarray(4), 0, 4));
});

test("sectors of any score: with linear scores they are the exact ones", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const W = weights(4, 2, seed), found = scoreSectors((k, x, y) => W[2 * k] * x + W[2 * k + 1] * y, 4);
    for (const {k, width} of sectors(W, 0, 4).filter((sector) => sector.width > 0.02)) {
      const same = found.find((sector) => sector.k === k);
      assert.ok(Math.abs(same.width - width) < 1e-5, `seed ${seed}, class ${k}`);
    }
  }
});

test("polygons are those of a brute-force argmax, and fill the square", () => {
  const R = 2;
  for (let seed = 1; seed <= 100; seed++) {
    const K = 2 + (seed % 6), W = weights(K, 3, seed), found = polygons(W, 0, K, R);
    for (let i = 0; i < 15; i++) for (let j = 0; j < 15; j++) {
      const point = [R * ((2 * i + 1) / 15 - 1), R * ((2 * j + 1) / 15 - 1)], {best, lead} = argmax(W, K, [...point, 1]);
      if (lead < 1e-3) continue;
      assert.deepEqual(found.filter(({points}) => inside(points, point)).map(({k}) => k), [best], `seed ${seed}, ${point}`);
    }
  }
});

test("tied polygons belong to the lowest class", () => {
  assert.deepEqual(polygons(new Float32Array(9), 0, 3, 1).map(({k}) => k), [0]);
});

/** The regions of one learner whose weights go from one set to another. */
function steps(plane, d, ...W) {
  const K = W[0].length / d, arrays = {W0: Float32Array.from(W.flat())};
  const churned = [new Float32Array(W.length).fill(-1)];
  return new Regions({K, d, plane, arrays, learners: [{branch: null}], churned, row: (t) => t, holds: () => true}, 0, 1);
}

test("churn by hand: half of the disc goes to another class", () => {
  const regions = steps("sectors", 2, [1, 0, -1, 0], [0, 1, 0, -1], [0, 2, 0, -2]);
  assert.ok(Math.abs(regions.churn(1) - 0.5) < 1e-9);
  assert.ok(Math.abs(regions.churn(2)) < 1e-9, "longer weights own the same");
  assert.equal(regions.churn(0), 0);
  assert.ok(Math.abs(regions.recentChurn(3) - 0.25) < 1e-6);
  assert.equal(regions.recentChurn(1), NaN);
});

test("churn of polygons by hand: a quarter of the square goes to another class", () => {
  const regions = steps("polygons", 3, [1, 0, 0, 0, 0, 0], [1, 0, 0.5, 0, 0, 0]);
  assert.ok(Math.abs(regions.churn(1) - 0.25) < 1e-6);
});

test("only learners with a confidence width have a ring of proposals", () => {
  assert.equal(steps("sectors", 2, [1, 0, -1, 0]).proposals(0), null);
});

test("the proposals of full matrices by hand: a class that is uncertain along y takes the directions around y", () => {
  const regions = steps("sectors", 2, [1, 0, 0, 0]);
  regions.run.learners[0].eta = [1, 1];
  regions.P = new Float32Array([0, 0, 0, 0, 0, 1]); // class 1: no width; class 2: |y|
  const found = regions.proposals(0) ?? [];
  const width = (k) => found.filter((region) => region.k === k).reduce((sum, region) => sum + (region.width ?? 0), 0);
  assert.ok(Math.abs(width(0) - Math.PI / 2) < 1e-4, "x > |y|");
  assert.ok(Math.abs(width(1) - 1.5 * Math.PI) < 1e-4);
});
