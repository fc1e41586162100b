// The page's address and the browser's storage: the only module that reads or writes location, history and storage.
//
// Values are written with replaceState, so none of them adds a history entry. Streamlit empties the query when another
// page is opened; values are therefore also kept in sessionStorage, which all components share. They are valid for one
// page load: a reload or a link opened in the same tab starts from its address alone.

const STORE = "cspa";
const SEEN = "cspa-guide"; // in localStorage
let unstored = {}; // in place of sessionStorage, where the browser refuses it
const unkept = {}; // what localStorage did not take

function memory() {
  try {
    const {load, values} = JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
    return load === performance.timeOrigin ? values : {};
  } catch {
    return unstored;
  }
}

/** Return the value that the address has, or null. */
export function given(name) { return new URLSearchParams(location.search).get(name); }

/** Return all values that the address has. */
export function givenValues() { return Object.fromEntries(new URLSearchParams(location.search)); }

/** Return the path of the page that is open. */
export function openPath() { return location.pathname; }

/** Return the value that was last written on any page, or null. */
export function remembered(name) { return memory()[name] ?? null; }

/** Return the value of the address or, if it has none, the remembered one. */
export function read(name) { return given(name) ?? remembered(name); }

/**
 * Keep the values for other pages; null forgets one.
 * @param {Record<string, string | null>} values
 */
export function remember(values) {
  unstored = {...memory(), ...values};
  try {
    sessionStorage.setItem(STORE, JSON.stringify({load: performance.timeOrigin, values: unstored}));
  } catch {
    // private windows and sandboxed frames have no storage: the values last as long as this component
  }
}

/** Return a text that this browser keeps under the name, even after a reload; "" if there is none. */
export function kept(name) {
  try {
    return unkept[name] ?? localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Let this browser keep a text under the name; where it cannot, the text lasts as long as this component. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
    delete unkept[name];
  } catch {
    unkept[name] = text;
  }
}

/**
 * Return the query with the values set, those that are null left out. It is encoded as Python's urlencode does, because
 * Streamlit compares the two as strings and adds a history entry if they differ.
 * @param {string} search
 * @param {Record<string, string | null>} values
 */
export function merged(search, values) {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) value === null ? query.delete(name) : query.set(name, value);
  return query.toString().replaceAll("%7E", "~").replaceAll("*", "%2A");
}

/** Put the values into the address, without a history entry. */
export function replace(values) {
  const query = merged(location.search, values);
  if (query === location.search.slice(1)) return;
  try {
    history.replaceState(history.state, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
  } catch {
    // about:blank and sandboxed frames have no address of their own
  }
}

/**
 * Return a function that remembers values and puts them into the address of the page that is open now. After another
 * page has been opened it only remembers: a drawing is still alive for a moment then. With `keep` false it never
 * remembers, and other pages keep the values that they wrote under these names.
 */
export function addressOfThisPage(keep = true) {
  const path = location.pathname;
  return (/** @type {Record<string, string | null>} */ values) => {
    if (keep) remember(values);
    if (location.pathname === path) replace(values);
  };
}

/** Whether this browser has not yet closed or started the guide; false where nothing can be stored. */
export function isNewHere() {
  try {
    return localStorage.getItem(SEEN) === null;
  } catch {
    return false;
  }
}

/** Never offer the guide again in this browser. */
export function rememberGuide() {
  try {
    localStorage.setItem(SEEN, "1");
  } catch {
    // private windows and sandboxed frames have no storage, and are not offered the guide
  }
}

/** Return the address of something that the server has: pages lie side by side, at its root. */
export function serverAddress(path) { return new URL(path, new URL(".", location.href)).href; }

/** Whether a click opens a link in this tab: neither another button nor a modifier key is pressed. */
export function inThisTab(event) { return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey; }

/**
 * Call `leave` just before another page is opened by a link, and when the tab is closed.
 * @param {() => void} leave
 * @param {AbortSignal} signal
 */
export function onLeave(leave, signal) {
  document.addEventListener("click", (event) => {
    if (inThisTab(event) && event.composedPath().some((element) => element instanceof HTMLAnchorElement)) leave();
  }, {signal, capture: true});
  addEventListener("pagehide", leave, {signal});
}

/** Return the link to this page with other values; null leaves one out.
 * @param {Record<string, string | null>} values
 */
export function linkWith(values) {
  const query = merged(location.search, values);
  return `${location.origin}${location.pathname}${query && `?${query}`}`;
}

/** Copy the address, or another link; return whether the browser allows that. */
export async function copyAddress(link = location.href) {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return false;
  }
}
