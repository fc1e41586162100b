// The bytes that Python sends: a header and arrays. The format is that of packing.py.

const KINDS = {u1: Uint8Array, u2: Uint16Array, i2: Int16Array, i4: Int32Array, f4: Float32Array, f8: Float64Array};

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
  for (const [name, {dtype, shape, start}] of Object.entries(header.arrays)) {
    const count = shape.reduce((product, n) => product * n, 1);
    arrays[name] = new KINDS[dtype](bytes.buffer, bytes.byteOffset + 8 + length + start, count);
  }
  return {header, arrays};
}
