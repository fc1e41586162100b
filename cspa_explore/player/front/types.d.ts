// The values that Python sends to the front end, and a few that its modules share. Checked by `make lint`.

export type TypedArray = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** Arrays of a replay by name: y, raw, points, and per learner l hat{l}, tilde{l}, loss{l}, W{l}, A{l}, mean{l}, mean_sd{l}, … */
export type Arrays = Record<string, any>;

/** "sectors" or "polygons"; "" if regions cannot be drawn. */
export type PlaneKind = "sectors" | "polygons" | "";

/** The header of a replay: see replay() in player/replay.py. */
export interface Header {
  words: string; // the settings
  K: number; // classes
  d: number; // features
  T: number; // rounds
  trials: number;
  names: string[]; // of the classes
  plane: PlaneKind;
  why: string; // there is no plane; "" if there is one
  learners: Learner[];
  ghosts: {words: string}[]; // pinned runs
  recent: number; // rounds that the ratio of the last rounds looks back
  curves: {mean: ReplayChart; recent: ReplayChart}; // ratio so far, and of the last rounds
  classes: ClassLook[];
  arrays: Record<string, {dtype: "u1" | "u2" | "i4" | "f4" | "f8"; shape: number[]; start: number}>;
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
  learners: {words: string; key: string; colour: string; dash: string; note: string}[];
  classes: ClassLook[];
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
  y: number;
  y_hat: number;
  y_tilde: number;
  correct: boolean;
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
  equations: [formula: string, numbers: string, result: number | null, holds: boolean][];
  invariants: [name: string, value: string, holds: boolean][];
  support: Support | null;
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

export interface CurveChart extends Chart {
  series: Series[];
  lines: ReferenceLine[];
  bands: Band[];
}

/** The curves of a replay: the numbers of a series are arrays of the replay, given by name. */
export interface ReplayChart extends Chart {
  series: (SeriesLook & {arrays: {x: string; y: string; sd: string}})[];
  lines: ReferenceLine[];
  x_log: Axis; // the x axis with "log time"
}

export interface MapChart extends Chart {
  cells: (number | null)[][]; // by row and column; null: not known yet
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

/** A sweep, as far as it is computed: see picture() in ui/lab/picture.py. */
export interface LabPicture {
  K: number;
  T: number;
  symbol: string; // of the swept parameter
  label: string; // of the learner
  key: string;
  param: string;
  words: string; // the settings
  values: number[];
  sigmas: number[];
  spread: string;
  theory: boolean;
  ranges: Ranges | null; // null: the theory says nothing about what is swept
  noise: string;
  curves: CurveChart;
  map: MapChart;
}

/** The largest β of the theorem and of its proof. */
export interface Ranges {
  theorem: number;
  proof: number;
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
