// The x axis that curves and map share: linear or log, whole or zoomed.

const MOST_TICKS = 7;
const MOST_ZOOM = 64; // times, by keys

/**
 * The axis of this scale, or the chart's own if it does not offer that scale; with `zoom`, only this part of it.
 * @param {import("./types").CurveChart} chart
 * @param {string | null} scale
 * @param {[number, number] | null} zoom
 * @returns {import("./types").Axis}
 */
export function axisOf(chart, scale, zoom) {
  const axis = (scale === "log" ? chart.x_log : scale === "linear" ? chart.x_linear : null) ?? chart.x;
  return zoom ? zoomed(axis, zoom) : axis;
}

/** @param {import("./types").Axis} axis */
export function zoomed(axis, [from, to]) {
  const low = Math.max(axis.low, from), high = Math.min(axis.high, to);
  if (!(low < high)) return axis;
  const ticks = ticksBetween(low, high, axis.scale === "log");
  return {...axis, low, high, ticks, texts: ticks.map((tick) => tick.toLocaleString("en", {maximumSignificantDigits: 6}))};
}

/** Round numbers between two values. */
export function ticksBetween(low, high, log) {
  if (log && high / low >= 5) {
    const found = [];
    for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
      for (const factor of [1, 2, 5]) found.push(Number((factor * power).toPrecision(12)));
    }
    return found.filter((tick) => tick >= low && tick <= high);
  }
  const rough = (high - low) / MOST_TICKS, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (/** @type {number} */ ([1, 2, 5, 10].find((factor) => factor * power >= rough)));
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); i++) found.push(Number((i * step).toPrecision(12)));
  return found;
}

/** The value of the axis at a pixel.
 * @param {import("./types").Axis} axis
 */
export function valueAt(axis, box, px) {
  const share = Math.min(1, Math.max(0, (px - box.left) / (box.right - box.left)));
  if (axis.scale !== "log") return axis.low + share * (axis.high - axis.low);
  return axis.low * (axis.high / axis.low) ** share;
}

/** A zoom around a value, `factor` times as wide as what is shown; null if it would show the whole axis.
 * @param {import("./types").Axis} axis the whole one
 * @param {import("./types").Axis} shown the part on the screen
 * @returns {[number, number] | null}
 */
export function zoomAround(axis, shown, value, factor) {
  const log = axis.scale === "log", [to, from] = log ? [Math.log, Math.exp] : [Number, Number];
  const [low, high, a, b] = [axis.low, axis.high, shown.low, shown.high].map(to);
  const wide = Math.max((b - a) * factor, (high - low) / MOST_ZOOM);
  if (wide >= high - low) return null;
  const start = Math.min(high - wide, Math.max(low, to(value) - wide / 2));
  return [from(start), from(start + wide)];
}

/** The zoom of a link, "low_high"; null if there is none. */
export function readZoom(text) {
  const [low, high] = (text ?? "").split("_").map(Number);
  return low >= 0 && low < high ? /** @type {[number, number]} */ ([low, high]) : null;
}

export function writeZoom(zoom) { return zoom ? zoom.map((end) => Number(end.toPrecision(4))).join("_") : null; }
