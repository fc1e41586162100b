// Records a canvas as a video file (WebM), in real time: a film of ten seconds takes ten seconds.

import {withDuration} from "./webm_duration.js";

const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const RATE = 30; // pictures per second
const BITS = 6_000_000; // per second
const REST = 1000; // ms that the last picture stays
export const CANNOT = "This browser cannot record WebM video: use Chrome, Edge or Firefox, or save single pictures (Picture PNG).";

/** Return the kind of video that the browser records, or "".
 * @returns {string}
 */
export function recordable() {
  const canvas = typeof document === "undefined" ? null : document.createElement("canvas");
  if (typeof MediaRecorder === "undefined" || !canvas?.captureStream) return "";
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? "";
}

/**
 * Record what `draw(share)` draws on the canvas while the share goes from 0 to 1 within `seconds`. `tell` gets the
 * share of the time that has passed. While the tab is hidden, the recording waits. Return the file; null if `signal` ended it.
 * @param {HTMLCanvasElement} canvas
 * @param {{draw: (share: number) => void, seconds: number, tell: (share: number) => void, signal: AbortSignal}} film
 * @returns {Promise<Blob | null>}
 */
export async function recorded(canvas, {draw, seconds, tell, signal}) {
  const stream = canvas.captureStream(RATE), recorder = new MediaRecorder(stream, {mimeType: recordable(), videoBitsPerSecond: BITS});
  /** @type {Blob[]} */
  const parts = [], length = 1000 * seconds, over = new Promise((done) => { recorder.onstop = done; });
  recorder.ondataavailable = ({data}) => parts.push(data);
  const off = new AbortController(), rest = () => { // a hidden tab draws nothing
    if (recorder.state === "recording" && document.hidden) recorder.pause();
    else if (recorder.state === "paused" && !document.hidden) recorder.resume();
  };
  document.addEventListener("visibilitychange", rest, {signal: off.signal});
  draw(0);
  recorder.start();
  let passed = 0, before = performance.now();
  try {
    while (passed < length + REST && !signal.aborted) {
      await new Promise((next) => requestAnimationFrame(next)); // it stands still in a hidden tab
      const now = performance.now(), step = now - before;
      before = now;
      if (step > REST) continue; // the tab was hidden
      passed += step;
      draw(Math.min(1, passed / length));
      tell(Math.min(1, passed / (length + REST)));
    }
  } finally { // a drawing that fails ends the recording, too
    off.abort();
    recorder.stop();
  }
  await over;
  for (const track of stream.getTracks()) track.stop();
  if (signal.aborted) return null;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return new Blob([withDuration(bytes, passed)], {type: "video/webm"});
}
