// What the Arena shows of a run, as parameters of its address: round, marked learner, eye and axes.

export const FIRST_STOP = 200; // round at which the first showing stops

/**
 * Return the moment that the parameters say; t is null if they say none.
 * @param {(name: string) => string | null} read
 */
export function momentFrom(read) {
  const whole = (name) => (/^\d{1,9}$/.test(read(name) ?? "") ? Number(read(name)) : null);
  return {
    t: whole("t"),
    focus: whole("who") ?? 0,
    eye: read("eye") === "learner" ? "learner" : "god",
    log: read("lin") !== "1",
    recent: read("last") === "100",
  };
}

/** Return the parameters of a moment; null where the usual value is left out. */
export function parametersOf({t, focus, eye, log, recent}) {
  return {
    t: String(t),
    who: focus ? String(focus) : null,
    eye: eye === "god" ? null : eye,
    lin: log ? null : "1",
    last: recent ? "100" : null,
  };
}
