// The moment in the link: round, eye and axes. They change in the browser alone, without a run of the script, and
// without a new entry in the history.

const MEMORY = "cspaPlace"; // survives a change of page, which empties the query

export function remembered() {
  const query = new URLSearchParams(location.search), memory = window[MEMORY];
  const first = !memory;
  window[MEMORY] = memory || {};
  const read = (name) => query.get(name) ?? window[MEMORY][name] ?? null;
  const t = read("t");
  return {
    t: t !== null && /^\d{1,9}$/.test(t) ? Number(t) : null,
    eye: read("eye") === "learner" ? "learner" : "god",
    log: read("lin") !== "1",
    recent: read("last") === "100",
    first,
  };
}

export function remember({t, eye, log, recent}) {
  const values = {t: String(t), eye: eye === "god" ? null : eye, lin: log ? null : "1", last: recent ? "100" : null};
  window[MEMORY] = values;
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) value === null ? query.delete(name) : query.set(name, value);
  history.replaceState(history.state, "", `${location.pathname}?${query}${location.hash}`);
}

export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
