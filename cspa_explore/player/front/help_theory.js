// The help of the Theory page: what is on the page, and its keys.

export const THEORY_HELP = [
  ["bites", "the bound is below the number of rounds: the theorem promises something about this run"],
  ["vacuous", "every comparator gives a bound of at least the number of rounds, and a certificate proves it"],
  ["undecided", "the best bound found is too large, but the certificate does not rule out a better one"],
  ["does not apply", "the run breaks an assumption of the theorem; the sentence says which"],
  ["violated", "the run breaks the theorem as printed: the printed statement is false"],
  ["comparator u", "fixed weights that the learner is compared with; α, L* and ‖u‖ belong to them"],
  ["bound, Σℓ², mistakes", "the promise, the sum of the squared losses so far, and the wrong proposals so far, on log axes"],
  ["▲ on the disc", "the x at which a wrong class rises most above the average wrong class: it attains α(u)"],
  ["terms", "point at a number of the bound, or reach it with Tab, to read what it means"],
  ["three statements about β", "the theorem's value, the range that the figures shade, and all that the proof needs; they shrink with α"],
];

export const THEORY_KEYS = [
  ["Tab, Enter", "reach and press the controls"],
  ["← →", "move the round or α, when its slider is in focus"],
];
