// Lesson links and films for slides: what their dialogs make of the fields.

import assert from "node:assert/strict";
import test from "node:test";

import {FileDesk} from "../../cspa_explore/player/front/file_desk.js";
import {hideText} from "../../cspa_explore/player/front/lesson.js";
import {LessonDialog} from "../../cspa_explore/player/front/lesson_link.js";
import {recordable, recorded} from "../../cspa_explore/player/front/slide_film.js";
import {readFields} from "../../cspa_explore/player/front/slide_film_dialog.js";
import {roundAt, SlideFrame} from "../../cspa_explore/player/front/slide_frame.js";
import {withDuration} from "../../cspa_explore/player/front/webm_duration.js";

test("the shorter list of groups is written", () => {
  const all = ["data", "sigma", "play", "jumps", "eyes"];
  assert.equal(hideText(all, all), null);
  assert.equal(hideText(all, ["play", "sigma"]), "all-but~sigma~play");
  assert.equal(hideText(all, ["data", "sigma", "play", "eyes"]), "jumps");
  assert.equal(hideText(all, []), "all-but");
});

test("a link that leaves out controls leaves out the guide, whose steps need them", () => {
  globalThis.location = {search: "?t=5&guide=3", origin: "http://host", pathname: "/arena"};
  const parts = {".made input": {}, "a": {}, ".done": {}, "[name=present]": {checked: false}};
  const made = (...kept) => {
    const boxes = ["sigma", "play", "eyes"].map((value) => ({value, checked: kept.includes(value)}));
    const dialog = {querySelectorAll: () => boxes, querySelector: (name) => parts[name]};
    LessonDialog.prototype.update.call(Object.assign(Object.create(LessonDialog.prototype), {dialog}));
    return parts.a.href;
  };
  assert.equal(made("sigma", "play"), "http://host/arena?t=5&hide=eyes");
  assert.equal(made("sigma", "play", "eyes"), "http://host/arena?t=5&guide=3");
  delete globalThis.location;
});

test("a film goes from its first round to its last, slowly first on a logarithmic axis", () => {
  for (const log of [true, false]) {
    const rounds = [0, 0.25, 0.5, 0.75, 1].map((share) => roundAt(share, {from: 100, to: 4000, log}));
    assert.deepEqual([rounds[0], rounds[4]], [100, 4000]);
    assert.ok(rounds.every((t, i) => i === 0 || t > rounds[i - 1]));
  }
  assert.equal(roundAt(0.5, {from: 0, to: 4000, log: false}), 2000);
  assert.ok(roundAt(0.5, {from: 0, to: 4000, log: true}) < 100);
});

test("a line of a film's picture that is too long says that it goes on", () => {
  const frame = /** @type {any} */ ({context: {measureText: (text) => ({width: text.length})}});
  assert.equal(SlideFrame.prototype.cut.call(frame, "CSPA β=1/6", " 94 %", 13, 12), "CSPA β… 94 %");
  assert.equal(SlideFrame.prototype.cut.call(frame, "CSPA", " 94 %", 13, 12), "CSPA 94 %");
});

test("fields of a film that are not valid are named with the rule and the value", () => {
  const usual = {from: "0", to: "4,000", seconds: "10"};
  assert.deepEqual(readFields(usual, 4000), {from: 0, to: 4000, seconds: 10});
  const why = (changes) => readFields({...usual, ...changes}, 4000).why;
  assert.equal(why({from: "4000"}), "The film must begin at a round from 0 to 3,999, got '4000'.");
  assert.equal(why({from: "600", to: "600"}), "The film must end at a round from 601 to 4,000, got '600'.");
  assert.equal(why({to: "x"}), "The film must end at a round from 1 to 4,000, got 'x'.");
  assert.equal(why({seconds: "1"}), "The film must last 2 to 60 seconds, got '1'.");
});

test("a film states how long it is", () => {
  const info = [0x15, 0x49, 0xa9, 0x66], scale = [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40];
  const file = Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 0x80, ...info, 0x87, ...scale, 0xec, 0x81, 0x00]);
  const found = withDuration(file, 2500), at = 5 + 4 + 8 + scale.length;
  assert.deepEqual([...found.subarray(0, 17)], [...file.subarray(0, 5), ...info, 0x01, 0, 0, 0, 0, 0, 0, 18]);
  assert.deepEqual([...found.subarray(at, at + 3)], [0x44, 0x89, 0x88]);
  assert.equal(new DataView(found.buffer).getFloat64(at + 3), 2500);
  assert.deepEqual([...found.subarray(-3)], [0xec, 0x81, 0x00]);
  assert.equal(withDuration(found, 9), found, "once");
  const other = Uint8Array.from([1, 2, 3]);
  assert.equal(withDuration(other, 9), other);
});

test("a browser without a recorder is known", () => assert.equal(recordable(), ""));

test("a drawing that fails ends the recording", async () => {
  const states = [];
  globalThis.document = Object.assign(new EventTarget(), {hidden: false, createElement: () => ({captureStream: true})});
  globalThis.requestAnimationFrame = (next) => setImmediate(next);
  globalThis.MediaRecorder = class {
    static isTypeSupported() { return true; }
    start() { states.push("recording"); }
    stop() { states.push("inactive"); }
  };
  const draw = (share) => { if (share > 0) throw new Error("no picture"); };
  const film = {draw, seconds: 9, tell() {}, signal: new AbortController().signal};
  await assert.rejects(recorded(/** @type {any} */ ({captureStream: () => ({getTracks: () => []})}), film), /no picture/);
  assert.deepEqual(states, ["recording", "inactive"]);
  for (const name of ["document", "requestAnimationFrame", "MediaRecorder"]) delete globalThis[name];
});

test("a file has the films of its handles and nothing else", async () => {
  const film = new Uint8Array([1]), desk = new FileDesk([{place: 0, param: "beta"}, {place: 2, param: "gamma"}], {film1: film});
  assert.equal(await desk.ask("film", {place: 2, param: "gamma"}), film);
  assert.equal(await desk.ask("film", {place: 1, param: "beta"}), null);
  assert.equal(await desk.ask("run", {place: 2, param: "gamma"}), null);
});
