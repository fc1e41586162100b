// A replay built by hand, byte by byte, as packing.py describes the format.

const BYTES = {u1: Uint8Array, u2: Uint16Array, i4: Int32Array, f4: Float32Array, f8: Float64Array};

/** Return the bytes of a header and arrays ({name: [dtype, shape, values]}); values of so many `bits` are given as bytes. */
export function packed(header, arrays) {
  const places = {}, parts = [];
  let start = 0;
  for (const [name, [dtype, shape, values, bits]] of Object.entries(arrays)) {
    const data = new Uint8Array((bits ? Uint8Array : BYTES[dtype]).from(values).buffer), padding = (8 - (data.length % 8)) % 8;
    places[name] = bits ? {dtype, shape, start, bits} : {dtype, shape, start};
    parts.push(data, new Uint8Array(padding));
    start += data.length + padding;
  }
  let text = JSON.stringify({version: 1, ...header, arrays: places});
  while (new TextEncoder().encode(text).length % 8) text += " ";
  const head = new TextEncoder().encode(text), size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, head.length, true);
  const all = [new TextEncoder().encode("CSPA"), size, head, ...parts];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  all.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
  return bytes;
}

/** The header of a run of the learners, with what is usual for the rest. */
export function header(T, learners, more = {}) {
  const chart = (name) => ({
    series: learners.map((words, l) => ({name: words, arrays: {x: "points", y: `${name}${l}`, sd: `${name}_sd${l}`}})),
    lines: [],
  });
  return {
    words: "A run · seed 7", K: 3, d: 2, T, trials: 2, names: ["a", "β", "<c>"], plane: "sectors", why: "", ghosts: [],
    recent: 100, curves: {mean: chart("mean"), recent: chart("recent")}, classes: [],
    learners: learners.map((words) => ({words, text: words, branch: null, full: false})), ...more,
  };
}
