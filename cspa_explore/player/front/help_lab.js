// The help of the β Lab: what is on the page.

export const LAB_HELP = [
  ["card", "the value to take at the sidebar's σ: each half of the seeds picks one, the other half scores it; and what your value costs"],
  ["curves", "share of right proposals, one curve per noise level σ; shaded: ± sd over the seeds; bold: the sidebar's σ"],
  ["tied best", "values that a paired test over the seeds cannot tell from the best"],
  ["you", "the sidebar's value"],
  ["tinted range", "the theory range, β up to 1/(K−1) for K classes"],
  ["hatched range", "up to 2/(K−1): as far as the proof extends"],
  ["map", "the same numbers on the same axis, one row per σ; ○ marks the best value where the value matters"],
  ["click a point or a cell", "selects that run; a second click opens it in the Arena, with the same seeds"],
  ["drag across the curves", "zooms, as do the keys + and −; Reset zoom shows all values again"],
  ["Play rounds", "the same curves after fewer rounds: a small β learns slowly and wins late, or never"],
  ["each learner at its own best", "every learner plays its own grid; picked on other seeds than scored; " +
    "below the bar: its best in hindsight, and its speed; a click opens that run"],
  ["α", "a property of the data and of the rule that the learner is compared with; both ranges shrink by the factor 1−α"],
  ["precision", "quick: 3 seeds per point · full: 10 seeds · paper's grid: only the values of the paper, 10 seeds"],
];

export const LAB_KEYS = [
  ["Tab to curves or map, arrows", "select the run left, right, above or below; Home and End: the first or last value"],
  ["+ − there", "zoom in or out around the selected value; 0: show all values"],
  ["Enter there", "open the selected run in the Arena"],
];
