// The bytes that Python sends: a header and arrays. The format is that of packing.py.

const KINDS = {u1: Uint8Array, u2: Uint16Array, i4: Int32Array, f4: Float32Array, f8: Float64Array};

/** Return the header and the arrays by name.
 * @param {Uint8Array<ArrayBuffer> | ArrayBuffer} given
 */
export function unpacked(given) {
  let bytes = given instanceof Uint8Array ? given : new Uint8Array(given);
  if (bytes.byteOffset % 8) bytes = bytes.slice(); // typed arrays start at multiples of their width
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== "CSPA") throw new Error("these bytes are not a replay");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  /** @type {import("./types").Arrays} */
  const arrays = {};
  for (const [name, {dtype, shape, start, bits}] of Object.entries(header.arrays)) {
    const count = shape.reduce((product, n) => product * n, 1), at = 8 + length + start;
    arrays[name] = bits ? spread(bytes, at, new KINDS[dtype](count), bits) : new KINDS[dtype](bytes.buffer, bytes.byteOffset + at, count);
  }
  return {header, arrays};
}

// Fill `found` with numbers that take `bits` bits each, the lowest bit first.
function spread(bytes, at, found, bits) {
  const mask = (1 << bits) - 1;
  for (let i = 0, held = 0, have = 0; i < found.length; i++) {
    for (; have < bits; have += 8) held |= bytes[at++] << have;
    found[i] = held & mask;
    held >>>= bits;
    have -= bits;
  }
  return found;
}
