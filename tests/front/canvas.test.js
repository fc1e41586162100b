import assert from "node:assert/strict";
import {test} from "node:test";
import {onNewTheme} from "../../cspa_explore/player/front/canvas.js";

test("a drawing is told once of another theme, until its signal ends", (t) => {
  t.mock.timers.enable({apis: ["setInterval"]});
  const off = new AbortController(), theme = {background: "#ffffff", text: "#000000", font: "sans-serif", dark: false};
  let drawn = 0;
  onNewTheme(() => theme, () => drawn++, off.signal);
  t.mock.timers.tick(2000);
  assert.equal(drawn, 0);
  Object.assign(theme, {background: "#000000", dark: true});
  t.mock.timers.tick(2000);
  assert.equal(drawn, 1);
  theme.background = "#ffffff";
  off.abort();
  t.mock.timers.tick(2000);
  assert.equal(drawn, 1);
});
