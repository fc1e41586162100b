// The text of a replay file.

import {html} from "./html.js";
import {counted, whole} from "./numbers.js";

/** What stands below the stage: the results, the settings, what the file does not hold, and the command that made it.
 * @param {import("./payload").Run} run
 */
export function about(run, command) {
  const {learners, trials, T, words, pictures, details, plane} = run, seeds = trials > 1 ? `mean ± sd over ${trials} seeds` : "one seed";
  const ratios = learners.map((learner, l) => html`${l ? ", " : ""}<b>${learner.words}: ${learner.final}</b>`);
  const held = plane === "grid" ? pictures.grids[0]?.values.size : pictures.instances?.values.size;
  const what = plane === "grid" ? "regions" : "instances", some = held && held < T;
  const missing = some ? html`<p>This file holds the ${what} of ${whole(held)} of ${whole(T)} rounds; in the others it shows
    the last ones before, with their round.</p>` : "";
  const thin = details ? html`<p>This file holds the ${details.drawn ? "weights and losses" : "losses"} of ${whole(details.held)} of
    ${whole(T)} rounds. ${details.drawn ? "In the others it draws the last regions before, with their round." : ""} Proposals,
    predictions and curves are those of every round.</p>` : "";
  return html`<p>Right proposals after ${counted(T, "round")} (${seeds}): ${ratios}.</p>${missing}${thin}
    <p>${words}.</p><p>Made by CSPA Explorer; the same file from the command line: <code>${command}</code></p>`;
}
