// Everything that the player shows, as plain values: for tests.

import {factsOf} from "./round_text.js";

/** @param {import("./player_view").PlayerView} player */
export function stateOf(player) {
  const {run, t, clock, root, discs, panels, curves} = player, here = root.getBoundingClientRect();
  const moved = (canvas, labels = []) => {
    const box = canvas.getBoundingClientRect();
    return labels.map((label) => ({...label, x: label.x + box.left - here.left, y: label.y + box.top - here.top}));
  };
  const learner = ({words, text}, l) => ({
    words, text,
    proposal: t ? run.proposal(l, t) : null, prediction: t ? run.prediction(l, t) : null,
    right: t ? run.hit(l, t) : null, explored: t ? run.explored(l, t) : null, loss: t ? run.loss(l, t) : null,
    ...(discs[l] || panels[l]).state(), facts: factsOf(player, l),
    churn: run.plane && t ? discs[l].regions.churn(t) : null,
  });
  return {
    t, T: run.T, playing: clock.playing, settled: !player.asked && !clock.playing, eye: player.eye, log: player.log,
    recent: player.recent, focus: player.focus, frames: player.frames.length / 2, rounds: player.drawn.size, words: run.words,
    sentence: player.find(".sentence").textContent,
    learners: run.learners.map(learner), instance: player.instance?.state() ?? null,
    curves: curves.state(), ghosts: run.ghosts.map(({words}) => words),
    labels: [...moved(player.find(".graph canvas"), curves.labels), ...discs.flatMap((disc) => moved(disc.surface.canvas, disc.labels))],
  };
}
