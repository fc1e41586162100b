// The server's part of the address after a visit to another page: replaced here, where it adds no history entry.

import {openPath, replace} from "./address.js";

let done = ""; // the visit and its query

// Streamlit may call it again while the next script run is under way, which has written another address.
export default function ({data}) {
  const wanted = JSON.stringify([data.visit, data.query]);
  if (wanted === done || openPage(data.pages) !== data.page) return; // the user may have gone Back meanwhile
  done = wanted;
  replace(data.query);
}

// The first page has no path of its own.
function openPage(pages) {
  const last = openPath().split("/").at(-1) ?? "";
  return pages.includes(last) ? last : "";
}
