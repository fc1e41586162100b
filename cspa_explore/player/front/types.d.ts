// The values that Python sends to the front end, and a few that its modules share. Checked by `make lint`.

/** Arrays of a replay by name: y, raw, points, and per learner l hat{l}, tilde{l}, loss{l}, W{l}, A{l}, mean{l}, mean_sd{l}, … */
export type Arrays = Record<string, any>;

/** "grid": regions are sampled; "" if regions cannot be drawn. */
export type PlaneKind = "sectors" | "polygons" | "grid" | "";

/** How an instance is drawn: see picture_of() in player/instances.py. */
export interface InstancePicture {
  kind: "image" | "pen" | "bars";
  rows: number; // of an image
  columns: number;
  features: string[]; // names, for bars
  low: number | number[]; // for bars one number per feature
  high: number | number[];
}

/** The header of a replay: see replay() in player/replay.py. */
export interface Header {
  id: string; // of the run, for answers that arrive later
  words: string; // the settings
  K: number; // classes
  d: number; // features
  T: number; // rounds
  trials: number;
  names: string[]; // of the classes
  plane: PlaneKind;
  why: string; // there is no plane; "" if there is one
  bundled?: {text: string; title: string}; // the data set, if it is a bundled one
  lesson?: string; // of the data set, where learners do not find the classes
  noisy?: number; // share of answers that are flipped
  drift?: number | null; // the first round after the drift
  identity: string; // of all settings but σ and the learners
  sigma: SigmaHandle;
  normalised: boolean;
  side: number; // cells of a row of sampled regions
  half: number | null; // half the width of the square that is sampled
  picture: InstancePicture | null; // null in the plane, or if there are too many features
  learners: Learner[];
  ghosts: {words: string}[]; // pinned runs
  recent: number; // rounds that the ratio of the last rounds looks back
  curves: {mean: ReplayChart; recent: ReplayChart}; // ratio so far, and of the last rounds
  classes: ClassLook[];
  longest?: number[]; // per learner: the largest norm of a class's weights, if not all weights are here
  arrays: Record<string, {dtype: "u1" | "u2" | "i4" | "f4" | "f8"; shape: number[]; start: number; bits?: number}>;
}

export interface Learner {
  text: string; // as in the link
  words: string;
  key: string;
  label: string;
  colour: string;
  dash: string;
  full: boolean; // it is told every label
  note: string;
  final: string;
  loss: string;
  branch: number | null; // the round after which its parameter changes
  eta?: [number, number]; // confidence width before and after the branch
  params: ParamHandle[];
}

/** A slider: places are shares of its length, from 0 to 1. See player/handles.py. */
interface Slider<Value> {
  values: Value[];
  at: number[]; // places of the values
  ticks: [at: number, text: string][];
}

export interface SigmaHandle extends Slider<number> {
  value: number;
  noise: "variance" | "sd";
}

export interface ParamHandle extends Slider<string> {
  name: string;
  symbol: string;
  label: string; // "Step size β (CSPA 1)"
  value: string; // of the run
  shown: string[]; // the values as people read them
  where: string[]; // where they lie in the theory range, in words; "" for other parameters
  colour?: string; // of the theory range
  theory?: [edge: number, proof: number]; // places of the ends of the theory range and of its proof
}

/** The header of a film: see player/film.py. Without any part, it has state and share only. */
export interface FilmHeader {
  state: "none" | "computing" | "row" | "ready";
  share: number; // that is computed
  identity: string;
  place: number; // of the marked learner
  param: string;
  values: string[];
  shown: string[];
  at: number[];
  where: string[];
  texts: string[]; // of the marked learner with each value
  words: string[];
  others: string[]; // texts of the other learners
  sigma: Slider<number>;
  done: number[]; // indices of the σ that the arrays hold
  noise: "variance" | "sd";
  lines: ReferenceLine[][]; // by σ
}

export interface ClassLook {
  light: string;
  dark: string;
  ink_light: string;
  ink_dark: string;
  shape: string;
}

/** One round under the Microscope: see scene() in ui/microscope.py. */
export interface Scene {
  words: string; // the settings
  t: number;
  T: number;
  which: number; // learner
  moved: boolean; // x is not that of the run
  told: boolean | null; // the supposed answer; null: what really happened
  plane: PlaneKind;
  why: string;
  bias: boolean;
  point: [number, number] | null; // x before it is scaled; null without a plane
  picture: InstancePicture | null;
  instance: number[] | null; // x before it is scaled, where it has a picture
  weights: {before: string; after: string; learning_before?: string; learning_after?: string} | null; // K·d 32-bit floats in
  // base 64; null in the plane and with a kernel; `learning`: those that learn, where the others are their average
  learners: {words: string; key: string; colour: string; dash: string; note: string}[];
  classes: ClassLook[];
  reach: number; // no score of the round is larger; in the plane it does not depend on the direction of x
  look: Look;
  others: Other[];
  worst: {measure: string; rounds: [number, number][] | null};
  jumps: {next_mistake: number; next_right: number}; // 0: there is none
}

export interface Look {
  words: string;
  names: string[];
  K: number;
  d: number;
  x: number[] | null; // as the learner sees it; null in more than three dimensions
  y: number; // true class in the run
  label: number | null; // the class that the answer was given for; null: open, a what-if says only that it is not ỹ
  y_hat: number;
  y_tilde: number;
  correct: boolean; // ỹ is the true class
  lied?: boolean; // the learner was told the opposite
  explored: boolean;
  supposed: boolean;
  full: boolean;
  loss: number | null;
  branch: string;
  steps: string[];
  W_before: number[] | null; // K·d numbers; null in more than three dimensions
  W_after: number[] | null;
  scores_before: number[];
  scores_after: number[];
  tau: number[];
  learning: Learning | null; // where the weights above are the average of those that learn
  equations: [formula: string, numbers: string, result: number | null, holds: boolean][];
  invariants: [name: string, value: string, holds: boolean][];
  support: Support | null;
}

/** The weights that learn, of a learner that proposes with their average. */
export interface Learning {
  W_before: number[] | null; // K·d numbers; null in more than three dimensions
  W_after: number[] | null;
  scores_before: number[];
  scores_after: number[];
}

/** A round in plain facts, for slow motion: see beats.js and round_facts.js. */
export interface RoundFacts {
  t: number;
  where: string; // of x: "at 41°"
  names: string[]; // of the classes
  prediction: number;
  proposal: number;
  explored: boolean;
  draws?: boolean; // whether it rolls dice; undefined: not known
  right: boolean;
  told?: boolean; // the answer that it hears, if that is not whether it was right
  full: boolean; // it is told the true class
  label: number | null; // that class
  loss: number | null;
  why: string; // of the prediction; "" for none
  moves: {up: number[]; down: number[]} | null; // classes that slide forward and back along x; null: not known
  along?: boolean; // they slide along x
}

/** A beat: its caption, and what is drawn. */
export interface BeatView {
  beat: number; // 1 to 5
  words: string;
  caption: string; // number and words
  region: number | null; // the class whose region is highlighted
  proposal: number | null; // the class in the badge at x
  answer: "" | "✓" | "✗"; // beside the proposal
  share: number; // of the way from the weights before to those after
  dimmed: boolean; // everything else
}

/** The losses of a support-class step. */
export interface Support {
  y: number;
  losses: (number | null)[];
  inside: boolean[];
  line: number;
}

/** The same round by another learner; one with a reason cannot continue from given weights and has no more than its words. */
export interface Other {
  words: string;
  reason: string;
  note: string;
  about: string;
  y_tilde: number;
  correct: boolean;
  tau: number[];
  W_after: number[];
}

/** A chart: see charts/description.py, whose classes these are as JSON. */
export interface Axis {
  name: string;
  label: string; // complete, with the unit
  scale: "linear" | "log" | "log1p" | "cells";
  low: number;
  high: number;
  ticks: number[];
  texts: string[]; // of the ticks
  unit: "" | "%"; // "%": values are shares, shown times 100
}

export interface SeriesLook {
  name: string;
  colour: string;
  dash: string;
  marker: string;
  pinned: boolean;
}

/** null: not known yet */
export interface Series extends SeriesLook {
  x: number[];
  y: (number | null)[];
  sd: (number | null)[];
}

export interface ReferenceLine {
  label: string;
  value: number;
  colour: string;
  dash: string;
}

/** A range of the x axis for α = 0. */
export interface Band {
  label: string;
  at: string; // its upper end in words
  low: number;
  high: number; // may lie beyond the axis
  hatched: boolean;
  colour: string;
  dash: string;
}

interface Chart {
  x: Axis;
  y: Axis;
  caption: string;
  alt: string;
}

/** A vertical line at a value of the x axis. */
export interface Mark {
  label: string;
  value: number;
  colour: string;
  dash: string;
}

/** A range of the x axis that is marked above the box. */
export interface Span {
  label: string;
  low: number;
  high: number;
  colour: string;
}

export interface CurveChart extends Chart {
  series: Series[];
  lines: ReferenceLine[];
  bands: Band[];
  x_log: Axis | null; // null: the chart has one scale only
  x_linear: Axis | null;
  marks: Mark[];
  spans: Span[];
  ring: [number, number] | null; // the circled point: series and index
}

/** The curves of a replay: the numbers of a series are arrays of the replay, given by name. */
export interface ReplayChart extends Chart {
  series: (SeriesLook & {arrays: {x: string; y: string; sd: string}})[];
  lines: ReferenceLine[];
  marks: Mark[];
  x_log: Axis; // the x axis with "log time"
}

export interface MapChart extends Chart {
  cells: (number | null)[][]; // by row and column; null: not known yet
  values: number[]; // of the columns
  edges: Record<string, number[]>; // between the columns, by the scale of the axis
  marks: Mark[];
  rows: string[];
  columns: string[];
  best: (number | null)[]; // per row the column of the best cell; null: none
  label: string;
  mark: string; // what a best cell is
  colour: string; // of the marks
  ink: {light: string; dark: string};
  reads: {light: string; dark: string}; // which cells are better
  opacity: number[]; // of the ink, for equally spaced shares from 0 to 1
}

/** A bar of a learner. */
export interface Bar {
  name: string;
  more: string; // the values that it has picked
  value: number;
  sd: number | null;
  colour: string;
  text: string;
  opens: string; // the learner's text
  title: string;
}

/** One learner on one data set, as published and ours: see charts/description.py. */
export interface Dot {
  name: string;
  paper: number | null; // shares
  paper_sd: number | null;
  ours: number | null;
  ours_sd: number | null;
  paper_best: boolean;
  ours_best: boolean;
  colour: string;
  marker: string;
  paper_text: string;
  ours_text: string;
  apart: string;
  value: string;
  note: string;
  far: boolean;
  title: string;
  opens: string;
}

export interface DotRow {
  name: string;
  more: string;
  dots: Dot[];
  verdict: string;
  agrees: boolean | null;
  opens: string;
  action: string;
}

export interface DotChart {
  rows: DotRow[];
  x: Axis;
  title: string;
  legend: string;
  caption: string;
  alt: string;
}

/** What the Paper page draws: see picture_of() in ui/paper/picture.py. */
export interface PaperPicture {
  chart: DotChart;
  view: "dots" | "table";
  file: string; // name of a saved picture
  sentence: string; // about the winners
  reasons: string[]; // of large differences
}

/** The decision: see card_of() in ui/lab/picture.py. */
export interface LabCard {
  title: string;
  tied: string;
  more: string[];
  cost: [string, string, string]; // empty texts: the sidebar's value was not played
  scores: string[];
  how: string;
  where: string;
  i: number; // place of the σ
  j: number; // place of the recommended value
  name: string; // of the recommended value
  provisional: boolean;
  same: boolean; // the sidebar has this value
  fine: boolean; // the sidebar's value is tied with the best
}

/** The way of a sweep to its end; mean and sd by moment, σ and value. */
export interface LabFilm {
  rounds: number[];
  x: Axis; // of the rounds
  mean: number[][][];
  sd: (number | null)[][][];
  best: (number | null)[][]; // by moment and σ: the place of the best value
}

export interface LabTheory extends Ranges {
  statements: {who: string; formula: string; value: number; shrinks: boolean}[];
  alpha: string; // what α is
}

/** A sweep, as far as it is computed: see picture() in ui/lab/picture.py. */
export interface LabPicture {
  restored: number; // how many times the user restored the defaults
  K: number;
  T: number;
  symbol: string; // of the swept parameter
  label: string; // of the learner
  dataset: string; // its title
  key: string;
  param: string;
  words: string; // the settings
  values: number[];
  names: string[]; // of the values
  sigmas: number[];
  spread: string;
  noise: string;
  theory: LabTheory | null; // null: the theory says nothing about what is swept
  curves: CurveChart;
  map: MapChart;
  film: LabFilm | null; // null: the sweep is incomplete
  own: number | null; // place of the sidebar's σ
  card: LabCard | null;
  waits: {card: string; contest: string}; // for what they wait while they are empty
  contest: {chart: {bars: Bar[]; label: string; caption: string; alt: string}; note: string; answer: string};
  beside: LabBeside | null; // null: the swept learner does not average
}

/** The same sweep of the learner without averaging. */
export interface LabBeside {
  label: string;
  means: (number | null)[][]; // by σ and value
  answer: string; // what the two sweeps show; empty while one is incomplete
}

/** What the drawings of the Lab show of the data. */
export interface LabView {
  axis: Axis;
  alpha: number;
  title: string; // of the y axis
  series: Series[];
  cells: (number | null)[][];
  best: (number | null)[]; // by σ: the place of the best value
  end: boolean; // the ratios are those after the last round
  beside: LabBeside | null;
  own: number | null;
  hovered: {i: number; j: number} | null;
  selected: {i: number; j: number} | null;
  brush: number[] | null; // from and to, in pixels
  local: boolean; // the map's colours reach from its lowest to its highest ratio
}

/** The largest β of the theorem and of its proof. */
export interface Ranges {
  theorem: number;
  proof: number;
}

/** The verdict on a run: see picture() in ui/theory/picture.py. */
export interface TheoryPicture {
  badge: "bites" | "vacuous" | "undecided" | "does not apply" | "violated";
  reason: string;
  why: string[]; // a longer reason, line by line
  comparator: string; // in words
  compared: string; // a sentence about it
  statement: "printed" | "corrected";
  T: number;
  learner: string;
  words: string; // the stream
  dataset: string;
  chart: CurveChart;
  disc: TheoryDisc | null; // null: there is no plane
  terms: {before: string; symbol: string; value: string; text: string}[]; // the bound as a formula
  ranges: TheoryRanges;
}

/** The comparator in the plane, and the x that attains α(u). */
export interface TheoryDisc {
  classes: ClassLook[];
  names: string[];
  K: number;
  u: number[]; // K·2 numbers
  worst: [number, number] | null; // null: α(u) is 0
  round: number;
  rival: string;
  label: string;
  alpha: number;
}

/** The three statements about β and the ranges of β at α = 0, the run's β and α(u). */
export interface TheoryRanges {
  bands: Band[];
  statements: LabTheory["statements"];
  K: number;
  beta: number | null; // null: not CSPA
  alpha: number;
  known: boolean;
}

/** A class's part of the plane: a sector from…from + width (radians, anticlockwise), or the corners of a polygon. */
export interface Region {
  k: number;
  from: number;
  width: number;
  points?: [number, number][];
}

export interface Theme {
  background: string;
  text: string;
  font: string;
  dark: boolean;
  scale?: number; // of the type
}

/** The sidebar's learners: see learner_rows() in ui/controls/learners.py. */
export interface LearnerList {
  learners: {text: string; words: string; colour: string; dash: string}[];
  groups: {label: string; options: {text: string; words: string}[]}[]; // that can be added
  full: string; // why none can be added; "" if one can
  answered: number; // the number of the last request that was answered
}

/** A user's own points: see edit_points() in ui/controls/own_points.py. */
export interface OwnPoints {
  points: [x: number, y: number, label: number][]; // classes counted from 1
  classes: ClassLook[]; // that can be chosen
  most: number; // points
  answer: number; // the number of the last request that was answered
}

/** A data set at a glance: see glance() in ui/data/glance.py. */
export interface Glance {
  title: string;
  names: string[]; // of the classes
  counts: number[];
  more: number; // classes that are not listed
  classes: ClassLook[]; // empty with more than ten classes
  x: number[]; // rows in the plane, from −1 to 1
  y: number[];
  labels: number[];
  words: string; // what the plane shows
  instances: {name: string; picture: InstancePicture; numbers: number[]}[];
}

/** A game in which a person is the learner: see scene() in ui/your_turn/scene.py. */
export interface TurnScene {
  id: string; // of the game's rounds
  starts: number; // how many times it was started again
  rounds: number;
  choices: number[]; // of rounds
  signs: string; // the key of each class
  classes: ClassLook[];
  dataset: string; // its title
  words: string; // the settings
  seed: number;
  noisy: number; // share of answers that are flipped
  normalised: boolean;
  picture: InstancePicture | null; // null: instances are points of the plane
  view: number; // data units from the centre of the plane to the rim
  keys: string; // the proposals so far
  told: number[]; // 1 right, 0 wrong
  seen: ([number, number] | string)[]; // the instances of the rounds up to the one to be played; pictures as base 64
  end: TurnEnd | null; // null before the last round was played
}

/** What is revealed after the last round. */
export interface TurnEnd {
  y: number[]; // the true classes
  lies: number[]; // 1: the answer was flipped
  names: string[]; // of the classes in the data set
  classes: ClassLook[]; // their looks in the data set, as in the Arena
  players: {words: string; colour: string; dash: string; proposals: number[]; full: boolean}[]; // the person first
  chart: CurveChart;
  verdict: string;
  remarks: string[];
  renaming: string;
  arena: Record<string, string>; // the query that shows the learners in the Arena
}

/** The axis on which numbers are guessed: Axis in classroom/deck.py. */
export interface GuessAxis {
  low: number;
  high: number;
  unit: string;
  log: boolean;
}

/** A question of the Classroom and, once it is revealed, its answer: see picture() in ui/classroom/page.py. */
export interface ClassPicture {
  deck: {title: string; ids: string[]; own: boolean; text: string; chosen: boolean; waits: boolean}; // text: of the teacher's own deck
  place: number; // of the question, from 1
  question: {
    id: string; text: string; type: "choose" | "guess" | "draw"; choices: string[]; axis: GuessAxis; rounds: number[]; link: string; page: string;
  };
  run: string | null; // the id of the stage's run; null while it is computed
  T: number;
  chance: number; // percent
  answer: ClassAnswer | null; // null before it is revealed
}

export interface ClassAnswer {
  value: number | null; // null: it never happened
  low: number | null; // of all trials
  high: number | null;
  words: string;
  sentence: string;
  why: string;
  t: number; // the round at which the stage stops
  right: number | null; // the place of the right choice
  curve: [number, number][]; // round and percent
}

/** The votes on a question, as the browser keeps them. */
export interface Vote {
  phase: "open" | "locked" | "revealed";
  hands: number[]; // per choice
  guesses: number[];
  curve: number[]; // percent at each of the question's rounds
}
