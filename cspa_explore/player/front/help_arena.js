// The Arena's help: what is drawn, and its keys.

import {KEYS} from "./keys.js";

export const ARENA_HELP = [
  ["colour, digit", "The class that the learner predicts there, before the update of this round. " +
    "With Confidit and LinUCB, the ring inside the rim is what they propose."],
  ["arrows", "The weights of the classes. The prediction is the class whose arrow reaches farthest towards x."],
  ["large mark", "x, the input of this round: circled if the proposal was right, crossed if it was wrong. " +
    "The tick at the rim shows its direction."],
  ["small ○ ×", "The last 50 rounds, right and wrong, fading."],
  ["dots, outer ring", "All inputs before they are scaled to length 1, and the true class by direction; with a drift, those " +
    "before or those after it. No learner sees them."],
  ["Learner's eye", "Only inputs that the learner has met, each with all that it was told: ✓2 means it is 2, ≠2 means it is " +
    "not 2. Older ones are a dot (it is that class) or a crossed ring (it is not)."],
  ["explored", "The share of rounds in which the learner proposed something other than its prediction."],
  ["would have predicted", "The share of rounds in which its prediction was the true class."],
  ["redraws … of its map", "The share of all directions whose prediction an update changes, mean of the last 100 rounds."],
  ["curves", "The share of right proposals so far: mean over the seeds, band ±1 standard deviation, thin line: the run above. " +
    "A dashed vertical line marks the round of a drift."],
  ["⋯", "Branch, pin, pictures and axes; Replay file: this run as one HTML file that plays without Python or a network; " +
    "Film for slides: the animation as a video."],
  ["tape", "One cell per round: ✓ right, ✗ wrong; a dot marks an explored round. Click a cell to go there."],
];

export const ARENA_KEYS = KEYS;
