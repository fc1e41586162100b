// The help of the Classroom: what is on the page, and its keys.

export const CLASSROOM_HELP = [
  ["predict, lock, reveal", "type the votes, lock them, then reveal the answer: it is computed from the seeded run on the stage"],
  ["hands", "how many hands each choice has; after locking, a bar shows their share"],
  ["flags", "guesses on the axis; the tall flag is the answer, and the band around it holds the answers of all trials"],
  ["drawn curve", "the class's prediction; after revealing, the run's curve (mean over the trials) is drawn over it"],
  ["stage", "frozen before the first round; after revealing, it plays to the answer and can be replayed"],
  ["numbers at the top", "the questions of the deck: dashed when locked, grey when revealed; the blue one is on screen"],
  ["your own deck", "edit, open or save it below the question; this browser keeps the deck and the votes"],
  ["make a question", "the button at the foot of the sidebar, on every page, adds a question about what is on screen"],
];

export const CLASSROOM_KEYS = [
  ["Tab, Enter", "reach and press the controls"],
  ["↑ ↓", "move a handle of the drawn curve by 1 point (with Shift or Page Up, Page Down: 10)"],
  ["Space, ← →", "play and step the stage, once the answer is revealed"],
];
