// Saves the settings file that the server has sent for a click on "Save settings".

import {download} from "./picture.js";

/** @type {Set<string>} */
const saved = new Set(); // clicks whose file is saved: every script run sends the last click again

export default function ({data: {click, name, text}}) {
  if (saved.has(click)) return;
  saved.add(click);
  download(new Blob([text], {type: "application/json"}), name);
}
