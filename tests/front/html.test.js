import assert from "node:assert/strict";
import {test} from "node:test";
import {escaped, html, setHtml} from "../../cspa_explore/player/front/html.js";

const HOSTILE = `<img src=x onerror="hack()">'&`;

test("every inserted value is escaped, in text and in attributes", () => {
  const text = String(html`<b title="${HOSTILE}">${HOSTILE}</b>`);
  assert.equal(text.match(/[<>]/g).length, 4, "only our own tag");
  assert.equal(text, `<b title="${escaped(HOSTILE)}">${escaped(HOSTILE)}</b>`);
  assert.doesNotMatch(escaped(HOSTILE), /[<>"']|&(?!#\d+;)/);
});

test("html in html is inserted as it is, arrays one after the other", () => {
  const items = ["a&b", "<c>"].map((item) => html`<li>${item}</li>`);
  assert.equal(String(html`<ul>${items}</ul>`), "<ul><li>a&#38;b</li><li>&#60;c&#62;</li></ul>");
  assert.equal(String(html`${["<", 1, null]}`), "&#60;1null");
});

test("an object that pretends to be HTML is escaped", () => {
  const fake = {text: "<i>", toString: () => "<i>"};
  assert.equal(String(html`${fake}`), "&#60;i&#62;");
});

test("characters that XML forbids are dropped", () => {
  assert.equal(escaped("a\u0000\u0007b\ud800c\uffff"), "abc");
  assert.equal(escaped("π 😀\n"), "π 😀\n");
});

test("setHtml refuses plain text", () => {
  const element = {innerHTML: ""};
  assert.throws(() => setHtml(element, "<b>"), TypeError);
  setHtml(element, html`<b>${"<"}</b>`);
  assert.equal(element.innerHTML, "<b>&#60;</b>");
});
