// Exact regions of argmax w·x in the plane. Without a constant feature they are cones: class k owns the directions in
// which w_k is the farthest corner of the hull of all w. With one they are convex polygons.

/** @typedef {import("./types").Region} Region */

const TURN = 2 * Math.PI;
const ROUNDED = 2e-7; // of the largest weight: the rounding error of a 32-bit float
const THINNEST = 1e-5; // radians

// The corners of the hull of the rows of W, anticlockwise. Equal rows: the lowest class owns them.
export function corners(W, start, K) {
  const rows = [];
  let size = 0;
  for (let k = 0; k < K; k++) {
    const x = W[start + 2 * k], y = W[start + 2 * k + 1];
    size = Math.max(size, Math.abs(x), Math.abs(y));
    if (!rows.some((row) => row.x === x && row.y === y)) rows.push({k, x, y});
  }
  if (rows.length < 3) return rows;
  rows.sort((a, b) => a.x - b.x || a.y - b.y);
  const far = (a, b) => Math.hypot(b.x - a.x, b.y - a.y), error = ROUNDED * size; // within it, a corner counts as straight
  const straight = (a, b, c) => cross(a, b, c) <= error * (far(a, b) + far(b, c));
  const half = (ordered) => {
    const chain = [];
    for (const row of ordered) {
      while (chain.length > 1 && straight(chain[chain.length - 2], chain[chain.length - 1], row)) chain.pop();
      chain.push(row);
    }
    return chain.slice(0, -1);
  };
  return [...half(rows), ...half(rows.reverse())];
}

function cross(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Class k owns the directions from…from + width (radians, anticlockwise).
 * @returns {Region[]}
 */
export function sectors(W, start, K) {
  const hull = corners(W, start, K);
  if (hull.length === 1) return [{k: hull[0].k, from: 0, width: TURN}];
  const normals = hull.map((corner, i) => {
    const next = hull[(i + 1) % hull.length];
    return Math.atan2(-(next.x - corner.x), next.y - corner.y);
  });
  const found = hull.map((corner, i) => {
    const from = normals[(i + hull.length - 1) % hull.length];
    return {k: corner.k, from, width: (((normals[i] - from) % TURN) + TURN) % TURN};
  });
  return found.filter((sector) => sector.width > THINNEST);
}

/** The same for any score that scales with x: boundaries are found between 720 directions and then by bisection.
 * @returns {Region[]}
 */
export function scoreSectors(score, K) {
  const steps = 720;
  const owner = (angle) => {
    let best = 0, top = -Infinity;
    for (let k = 0; k < K; k++) {
      const s = score(k, Math.cos(angle), Math.sin(angle));
      if (s > top + 1e-7 * (1 + Math.abs(top)) || k === 0) [best, top] = [k, s];
    }
    return best;
  };
  const owners = Array.from({length: steps}, (_, i) => owner((i * TURN) / steps));
  const edges = [];
  for (let i = 0; i < steps; i++) {
    const k = owners[i], next = owners[(i + 1) % steps];
    if (k === next) continue;
    let low = (i * TURN) / steps, high = ((i + 1) * TURN) / steps;
    for (let halving = 0; halving < 20; halving++) {
      const middle = (low + high) / 2;
      if (owner(middle) === k) low = middle; else high = middle;
    }
    edges.push({angle: high, k: next});
  }
  if (!edges.length) return [{k: owners[0], from: 0, width: TURN}];
  return edges.map(({angle, k}, i) => {
    const next = edges[(i + 1) % edges.length].angle;
    return {k, from: angle, width: (((next - angle) % TURN) + TURN) % TURN || TURN};
  });
}

/** The polygons of argmax w·(x, y, 1) within the square of half-width R.
 * @returns {Region[]}
 */
export function polygons(W, start, K, R) {
  /** @type {any[]} */
  const found = [];
  for (let k = 0; k < K; k++) {
    let points = [[-R, -R], [R, -R], [R, R], [-R, R]];
    for (let j = 0; j < K && points.length; j++) {
      if (j === k) continue;
      const [a, b, c] = [0, 1, 2].map((i) => W[start + 3 * k + i] - W[start + 3 * j + i]);
      if (a === 0 && b === 0 && c === 0) {
        if (j < k) points = [];
      } else points = clip(points, ([x, y]) => a * x + b * y + c);
    }
    if (area(points) > 1e-7 * R * R) found.push({k, points});
  }
  return found;
}

// The part of a convex polygon where side(point) ≥ 0.
function clip(points, side) {
  const kept = [];
  points.forEach((point, i) => {
    const before = points[(i + points.length - 1) % points.length];
    const here = side(point), there = side(before);
    if (here >= 0 !== there >= 0) {
      const share = there / (there - here);
      kept.push([before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]);
    }
    if (here >= 0) kept.push(point);
  });
  return kept;
}

function area(points) {
  let twice = 0;
  points.forEach(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    twice += x * v - u * y;
  });
  return Math.abs(twice) / 2;
}

// The radians that two arcs share.
function overlap(a, b) {
  let shared = 0;
  for (const shift of [-2 * TURN, -TURN, 0, TURN, 2 * TURN]) {
    const from = b.from - a.from + shift;
    shared += Math.max(0, Math.min(a.width, from + b.width) - Math.max(0, from));
  }
  return Math.min(shared, a.width, b.width);
}

// The regions of one learner in every round of a run.
export class Regions {
  /** @param {import("./payload").Run} run */
  constructor(run, l, R) {
    this.run = run;
    this.l = l;
    this.R = R; // half-width of the square, for polygons
    this.W = run.arrays["W" + l];
    this.A = run.arrays["A" + l];
    this.P = run.arrays["P" + l]; // lower triangles: xx, xy, yy
    this.size = run.K * run.d;
  }

  // The prediction by place after t rounds.
  at(t) { return this.of(this.W, this.run.row(t, this.l) * this.size); }

  of(W, start) {
    return this.run.plane === "sectors" ? sectors(W, start, this.run.K) : polygons(W, start, this.run.K, this.R);
  }

  // The proposal by direction after t rounds, for learners that add a confidence width; null for the others.
  proposals(t) {
    const {eta, branch} = this.run.learners[this.l];
    if (!(this.A || this.P) || !eta || this.run.plane !== "sectors") return null;
    const {W, A, P, run: {K}} = this, row = this.run.row(t, this.l), width = eta[branch !== null && t >= branch ? 1 : 0];
    return scoreSectors((k, x, y) => {
      const i = row * this.size + 2 * k, j = 3 * (row * K + k);
      const variance = A ? (x * x) / A[i] + (y * y) / A[i + 1] : P[j] * x * x + 2 * P[j + 1] * x * y + P[j + 2] * y * y;
      return W[i] * x + W[i + 1] * y + Math.sqrt(width * variance);
    }, K);
  }

  // The share of the plane that the update of round t gives to another class; NaN if weights are still missing.
  churn(t) {
    const {run, l} = this, known = run.churned[l];
    if (t < 1) return 0;
    if (known[t] < 0 && !(run.holds(t - 1, l) && run.holds(t, l))) return NaN;
    if (known[t] < 0) known[t] = this.measure(this.at(t - 1), this.at(t));
    return known[t];
  }

  measure(before, after) {
    let same = 0;
    for (const one of before) {
      const other = after.find((region) => region.k === one.k);
      if (!other) continue;
      if (one.width !== undefined) same += overlap(one, other) / TURN;
      else same += area(intersection(one.points, other.points)) / (4 * this.R * this.R);
    }
    return Math.max(0, Math.min(1, 1 - same));
  }

  recentChurn(t, back = 100) {
    let sum = 0;
    const first = Math.max(1, t - back);
    for (let s = first; s < t; s++) sum += this.churn(s);
    return t > first ? sum / (t - first) : NaN;
  }
}

// The intersection of two convex polygons.
function intersection(one, other) {
  const turn = Math.sign(signed(other)) || 1;
  return other.reduce((points, [x, y], i) => {
    const [u, v] = other[(i + 1) % other.length];
    return points.length ? clip(points, ([a, b]) => turn * ((u - x) * (b - y) - (v - y) * (a - x))) : points;
  }, one);
}

function signed(points) {
  return points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return sum + x * v - u * y;
  }, 0);
}
