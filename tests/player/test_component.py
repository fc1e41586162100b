"""The modules of the front end, linked without a build step."""

import re
from hashlib import sha256

import pytest
from starlette.requests import Request

from cspa_explore.player.component import FRONT, file_name, linked, module
from cspa_explore.ui import server

ENTRIES = [path.name for path in sorted(FRONT.glob("*.js")) if "export default" in path.read_text()]


def written(folder, **files):
    """Write the files into the folder and return it."""
    for name, source in files.items():
        (folder / f"{name}.js").write_text(source)
    return folder


def test_a_file_comes_once_and_after_those_it_imports(tmp_path):
    folder = written(
        tmp_path,
        a='import {b} from "./b.js";\nimport {\n  c,\n} from "./c.js";\nexport default b + c;\n',
        b='import {c} from "./c.js";\nexport const b = c;\n',
        c="export const c = 1;\n",
    )
    source = linked("a.js", folder)
    assert re.findall(r"// (\w)\.js", source) == ["c", "b", "a"]
    assert source.count("const {c} = $c;") == 2
    assert "import" not in source


def test_two_files_may_have_private_names_in_common(tmp_path):
    folder = written(
        tmp_path,
        a='import {b} from "./b.js";\nconst SIZE = 1;\nexport default SIZE + b;\n',
        b="const SIZE = 2;\nexport const b = SIZE;\n",
    )
    parts = linked("a.js", folder).split("})();\n")
    assert [part.count("const SIZE = ") for part in parts] == [1, 1, 0], "each in a function of its own"


@pytest.mark.parametrize(
    ("files", "refusal"),
    [
        (
            {"a": 'import {b} from "./b.js";\nexport default b;\n',
             "b": 'import {c} from "./c.js";\nexport const b = c;\n',
             "c": 'import {b} from "./b.js";\nexport const c = b;\n'},
            "Files import each other in a cycle: b → c → b.",
        ),
        (
            {"a": 'import {b, d} from "./b.js";\nexport default b;\n', "b": "export const b = 1;\nconst d = 2;\n"},
            "a.js imports d from b.js, which exports b.",
        ),
        ({"a": 'import {b} from "./b.js";\nexport default b;\n'}, "a.js imports b.js, which does not exist."),
        ({"a": "const a = 1;\n"}, "a.js: an entry has one default export, every other file has none."),
        (
            {"a": 'import {b} from "./b.js";\nexport default b;\n', "b": "export const b = 1;\nexport default b;\n"},
            "b.js: an entry has one default export, every other file has none.",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_linked_is_refused_in_a_sentence(tmp_path, files, refusal):
    with pytest.raises(ValueError, match=re.escape(refusal)):
        linked("a.js", written(tmp_path, **files))


@pytest.mark.parametrize(
    "line",
    [
        'import b from "./b.js";', 'import * as b from "./b.js";', 'import {b as c} from "./b.js";', 'import "./b.js";',
        'import {b} from "elsewhere";', "export let c = 1;", "export {c};", 'export * from "./b.js";',
        "export const {c} = {};", 'const c = await import("./b.js");', "const c = import.meta.url;",
    ],
)  # fmt: skip
def test_other_forms_of_import_and_export_are_refused_with_their_line(tmp_path, line):
    folder = written(tmp_path, a=f"const a = 1;\n{line}\nexport default a;\n", b="export const b = 1;\n")
    with pytest.raises(ValueError, match=re.escape(f"a.js, line 2: this form cannot be linked: {line}")):
        linked("a.js", folder)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_is_one_module_with_a_default_export_alone(entry):
    source = linked(entry)
    assert re.findall(r"^(?:import|export)\b.*", source, re.MULTILINE) == [
        f"export default (() => {{ // {entry}",
    ]


def test_nothing_is_fetched_but_from_the_desk_and_the_pages_have_their_entries():
    assert {"arena.js", "lab.js", "microscope.js"} <= set(ENTRIES)
    for path in FRONT.iterdir():
        source = re.sub(r'xmlns(:xlink)?="http://www\.w3\.org/[\w/]+"', "", path.read_text())  # names, not addresses
        source = source.replace("await fetch(address,", "") if path.name == "desk.js" else source
        assert not re.search(r"https?://|\bfetch\(|XMLHttpRequest|WebSocket", source), path.name


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_component_loads_its_module_by_a_name_with_a_digest(entry):
    name = entry.removesuffix(".js")
    assert re.fullmatch(rf"{name}\.[0-9a-f]{{16}}\.js", file_name(name))
    assert sha256(module(name).encode()).hexdigest().startswith(file_name(name).split(".")[1])


def request(file):
    return Request({"type": "http", "path_params": {"file": file}, "query_string": b"", "headers": []})


def test_the_server_has_the_modules_of_components_alone():
    found = server.front(request(file_name("arena")))
    assert (found.status_code, found.body.decode()) == (200, module("arena"))
    assert "immutable" in found.headers["cache-control"]
    assert server.front(request("arena.0123456789abcdef.js")).headers["cache-control"] == "no-cache"
    for file in ("payload.js", "../linking.py", "style.css", "", "arena\0.js", "..%2f.js"):
        assert server.front(request(file)).status_code == 404
