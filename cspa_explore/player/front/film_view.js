// What is drawn and told while a handle is dragged: a cell of the film.

import {shareOf} from "./curves.js";
import {setHtml} from "./html.js";
import {whole} from "./numbers.js";
import {nameOf} from "./player_layout.js";
import {draggedText, ratioText} from "./round_text.js";

/** Draw the cell as a run is drawn; discs that do not show it, because it has no regions, are pale.
 * @param {import("./player_film").PlayerFilm} film
 * @param {import("./film_run").FilmRun} run
 */
export function drawFilm(film, run, view) {
  const {player, handles} = film, {t, find, discs, curves} = player;
  if (curves.run !== run) {
    curves.take(run);
    const {place} = run.film.header;
    setHtml(find(`figure[data-l="${place}"] .name`), nameOf(run.learners[place]));
  }
  if (run.plane && film.inDiscs !== run) {
    for (const disc of discs) disc.take(run);
    film.inDiscs = run;
  }
  player.root.classList.toggle("undrawn", !run.plane);
  if (run.plane) for (const disc of discs) disc.draw(t, view);
  curves.draw(t, view);
  const mine = film.home?.t ?? t, here = mine === t;
  find(".count").textContent = `round ${whole(t)} ${here ? `/ ${whole(run.T)}` : `· near ${whole(mine)}`}`;
  find(".scrub").value = Math.round(find(".scrub").max * shareOf(t, run.T, view.log));
  run.learners.forEach((_, l) => {
    find(`figure[data-l="${l}"] .ratio`).textContent = ratioText(player, run, l, t);
    find(`figure[data-l="${l}"] .facts`).textContent = draggedText(run, l, discs[l]);
  });
  const visible = [handles.param, handles.sigma].filter(({box}) => !box.hidden);
  const values = visible.map(({symbol, output}) => `${symbol} = ${output.textContent}`);
  const nearest = here ? "" : ` (the nearest to ${whole(mine)} while you drag)`;
  find(".words").textContent = `Round ${whole(t)}${nearest} with ${values.join("; ")}.`;
}
