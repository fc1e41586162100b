"""How long a link takes to parse. It opens no data file, whatever it names."""

import time

from cspa_explore.datasets import DATASETS
from cspa_explore.ui.session.link import from_query

MOST = 0.005  # seconds
LEARNERS = "cspa~banditron~confidit(eta=0.3)~pnewtron~soba~cspa(beta=1/6)@9(beta=1)"
POINTS = "; ".join(f"{i / 100:g} {1 - i / 100:g} {i % 5}" for i in range(500))


def links() -> list[dict[str, str]]:
    """Return a link to every data set with six learners, the longest list of points among them."""
    texts = [key for key, spec in DATASETS.items() if spec.listed]
    texts += ["linear(K=100, d=500)", f"points({POINTS})", f"file(sha256={64 * '0'}, name=a.csv, K=9, n=99999, d=99)"]
    return [{"d": text, "a": LEARNERS, "flip": "0.1", "imb": "3", "seed": "12"} for text in texts]


def parsing() -> dict[str, float]:
    """Print and return the longest time that a link takes when it is parsed for the first time."""
    from_query({})
    seconds = []
    for query in links():
        start = time.perf_counter()
        from_query(query)
        seconds.append(time.perf_counter() - start)
    longest = max(seconds)
    verdict = "holds" if longest <= MOST else "DOES NOT HOLD"
    print(f"\nParsing a link takes at most {1000 * longest:.1f} ms: wanted <= {1000 * MOST:g} ms, {verdict}.", end="")
    return {"longest_seconds": longest, "links": len(seconds)}
