// The tools at the top right of every page as a component.

import {mount} from "./mount.js";
import {PageTools} from "./page_tools.js";

export default function (component) {
  return mount(PageTools, component, (question) => component.setTriggerValue("question", question));
}
