// The dialog in which a teacher makes a link that leaves only some controls.

import {copyAddress, linkWith} from "./address.js";
import {html, setHtml} from "./html.js";
import {hideText} from "./lesson.js";

const FEWEST = ["sigma", "play"];
const COPIED = "Link copied", BY_HAND = "The browser does not allow copying. The link is selected: press Ctrl+C.";

const layout = (groups, hidden, presents) => html`<form method="dialog">
    <h2 id="cspa-lesson">Lesson link</h2>
    <p>Whoever opens it sees this page as it is now, with these controls only.</p>
    <fieldset><legend>Controls that stay</legend>
      <p class="quick"><button type="button" data-keep="all">All</button><button type="button" data-keep="none">None</button><button
        type="button" data-keep="few">Only σ and Play</button></p>
      <div class="groups">${groups.map(([name, words]) => {
        const box = html`<input type="checkbox" name="keep" value="${name}"`;
        return html`<label>${hidden.includes(name) ? html`${box}>` : html`${box} checked>`} ${words}</label>`;
      })}</div></fieldset>
    <label>${presents ? html`<input type="checkbox" name="present" checked>` : html`<input type="checkbox" name="present">`}
      open in presenter view</label>
    <label class="made">Link <input type="text" readonly></label>
    <p class="end"><button type="button" data-lesson="copy">Copy</button> <a target="_blank" rel="noopener">Try it in a new tab</a>
      <span class="done" role="status" aria-live="polite"></span><button data-lesson="close">Close</button></p>
  </form>`;

export class LessonDialog {
  /**
   * @param {any} dialog
   * @param {AbortSignal} signal
   */
  constructor(dialog, signal) {
    this.dialog = dialog;
    dialog.setAttribute("aria-labelledby", "cspa-lesson");
    dialog.addEventListener("keydown", (event) => event.stopPropagation(), {signal}); // its keys are not the page's
    dialog.addEventListener("change", () => this.update(), {signal});
    dialog.addEventListener("click", (event) => this.clicked(event), {signal});
  }

  find(selector) { return this.dialog.querySelector(selector); }
  get boxes() { return [...this.dialog.querySelectorAll("[name=keep]")]; }

  /** Show the dialog.
   * @param {[string, string][]} groups names and words of all controls that can be hidden
   * @param {string[]} hidden names of those that are hidden now
   * @param {boolean} presents
   */
  show(groups, hidden, presents) {
    setHtml(this.dialog, layout(groups, hidden, presents));
    this.update();
    this.dialog.showModal();
  }

  // Write the link of what is checked.
  update() {
    const {boxes} = this, kept = boxes.filter(({checked}) => checked).map(({value}) => value);
    const hide = hideText(boxes.map(({value}) => value), kept), present = this.find("[name=present]").checked ? "1" : null;
    const link = linkWith(hide === null ? {present, hide} : {present, hide, guide: null}); // a guide needs all controls
    this.find(".made input").value = link;
    this.find("a").href = link;
    this.find(".done").textContent = "";
  }

  clicked({target}) {
    const keep = target.closest("[data-keep]")?.dataset.keep;
    if (keep) {
      for (const box of this.boxes) box.checked = keep === "all" || (keep === "few" && FEWEST.includes(box.value));
      this.update();
    }
    if (target.closest("[data-lesson=copy]")) this.copy();
  }

  async copy() {
    const field = this.find(".made input"), copied = await copyAddress(field.value);
    if (!copied) field.select();
    this.find(".done").textContent = copied ? COPIED : BY_HAND;
  }
}
