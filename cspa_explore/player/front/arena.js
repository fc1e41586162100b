// The Arena's player as a component.

import {Player} from "./player.js";
import {mount} from "./mount.js";

export default function (component) {
  return mount(Player, component, (question) => component.setTriggerValue("question", question));
}
