// The sweep on its way to the end: ratios at a moment, in between two recorded rounds in proportion.

/** @typedef {import("./types").LabFilm} LabFilm */

/** The place of a round among the recorded ones; without a round, the last. @param {LabFilm | null} film */
export function placeOf(film, round) {
  if (!film || !(round > 0)) return film ? film.rounds.length - 1 : 0;
  const found = film.rounds.findIndex((recorded) => recorded >= round);
  return found < 0 ? film.rounds.length - 1 : found;
}

/** Whether the place is the end, whose numbers are those of the chart. @param {LabFilm | null} film */
export function isEnd(film, place) { return !film || place >= film.rounds.length - 1; }

/** The round of a place. @param {LabFilm} film */
export function roundOf(film, place) { return film.rounds[Math.min(film.rounds.length - 1, Math.round(place))]; }

function mixed(numbers, place) {
  const low = Math.floor(place), share = place - low, one = numbers[low], other = numbers[Math.min(numbers.length - 1, low + 1)];
  const mix = (a, b) => (a === null || b === null ? null : a + share * (b - a));
  return one.map((row, i) => row.map((value, j) => mix(value, other[i][j])));
}

/**
 * The series of a chart at a place of the film.
 * @param {import("./types").Series[]} series
 * @param {LabFilm | null} film
 */
export function seriesAt(series, film, place) {
  if (!film || isEnd(film, place)) return series;
  const mean = mixed(film.mean, place), sd = mixed(film.sd, place);
  return series.map((one, i) => ({...one, y: mean[i], sd: sd[i]}));
}

/** The cells of the map at a place of the film. @param {LabFilm | null} film */
export function cellsAt(cells, film, place) { return !film || isEnd(film, place) ? cells : mixed(film.mean, place); }

/** The best values at a place of the film, by σ. @param {LabFilm | null} film */
export function bestAt(best, film, place) { return !film || isEnd(film, place) ? best : film.best[Math.round(place)]; }

/** The learning curve of one cell: [round, mean]. @param {LabFilm} film */
export function wayOf(film, i, j) { return film.rounds.map((round, m) => [round, film.mean[m][i][j]]); }
