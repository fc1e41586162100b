import assert from "node:assert/strict";
import {test} from "node:test";
import {across, heightOf, shareOn} from "../../cspa_explore/player/front/axes.js";

const close = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-12, `${found} is not ${wanted}`);

test("a value lies on its axis as the scale says", () => {
  close(shareOn({scale: "linear", low: 0.55, high: 0.95}, 0.75), 0.5);
  close(shareOn({scale: "log", low: 0.001, high: 10}, 0.1), 0.5);
  close(shareOn({scale: "log1p", low: 0, high: 99}, 9), 0.5);
  close(shareOn({scale: "cells", low: -0.5, high: 3.5}, 0), 1 / 8);
});

test("both ends of every scale are the ends of the box", () => {
  const box = {left: 40, right: 140, top: 10, bottom: 60};
  for (const axis of [{scale: "linear", low: 0, high: 1}, {scale: "log", low: 0.01, high: 5}, {scale: "log1p", low: 0, high: 4000}]) {
    close(across(axis, axis.low, box), 40);
    close(across(axis, axis.high, box), 140);
    close(heightOf(axis, axis.low, box), 60);
    close(heightOf(axis, axis.high, box), 10);
  }
});
