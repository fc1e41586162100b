// The file of "Save settings": one per click.

import assert from "node:assert/strict";
import {mock, test} from "node:test";

import save from "../../cspa_explore/player/front/saved_settings.js";

test("a click saves one file, however often the server sends it", async () => {
  mock.timers.enable({apis: ["setTimeout"]});
  const files = [], blobs = new Map();
  mock.method(globalThis.URL, "createObjectURL", (blob) => {
    blobs.set(`blob:${blobs.size}`, blob);
    return `blob:${blobs.size - 1}`;
  });
  globalThis.document = {createElement: () => ({click() { files.push([this.download, blobs.get(this.href)]); }})};
  const send = (click, text) => save({data: {click, name: "settings.json", text}});
  send("a", "1");
  send("a", "1");
  send("a", "2"); // the settings changed after the click
  send("b", "2");
  send("a", "1"); // a slow call
  const texts = await Promise.all(files.map(([, blob]) => blob.text()));
  assert.deepEqual([files.map(([name]) => name), texts], [["settings.json", "settings.json"], ["1", "2"]]);
  mock.restoreAll();
  mock.timers.reset();
  delete globalThis.document;
});
