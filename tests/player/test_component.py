"""The modules of the front end, put together without a build step."""

import re

import pytest

from cspa_explore.player import component
from cspa_explore.player.component import FRONT, linked

ENTRIES = [path.name for path in sorted(FRONT.glob("*.js")) if "export default" in path.read_text()]
TOP_LEVEL = re.compile(r"^(?:async )?(?:function|class|const|let|var) (\w+|\{[^}]*\}|\[[^\]]*\])", re.MULTILINE)


def names(source):
    return [name.strip() for found in TOP_LEVEL.findall(source) for name in found.strip("{}[]").split(",")]


def test_a_file_comes_after_those_it_imports(tmp_path, monkeypatch):
    imports = 'import {b} from "./b.js";\nimport {c} from "./c.js";\n'
    (tmp_path / "a.js").write_text(imports + "export default b + c;\n")
    (tmp_path / "b.js").write_text('import {c} from "./c.js";\nexport const b = c;\nexport {b};\n')
    (tmp_path / "c.js").write_text("export const c = 1;\n")
    monkeypatch.setattr(component, "FRONT", tmp_path)
    assert linked("a.js").split() == [
        "const",
        "c",
        "=",
        "1;",
        "const",
        "b",
        "=",
        "c;",
        "export",
        "default",
        "b",
        "+",
        "c;",
    ]


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_linked_module_imports_nothing_and_names_nothing_twice(entry):
    source = linked(entry)
    assert not re.search(r"^\s*import\b", source, re.MULTILINE)
    assert re.findall(r"^export .*", source, re.MULTILINE) == re.findall(r"^export default .*", source, re.MULTILINE)
    assert source.count("export default") == 1
    found = names(source)
    assert len(found) == len(set(found)), sorted({name for name in found if found.count(name) > 1})


@pytest.mark.parametrize("path", sorted(FRONT.glob("*.js")), ids=lambda path: path.name)
def test_every_import_names_an_export(path):
    for inside, other in re.findall(r'^import \{([^}]*)\} from "\./(\w+\.js)";', path.read_text(), re.MULTILINE):
        source = (FRONT / other).read_text()
        exported = set(re.findall(r"^export (?:async )?(?:function|class|const|let) (\w+)", source, re.MULTILINE))
        for group in re.findall(r"^export \{([^}]*)\};", source, re.MULTILINE):
            exported |= {name.strip() for name in group.split(",")}
        assert {name.strip() for name in inside.split(",")} <= exported


def test_nothing_is_fetched_and_the_arena_is_an_entry():
    assert "arena.js" in ENTRIES
    for path in FRONT.iterdir():
        source = re.sub(r'xmlns(:xlink)?="http://www\.w3\.org/[\w/]+"', "", path.read_text())  # names, not addresses
        assert not re.search(r"https?://|fetch\(|XMLHttpRequest|WebSocket", source), path.name
