// Browsers record WebM without its duration, and programs for slides then show no length. This writes it into the file.
//
// A file is a sequence of elements: id, length, content. The duration (44 89, a float of 8 bytes) belongs into the element
// "Info" (15 49 A9 66), in units that Info states: milliseconds in the files of all browsers.

const INFO = [0x15, 0x49, 0xa9, 0x66];
const DURATION = [0x44, 0x89];
const NEAR = 4096; // bytes in which Info begins

function find(bytes, wanted, from, to) {
  for (let i = from; i + wanted.length <= to; i++) if (wanted.every((byte, k) => bytes[i + k] === byte)) return i;
  return -1;
}

// A length: as many leading zero bits as it has further bytes, then a one, then the number.
function lengthAt(bytes, i) {
  const width = Math.clz32(bytes[i]) - 23;
  let value = bytes[i] & (0xff >> width);
  for (let k = 1; k < width; k++) value = 256 * value + bytes[i + k];
  return {width, value};
}

/** Return the file with its duration; unchanged, if it states one already or is made in another way.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} ms
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function withDuration(bytes, ms) {
  const at = find(bytes, INFO, 0, Math.min(NEAR, bytes.length));
  if (at < 0) return bytes;
  const {width, value} = lengthAt(bytes, at + 4), start = at + 4 + width, end = start + value;
  if (width > 8 || end > bytes.length || find(bytes, DURATION, start, end) >= 0) return bytes;
  const added = new Uint8Array(11), size = new Uint8Array(8);
  added.set([...DURATION, 0x88]);
  new DataView(added.buffer).setFloat64(3, ms);
  new DataView(size.buffer).setUint32(4, value + added.length); // written with 8 bytes: room for any length
  size[0] = 0x01;
  const parts = [bytes.subarray(0, at + 4), size, bytes.subarray(start, end), added, bytes.subarray(end)];
  const found = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((place, part) => (found.set(part, place), place + part.length), 0);
  return found;
}
