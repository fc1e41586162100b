// The Arena's player as a component.

import {mount} from "./mount.js";
import {Player} from "./player.js";

export default function (component) {
  return mount(Player, component, (question) => component.setTriggerValue("question", question));
}
