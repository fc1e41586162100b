// Which key presses are the page's own.

import assert from "node:assert/strict";
import {test} from "node:test";

import {actionOf, isFree} from "../../cspa_explore/player/front/keys.js";

class FakeElement {
  constructor(name, more = {}) {
    Object.assign(this, {name, type: "", classList: {contains: (one) => one === more.className}}, more);
  }
  closest(selector) { return selector.split(", ").includes(this.name) ? this : null; }
}

let dialog = null;
Object.assign(globalThis, {Element: FakeElement, document: {querySelector: (selector) => selector === "[role=dialog]" && dialog}});

function press(key, target = /** @type {any} */ (null), more = {}) {
  return /** @type {any} */ ({key, composedPath: () => [target], ...more});
}

test("a key belongs to the page unless a field, a button, a dialog, the browser or another listener needs it", () => {
  const button = new FakeElement("button"), [text, range] = ["text", "range"].map((type) => new FakeElement("input", {type}));
  assert.ok(isFree(press("m")));
  assert.ok(isFree(press("m", button)));
  assert.ok(!isFree(press(" ", button)), "Space presses it");
  for (const key of ["m", " ", "ArrowLeft", "Escape"]) assert.ok(!isFree(press(key, text)));
  assert.ok(!isFree(press("ArrowLeft", range)));
  assert.ok(isFree(press(" ", range)));
  assert.ok(isFree(press("ArrowLeft", new FakeElement("input", {type: "range", className: "scrub"}))), "the player's own slider");
  for (const used of ["ctrlKey", "metaKey", "altKey", "defaultPrevented"]) assert.ok(!isFree(press("m", null, {[used]: true})));
  dialog = {};
  assert.ok(!isFree(press("m")));
  dialog = null;
});

test("actions are only of keys that are free", () => {
  assert.deepEqual(actionOf(press("ArrowRight", null, {shiftKey: true})), ["step", 100]);
  assert.deepEqual(actionOf(press("l"), {l: ["link"]}), ["link"]);
  assert.equal(actionOf(press("m", null, {defaultPrevented: true})), null);
});
