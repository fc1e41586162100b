"""Links ES modules into one module string without a build step; every file keeps its own scope.

Each file becomes a function that is called once and returns the file's exports; an import becomes a destructured
constant. Only the following forms are supported; for anything else, ValueError names the file and the line:

    import {a, b} from "./other.js";          at the top level, may span lines
    export const a = …, export function a …, export async function a …, export class a …
    export default …                          in the entry, and only there
"""

import re
from pathlib import Path

FRONT = Path(__file__).with_name("front")
IMPORT = re.compile(r'^import \{\s*((?:\w+,\s*)*\w+),?\s*\} from "\./(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default ", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # types in comments may say import("./types")
UNKNOWN = re.compile(r"^\s*(?:import|export)\b.*|.*\bimport\s*[.(].*", re.MULTILINE)


def linked(entry: str, folder: Path = FRONT) -> str:
    """Return one module with the default export of the entry; ValueError says what cannot be linked."""
    parts: dict[str, str] = {}
    exports: dict[str, list[str]] = {}

    def add(name: str, users: tuple[str, ...]) -> None:
        if name in users:
            raise ValueError(f"Files import each other in a cycle: {' → '.join([*users[users.index(name) :], name])}.")
        if name in parts:
            return
        path = folder / f"{name}.js"
        if not path.exists():
            raise ValueError(f"{users[-1]}.js imports {name}.js, which does not exist.")
        source = path.read_text(encoding="utf-8")
        for _, other in IMPORT.findall(source):
            add(other, (*users, name))
        exports[name] = EXPORT.findall(source)
        parts[name] = _wrapped(name, source, exports, is_entry=not users)

    add(entry.removesuffix(".js"), ())
    return "\n".join(parts.values())


def _wrapped(name: str, source: str, exports: dict[str, list[str]], is_entry: bool) -> str:
    """Return the file as an immediately called function; the constant $name holds its exports."""

    def constants(found: re.Match[str]) -> str:
        wanted, other = [part.strip() for part in found[1].split(",")], found[2]
        if missing := [part for part in wanted if part not in exports[other]]:
            known = ", ".join(exports[other]) or "nothing"
            raise ValueError(f"{name}.js imports {', '.join(missing)} from {other}.js, which exports {known}.")
        lines = "\n" * found[0].count("\n")  # so that every line keeps its number
        return f"const {{{', '.join(wanted)}}} = ${other};{lines}"

    if len(DEFAULT.findall(source)) != is_entry:
        raise ValueError(f"{name}.js: an entry has one default export, every other file has none.")
    body = EXPORT.sub("", IMPORT.sub(constants, DEFAULT.sub("const $default = ", source)))
    code = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), body)
    if unknown := UNKNOWN.search(code):
        line = code[: unknown.start()].count("\n") + 1
        raise ValueError(f"{name}.js, line {line}: this form cannot be linked: {unknown[0].strip()}")
    if is_entry:
        start, value = "export default", "$default"
    else:
        start, value = f"const ${name} =", f"{{{', '.join(exports[name])}}}"
    return f"{start} (() => {{ // {name}.js\n{body}\nreturn {value};\n}})();\n"
