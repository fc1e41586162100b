// HTML from template literals: every inserted value is escaped, unless it was itself made by html`…`.

class Html {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

/**
 * Text for HTML and XML: reserved characters become entities, characters that XML forbids are dropped.
 * @param {unknown} value
 */
export function escaped(value) {
  const plain = String(value).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "");
  return plain.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @returns {string} */
function inserted(value) {
  if (Array.isArray(value)) return value.map(inserted).join("");
  return value instanceof Html ? value.text : escaped(value);
}

/** A template tag. Arrays are inserted one element after the other. */
export function html(strings, ...values) {
  return new Html(strings.reduce((text, part, i) => text + inserted(values[i - 1]) + part));
}

/** Replace the content of an element; the only place where text becomes elements. */
export function setHtml(element, content) {
  if (!(content instanceof Html)) throw new TypeError("setHtml takes only what html`…` returns");
  element.innerHTML = content.text;
}
