"""A data set's card: what it is, its size, its classes with their rows as tiny bars, its source and licence."""

from html import escape

from cspa_explore.datasets import PAPER_TABLES, DatasetSpec, Info
from cspa_explore.datasets.libsvm import ORIGINAL
from cspa_explore.datasets.spec import Shape
from cspa_explore.wording import counted

BAR = "flex:1;min-width:1px;max-width:.4rem;border-radius:1px 1px 0 0;background:currentColor"
BARS = "display:flex;align-items:flex-end;justify-content:flex-end;gap:1px;flex:0 0 5.5rem;height:1.3rem;opacity:.5"
HEAD = "display:flex;justify-content:space-between;align-items:flex-end;gap:.75rem"
SMALL = "font-size:.875rem;margin-top:.35rem;opacity:.8"


def card(info: Info) -> str:
    """Return the card as HTML."""
    spec, shape = info.spec, info.shape
    here = spec.kind if info.present else "not on this machine"
    origin = [here, *(table.split(" (")[0] for table in tables_of(spec)), spec.source, spec.licence]
    return (
        f'<div style="line-height:1.4"><div style="{HEAD}"><strong>{escape(spec.name)}</strong>{_bars(shape)}</div>'
        f"<div>{escape(spec.what or spec.note)}</div>"
        f'<div style="{SMALL}">{"<br>".join(size_words(shape))}<br>{escape(" · ".join(origin))}</div></div>'
    )


def tables_of(spec: DatasetSpec) -> list[str]:
    """Return the paper's tables in which the data set appears.

    >>> from cspa_explore.datasets import DATASETS
    >>> [tables_of(DATASETS[key]) for key in ("news20", "vehicle_libsvm", "news20_counts")]
    [['Table 1 (linear)'], ['Table 1 (linear)'], []]
    """
    return [table for table, names in PAPER_TABLES.items() if spec.name.removesuffix(ORIGINAL) in names]


def size_words(shape: Shape) -> tuple[str, str]:
    """Return the size of a data set and of its classes.

    >>> size_words(Shape(3, 178, 13, (59, 71, 48))), size_words(Shape(2, 20, 4, (10, 10)))
    (('178 rows · 13 features', '3 classes of 48 to 71 rows'), ('20 rows · 4 features', '2 classes of 10 rows'))
    >>> size_words(Shape(20, 15935, 62061))
    ('15,935 rows · 62,061 features', '20 classes')
    """
    size, words = f"{shape.n:,} rows · {counted(shape.d, 'feature')}", f"{shape.K:,} classes"
    if shape.counts is None:
        return size, words
    low, high = min(shape.counts), max(shape.counts)
    most = counted(high, "row")
    return size, f"{words} of {most}" if low == high else f"{words} of {low:,} to {most}"


def _bars(shape: Shape) -> str:
    """Return one bar per class, as high as its share of the largest class; nothing if the counts are not known."""
    if shape.counts is None or shape.names is None:
        return ""
    words = escape("Rows per class: " + ", ".join(f"{n} {c:,}" for n, c in zip(shape.names, shape.counts, strict=True)))
    highest = max(shape.counts)
    bars = (f'<span style="{BAR};height:{max(6, round(100 * count / highest))}%"></span>' for count in shape.counts)
    return f'<span role="img" aria-label="{words}" title="{words}" style="{BARS}">{"".join(bars)}</span>'
