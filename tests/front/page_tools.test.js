// The tools of a page: words of the glossary in links.

import assert from "node:assert/strict";
import {test} from "node:test";
import {PageTools} from "../../cspa_explore/player/front/page_tools.js";

function rowOf(key) {
  const marked = [], list = {scrollIntoView() {}};
  const rows = ["round", "margin"].map((row) => ({dataset: {row}, classList: {add: () => marked.push(row)}, scrollIntoView() {}}));
  const aside = {
    querySelectorAll: (selector) => (selector === "[data-row]" ? rows : []),
    querySelector(selector) {
      const [, asked] = /^\[data-row="(\w*)"\]$/.exec(selector) ?? [];
      if (asked === undefined && selector !== ".words") throw new SyntaxError(`'${selector}' is not a valid selector`);
      return rows.find(({dataset}) => dataset.row === asked) ?? (selector === ".words" ? list : null);
    },
  };
  globalThis.location = {search: ""};
  PageTools.prototype.showWord.call(/** @type {any} */ ({aside, help() {}}), key);
  delete globalThis.location;
  return marked;
}

test("a word of a link is shown, and one that is no word is harmless", () => {
  globalThis.history = {replaceState() {}};
  assert.deepEqual(rowOf("margin"), ["margin"]);
  for (const key of ["nothing", `"]`, `a"b`]) assert.deepEqual(rowOf(key), []);
  delete globalThis.history;
});
