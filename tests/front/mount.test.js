// Streamlit may call a component or its clean-up out of order: the newest picture must survive.

import assert from "node:assert/strict";
import {test} from "node:test";
import {mount} from "../../cspa_explore/player/front/mount.js";

globalThis.document = /** @type {any} */ (new EventTarget());

class View {
  ended = false;
  constructor(root, data) {
    this.data = data;
    root.view = this;
  }

  load(data) { this.data = data; }
  destroy() { this.ended = true; }
}

// A place for a component on a clock of the test: `call` mounts the data, `pass` lets time pass.
function place(t) {
  t.mock.timers.enable({apis: ["setTimeout"]});
  const root = /** @type {any} */ ({}), parentElement = {querySelector: () => root};
  return {
    root,
    call: (data) => mount(/** @type {any} */ (View), {data, parentElement}, () => {}),
    pass: (ms) => t.mock.timers.tick(ms),
    state: () => [root.view.data, root.view.ended],
  };
}

test("only the latest call's clean-up ends a picture", (t) => {
  const {call, pass, state} = place(t), first = call("old");
  pass(50);
  const second = call("new");
  pass(50), first(), pass(900);
  assert.deepEqual(state(), ["new", false]);
  second(), pass(900);
  assert.deepEqual(state(), ["new", true]);
});

test("a picture that could not be made is cleaned up, and the next one is made", (t) => {
  const {root, call, pass, state} = place(t), first = mount(/** @type {any} */ (class { constructor() { throw new Error("bad data"); } }),
    {data: "bad", parentElement: {querySelector: () => root}}, () => {});
  assert.throws(() => pass(1), /bad data/);
  first(), pass(900);
  call("good");
  pass(1);
  assert.deepEqual(state(), ["good", false]);
});

test("an older call that comes late changes nothing", (t) => {
  const {call, pass, state} = place(t);
  call("new");
  call("old")();
  pass(900);
  assert.deepEqual(state(), ["new", false]);
});

test("a clean-up that another call follows at once ends nothing", (t) => {
  const {call, pass, state, root} = place(t), first = call("old");
  pass(1);
  const {view} = root;
  first(), pass(100), call("new"), pass(1), pass(900);
  assert.deepEqual(state(), ["new", false]);
  assert.equal(root.view, view, "the same picture takes the new data");
});
