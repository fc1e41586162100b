import assert from "node:assert/strict";
import {test} from "node:test";
import {pixels} from "../../cspa_explore/player/front/axes.js";

const close = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`);

test("a value lies on its axis as the scale says", () => {
  close(pixels({scale: "linear", low: 0.55, high: 0.95}, 40, 140)(0.75), 90);
  close(pixels({scale: "log", low: 0.001, high: 10}, 40, 140)(0.1), 90);
  close(pixels({scale: "log1p", low: 0, high: 99}, 40, 140)(9), 90);
  close(pixels({scale: "cells", low: -0.5, high: 3.5}, 40, 140)(0), 52.5);
});

test("the ends of every scale are the ends of the box, upwards too", () => {
  for (const axis of [{scale: "linear", low: 0, high: 1}, {scale: "log", low: 0.01, high: 5}, {scale: "log1p", low: 0, high: 4000}]) {
    for (const [start, end] of [[40, 140], [60, 10]]) {
      close(pixels(axis, start, end)(axis.low), start);
      close(pixels(axis, start, end)(axis.high), end);
    }
  }
});
