import assert from "node:assert/strict";
import {test} from "node:test";
import {keep, kept, merged} from "../../cspa_explore/player/front/address.js";
import showAddress from "../../cspa_explore/player/front/address_bar.js";
import {momentFrom, parametersOf} from "../../cspa_explore/player/front/moment.js";

const parsed = (search) => momentFrom((name) => new URLSearchParams(search).get(name));

test("values are merged into the query, null ones are left out", () => {
  assert.equal(merged("?v=1&t=5&eye=learner", {t: "7", eye: null, who: "2"}), "v=1&t=7&who=2");
  assert.equal(merged("?t=5", {t: null}), "");
  assert.equal(merged("", {}), "");
});

test("the query is written as Python's urlencode writes it, so that Streamlit finds them equal", () => {
  const given = "v=1&a=cspa%28beta%3D1%2F6%29~banditron&d=circle%28m%3D8%29&x=0.6_-0.8&s=a+b%2A";
  assert.equal(merged(`?${given}`, {}), given);
});

test("a visit's query goes into the address of its own page, not of the page that the user went back to", () => {
  const visit = (path, data) => {
    let written = "";
    globalThis.location = {pathname: path, search: "?t=5", hash: ""};
    globalThis.history = {state: null, replaceState: (state, title, address) => { written = address; }};
    showAddress({data: {query: {v: "2"}, pages: ["", "theory"], ...data}});
    return written;
  };
  assert.equal(visit("/", {visit: 1, page: "theory"}), "", "the user went back to the Arena");
  assert.equal(visit("/theory", {visit: 1, page: "theory"}), "/theory?t=5&v=2");
  assert.equal(visit("/theory", {visit: 1, page: "theory"}), "", "once");
  assert.equal(visit("/course/theory", {visit: 2, page: ""}), "", "the user went back to the Theory page");
  assert.equal(visit("/course/", {visit: 2, page: ""}), "/course/?t=5&v=2", "the Arena has no path of its own");
  assert.equal(visit("/course", {visit: 3, page: ""}), "/course?t=5&v=2");
  Object.assign(globalThis, {location: undefined, history: undefined});
});

test("a text that the browser's storage refuses lasts as long as the component", () => {
  const stored = new Map([["votes", "old"]]);
  let isFull = true;
  const setItem = (name, text) => {
    if (isFull) throw new Error("full");
    stored.set(name, text);
  };
  globalThis.localStorage = {getItem: (name) => stored.get(name) ?? null, setItem};
  keep("votes", "new");
  assert.equal(kept("votes"), "new");
  isFull = false;
  keep("votes", "newest");
  assert.deepEqual([kept("votes"), stored.get("votes"), kept("none")], ["newest", "newest", ""]);
  globalThis.localStorage = {getItem() { throw new Error("no storage"); }, setItem() { throw new Error("no storage"); }};
  keep("deck", "mine");
  assert.deepEqual([kept("deck"), kept("none")], ["mine", ""]);
  delete globalThis.localStorage;
});

test("a moment is what the parameters say", () => {
  assert.deepEqual(parsed("t=77&who=2&eye=learner&lin=1&last=100"), {t: 77, focus: 2, eye: "learner", log: false, recent: true});
  assert.deepEqual(parsed(""), {t: null, focus: 0, eye: "god", log: true, recent: false});
});

for (const t of ["-1", "1.5", "1e3", "xyz", "", "9999999999"]) {
  test(`t=${t} is no round`, () => assert.equal(parsed(`t=${t}`).t, null));
}

test("a moment and its parameters are the same; what is usual is left out", () => {
  for (const search of ["t=0", "t=12&who=1", "t=4000&eye=learner&lin=1", "t=3&last=100"]) {
    const values = parametersOf(parsed(search));
    assert.deepEqual(Object.entries(values).filter(([, value]) => value !== null), [...new URLSearchParams(search)]);
  }
});
