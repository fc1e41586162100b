// A run in a file of its own, which player/replay_file.py writes: the stage without a server.

import {given} from "./address.js";
import {about} from "./file_about.js";
import {FileDesk, movedWords} from "./file_desk.js";
import {inflated} from "./film_source.js";
import {html, setHtml} from "./html.js";
import {unpacked} from "./payload_bytes.js";
import {Player} from "./player.js";
import {PageTools} from "./page_tools.js";

const OLD = "This browser cannot open the replay: it needs Chrome 99, Edge 99, Firefox 113, Safari 16.4 or newer.";
const DAMAGED = "This replay cannot be opened: the file is damaged or not complete.";

const part = (name) => /** @type {HTMLElement} */ (document.getElementById(name));

async function open() {
  const bytes = Uint8Array.from(atob(part("contents").textContent ?? ""), (sign) => sign.charCodeAt(0));
  const {header, arrays} = unpacked(bytes), {films, command} = /** @type {any} */ (header), stage = part("stage");
  const replay = await inflated(arrays.replay);
  stage.classList.add("file");
  stage.classList.toggle("fixed", !films.length); // no handle can be moved
  const answer = ({kind}) => { if (kind === "set") player.say(movedWords(player)); }; // other questions have no button here
  const player = new Player(stage, replay, answer, new FileDesk(films, arrays));
  if (stage.dataset.round && given("t") === null) player.seek(Number(stage.dataset.round)); // at which the file was saved
  setHtml(part("about"), about(player.run, command));
  return new PageTools(part("tools"), {page: "arena", desk: null, file: true});
}

// A page without its run says why.
async function opened() {
  try {
    return await open();
  } catch (error) {
    setHtml(part("stage"), html`<p role="alert">${typeof DecompressionStream === "undefined" ? OLD : DAMAGED}</p>`);
    throw error; // for the console
  }
}

export default opened();
