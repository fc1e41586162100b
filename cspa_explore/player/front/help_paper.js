// The help of the Paper page: what is on the page, and its keys.

export const PAPER_HELP = [
  ["hollow and filled", "the published number is hollow, ours is filled; the lines are ± 1 standard deviation over ten trials"],
  ["bold", "the best of the paper's four learners on the data set, or not significantly worse than it (Welch's t-test, 5 %)"],
  ["same winner", "of the paper's four learners, the same one has the highest mean in the paper and here"],
  ["+0.4 sd", "ours minus the published mean, divided by the pooled standard deviation; beyond ± 2 it is named"],
  ["a lane or a cell", "click it to see the learner's curve, all values that were tried, and the command that recomputes it"],
  ["chosen in hindsight", "the parameter with the best reported ratio, as in the paper; this flatters every learner"],
  ["chosen on other seeds", "the parameter is picked on half of the trials and scored on the others, and vice versa"],
];

export const PAPER_KEYS = [
  ["Tab, Enter", "reach and open a learner on a data set"],
];
