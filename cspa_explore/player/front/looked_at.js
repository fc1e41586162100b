// The title of the data set that "Look" on a card shows: scrolled into view and focused, once per click.

let seen = 0; // the number of clicks that were answered

// Streamlit calls it in every script run, also when nobody has clicked.
export default function ({data}) {
  if (data.looks === seen) return;
  seen = data.looks;
  const row = document.querySelector(".st-key-looked_at"), title = row?.querySelector("h2");
  if (!row || !title || !seen) return;
  title.tabIndex = -1;
  title.focus({preventScroll: true});
  row.scrollIntoView({behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"});
}
