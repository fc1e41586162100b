"""`replay` writes one HTML file, with the flags of `run`."""

import pytest

from cspa_explore.cli import main
from tests.player.test_replay_file import contents


def test_it_writes_the_run_of_the_flags(tmp_path, capsys):
    target = tmp_path / "my run.html"
    flags = ["--learner", "cspa(beta=1/3)", "--learner", "banditron", "--rounds", "80", "--trials", "2", "--seed", "5"]
    assert main(["replay", "--out", str(target), "--sigma", "0.5", *flags]) == 0
    size = target.stat().st_size
    assert capsys.readouterr().out == (
        f"Wrote {target}, {size / 1e6:.2f} MB: it plays in any modern browser, without Python.\n"
    )
    header, _ = contents(target.read_text())
    assert header["films"] == [{"place": 0, "param": "beta"}, {"place": 1, "param": "gamma"}]
    asked = "--data gaussians4 --sigma 0.5 --seed 5 --trials 2 --rounds 80 --order shuffled"
    assert header["command"] == (
        f"python -m cspa_explore replay --out replay.html {asked} --learner 'cspa(beta=1/3)' "
        "--learner 'banditron(gamma=0.05)'"
    )


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ([], "the following arguments are required: --out."),
        (
            ["--out", "no/folder/x.html"],
            "--out must be a file in a writable folder that exists, got 'no/folder/x.html'",
        ),
        (["--out", "."], "--out must be a file in a writable folder that exists, got '.' (it is a folder)."),
        (["--out", "x.html", "--rounds", "200000"], "A replay has at most 100,000 rounds, got 200,000: give --rounds."),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(flags, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["replay", *flags]) == 2
    assert capsys.readouterr().err.startswith(sentence)
    assert list(tmp_path.iterdir()) == []
