// The help of the Microscope: what is on the page, and its keys.

export const MICROSCOPE_HELP = [
  ["before and after", "each class's territory in the plane: the directions of x in which the learner predicts that class"],
  ["arrows", "the weights of each class; in an update every tip slides along x"],
  ["dashed arrows", "of an averaged learner: the weights that learn; it predicts with their average, the solid arrows"],
  ["bars and thin lines", "without a plane: bars are the weights that propose; lines with a ring, those that learn"],
  ["hatched", "territory that changed hands in this round"],
  ["x", "the instance of the round: drag it around the rim to ask what the learner would have done there"],
  ["score w·x", "how strongly the weights of a class favour x; all bars of a round share one scale"],
  ["ŷ, ỹ", "prediction: the class with the highest score · proposal: the class it says"],
  ["ℓ, τ", "loss: how far its margin falls short of 1, a safe lead · step: how far a class moves along x"],
  ["S", "support classes: the rivals that come too close, and get pushed down"],
  ["what if it were told…", "replays the round with another answer; nothing of it becomes part of the run"],
  ["biggest changes to the map", "the rounds that moved the most territory: open the most violent one first"],
  ["beat by beat", "the round in five steps: see x, predict, propose, hear ✓ or ✗, update"],
  ["the same round by another learner", "each starts from these weights, sees the same x and hears the same answer"],
];

export const MICROSCOPE_KEYS = [
  ["Space", "play or pause beat by beat"],
  ["S", "beat by beat on or off (Esc: off)"],
  ["← →", "one round back or forth; beat by beat: one beat"],
  ["Shift ← →", "a hundred rounds"],
  ["Home End", "first or last round"],
  ["M", "next mistake"],
  ["↑ ↓", "turn x by 5°, when the disc before is in focus"],
];
