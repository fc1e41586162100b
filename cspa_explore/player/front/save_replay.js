// Fetches the run as one HTML file, which the server makes in the background, and saves it.

import {FIRST_STOP} from "./moment.js";
import {percent} from "./numbers.js";
import {unpacked} from "./payload_bytes.js";
import {download} from "./picture.js";

const POLL = 250; // ms
const GONE = "The replay file could not be fetched: the server does not answer.";

/** @type {WeakSet<any>} */
const saving = new WeakSet(); // players whose file is on its way

/** Ask until the file is there; another run on the screen ends it.
 * @param {import("./player").Player} player
 */
export async function saveReplay(player) {
  const {run, desk} = player;
  if (saving.has(player)) return;
  saving.add(player);
  try {
    while (player.run === run) {
      const bytes = await desk.ask("file", {run: run.id, identity: run.header.identity});
      const {header, arrays} = bytes ? unpacked(bytes) : {header: /** @type {any} */ ({state: "none", why: GONE}), arrays: {}};
      const {state, why, share} = /** @type {any} */ (header);
      if (state === "ready") return saved(player, arrays.file);
      if (state === "none") return player.say(why);
      player.say(`Preparing the replay file… ${percent(share ?? 0, 0)} %`);
      await new Promise((go) => setTimeout(go, POLL));
    }
    player.say("The replay file was not saved, because another run is on the screen now.");
  } finally {
    saving.delete(player);
  }
}

// The file opens at the round on the screen; one that was saved where the first showing begins or stops begins with it.
function saved(player, content) {
  const t = player.film?.round ?? player.t, opens = t && t !== FIRST_STOP ? ` data-round="${t}"` : "";
  const page = new TextDecoder().decode(content).replace('id="stage"', `$&${opens}`);
  const name = "replay.html", size = (content.length / 1e6).toFixed(1);
  download(new Blob([page], {type: "text/html"}), name);
  player.say(`${name} is saved (${size} MB): it plays in any modern browser, without Python or a network.`);
}
