// What Streamlit calls: once when the component appears, and again whenever there is a new replay.

import {Player} from "./player.js";

const players = new WeakMap();

export default function (component) {
  const {data, parentElement, setTriggerValue} = component;
  const root = parentElement.querySelector(".cspa");
  const ask = (question) => setTriggerValue("question", question);
  const known = players.get(root);
  if (known) {
    clearTimeout(known.ending);
    known.load(data, ask);
  } else players.set(root, new Player(root, data, ask));
  return () => { // a run of the script may only be replacing the data
    const player = players.get(root);
    if (player) player.ending = setTimeout(() => {
      player.destroy();
      players.delete(root);
    }, 500);
  };
}
