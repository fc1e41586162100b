// The help of the Data page: what is on the page.

export const DATA_HELP = [
  ["points", "rows of the data set, projected onto the two directions in which they vary most (PCA); a projection can hide gaps"],
  ["click a class", "makes its points stand out"],
  ["a few instances", "one of each of the first classes: an image, a pen stroke, or its features; of long rows, the heaviest ones"],
  ["your file", "stays in the memory of your session; in a link it is named by its content, so others need the same file"],
  ["fetch", "downloads a data set once for everybody on this server"],
];

export const DATA_KEYS = [["Tab, Enter", "reach and press the controls"]];
