import json

import pytest

from cspa_explore.cli import main
from cspa_explore.store import Store
from cspa_explore.store.rows import Row
from cspa_explore.streams.stream import Stream

SWEEP = ["sweep", "--data", "iris", "--values", "0.1,0.3", "--sigmas", "0,0.2", "--trials", "2", "--json"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CSPA_EXPLORE_RESULTS", str(tmp_path / "results"))
    return tmp_path / "results"


def printed(capsys, *arguments, code=0):
    assert main(list(arguments)) == code
    return capsys.readouterr()


def test_a_command_stores_its_results_and_says_when_it_uses_them(capsys, folder):
    first, again = printed(capsys, *SWEEP), printed(capsys, *SWEEP)
    assert first.err == ""
    assert again.err == "8 trials came from stored results; --no-store plays them again.\n"
    assert json.loads(first.out)["results"] == json.loads(again.out)["results"]
    assert printed(capsys, *SWEEP, "--no-store").err == ""


def test_no_store_leaves_no_file(capsys, folder):
    printed(capsys, *SWEEP, "--no-store")
    assert not folder.exists()


def test_results_lists_and_deletes(capsys, folder):
    printed(capsys, *SWEEP)
    printed(capsys, "run", "--data", "iris", "--trials", "2")
    listed = printed(capsys, "results", "list").out
    assert "trials of sweeps and contests · Iris · seed 0 · 150 rounds" in listed
    assert "4 trials of runs and grids · Iris" in listed, "CSPA and the reference SPA"
    assert f"3 files, 0.0 MB of at most 500 MB, in {folder}" in listed
    files = json.loads(printed(capsys, "results", "list", "--json").out)["files"]
    assert {file["state"] for file in files} == {"current"}
    assert printed(capsys, "results").out == listed
    assert "1 file deleted" in printed(capsys, "results", "delete", files[0]["name"]).out
    (folder / files[1]["name"]).write_text("nonsense")
    assert "damaged" in printed(capsys, "results").out
    assert "1 file deleted" in printed(capsys, "results", "delete", "--stale").out
    assert len(Store(folder).entries()) == 1
    assert "1 file deleted" in printed(capsys, "results", "delete", "--all").out
    assert "0 files" in printed(capsys, "results").out


def test_a_stored_table_is_listed(capsys, folder):
    printed(capsys, "table", "1", "--data", "vehicle", "--algo", "cspa", "--trials", "2", "--jobs", "1")
    listed = printed(capsys, "results", "list").out
    assert "20 trials of tables and their curves · Vehicle · seed 0 · 846 rounds" in listed


def test_a_file_of_an_unknown_kind_is_listed(capsys, folder):
    """Another version of the program may have written it."""
    store = Store(folder)
    book = store.book("maps", Stream("iris", rounds=150), ["area"])
    book.add([Row("cspa", 0, 1, [0.5])])
    book.close()
    assert "1 trial of another kind · Iris" in printed(capsys, "results", "list").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["delete"], "results delete needs the names of files, --all or --stale."),
        (["delete", "--all", "x"], "results delete needs the names of files, --all or --stale."),
        (["delete", "x.csv"], "There is no stored file 'x.csv'."),
        (["remove"], "There is no command 'remove'; known: list, delete."),
    ],
)
def test_a_wrong_action_is_one_sentence(capsys, folder, arguments, sentence):
    assert printed(capsys, "results", *arguments, code=2).err == f"{sentence}\n"


def test_a_damaged_file_is_reported_in_one_sentence_and_computed_again(capsys, folder):
    first = printed(capsys, *SWEEP)
    path = sorted(folder.glob("*.csv"))[0]
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    again = printed(capsys, *SWEEP)
    assert f"The stored results {path.name} are damaged: 1 row will be computed again." in again.err
    assert json.loads(first.out)["results"] == json.loads(again.out)["results"]
    assert path.read_bytes() == whole


def test_an_unusable_folder_is_refused_in_one_sentence(capsys, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CSPA_EXPLORE_RESULTS", str(tmp_path / "file"))
    found = printed(capsys, *SWEEP, code=2).err
    assert found.startswith("The folder of stored results must be one that you can write into, got")
    monkeypatch.setenv("CSPA_EXPLORE_RESULTS", "off")
    assert "CSPA_EXPLORE_RESULTS is 'off'" in printed(capsys, "results", code=2).err
    assert printed(capsys, *SWEEP).err == ""
