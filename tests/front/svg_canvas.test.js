import assert from "node:assert/strict";
import {test} from "node:test";
import {FONT, SvgCanvas} from "../../cspa_explore/player/front/svg_canvas.js";

test("a hostile name is written into an SVG as text", () => {
  const ruler = {measureText: () => ({actualBoundingBoxAscent: 0})};
  globalThis.document = /** @type {any} */ ({createElement: () => ({getContext: () => ruler})});
  const context = new SvgCanvas(10, 10).getContext();
  context.font = `10px ${FONT}`;
  context.fillText(`<img src=x onerror="hack()"></text><script>`, 1, 1);
  context.strokeText("a\u0007<b>", 1, 1);
  const [first, second] = context.parts;
  assert.match(String(first), /^<text [^<>]*>[^<>]*<\/text>$/);
  assert.match(String(second), /^<text [^<>]*>a[^<>\u0007]*<\/text>$/);
});
