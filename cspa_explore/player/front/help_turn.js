// The help of Your turn: what is on the page, and its keys.

export const TURN_HELP = [
  ["?", "the instance of this round: propose its class"],
  ["in words", "a screen reader hears where the point lies, or where a picture is dark, grey or blank: 5 rows of 3 cells"],
  ["✓2, ≠2", "what you know of an instance that you met before: it is in class 2, or it is not"],
  ["shuffled names", "the seed draws which key stands for which class, so what you know from other pages does not help"],
  ["tape", "one cell per round: ✗ in strong contrast, ✓ in little; faint cells are still to come"],
  ["after the last round", "the sidebar's learners play the same rounds; with partial feedback, as you had, each hears " +
    "✓ or ✗ for its own proposal"],
  ["God's eye", "the true classes; ○ where the chosen player was right, × where it was wrong"],
  ["the link", "holds your proposals: whoever opens it sees your game, played again on the same rows"],
];

export const TURN_KEYS = [
  ["1 2 3 …", "propose this class"],
  ["Space", "at the end: play or pause the rounds"],
  ["← →", "at the end: one round back or forth"],
  ["G", "at the end: God's eye or learner's eye"],
];
