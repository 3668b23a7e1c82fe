"""Counts the structure of the Swift sources, for the tables of docs/decisions.

    python3 Tests/python/structure.py [TREE…] [--list FIGURE]

Without TREE it counts this repository. With two trees, such as an older commit in `git worktree` and this one, the table
has a column for each. `--list` prints the places behind a figure instead: parameters, initialisers, members, dictionaries
or twins.

The counts are by pattern, on text without comments and strings:

- A module is a folder with Swift files directly in Sources, Sources/Simulators or Sources/Programs.
- An import between modules is a pair of modules. A module's imports are the modules that its files import.
- A memberwise initialiser has at least three parameters, and each line of its body only stores one of them. Its lines
  reach from `init` to its closing brace.
- A twin is a Codable type of a program that repeats a document of the API: it has at least two members, and all of them
  are members of one schema in docs/openapi.json. Types of the module Wire are no twins.
"""

import argparse
import collections
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The modules of the programs that send requests to a hub, with the names that they once had.
CLIENTS = {"HubClient", "deadwax", "deadwax-bench", "deadwax-station"}

Place = collections.namedtuple("Place", "path line text")


class Source:
    """A Swift file with its module, and its text without comments and strings."""

    def __init__(self, root, path):
        self.path = path.relative_to(root)
        parts = self.path.parts[1:]
        self.module = parts[1] if parts[0] in ("Programs", "Simulators") else parts[0]
        self.lines = path.read_text(encoding="utf-8").count("\n")
        self.text = bare(path.read_text(encoding="utf-8"))

    def place(self, offset, text):
        return Place(str(self.path), self.text.count("\n", 0, offset) + 1, text)


def bare(text):
    """Returns the text with comments removed and strings emptied; line numbers stay."""

    def same_lines(match):
        lines = "\n" * match.group(0).count("\n")
        return '""' + lines if match.group(0)[0] in '"#' else lines

    return re.sub(
        r'//[^\n]*|/\*.*?\*/|#"""\n.*?"""#|"""\n.*?"""|#"[^\n]*?"#|"(?:\\\((?:[^()\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*"',
        same_lines, text, flags=re.S)


def closing(text, start):
    """Returns the offset of the bracket that closes the one at `start`; the end of the text if there is none."""
    depth = 0
    for match in re.compile(r"[()\[\]{}]").finditer(text, start):
        depth += 1 if match.group(0) in "([{" else -1
        if depth == 0:
            return match.start()
    return len(text)


def parts(text):
    """Splits a list of parameters at the commas between them."""
    text = text.replace("->", "  ")
    depth, found, last = 0, [], 0
    for index, character in enumerate(text):
        depth += character in "([{<"
        depth -= character in ")]}>"
        if character == "," and depth == 0:
            found.append(text[last:index])
            last = index + 1
    return [part.strip() for part in found + [text[last:]] if part.strip()]


def signatures(source):
    """Yields each function and initialiser: its offset, its name, its parameters and the offset after them."""
    for match in re.finditer(r"\b(?:func\s+([^\s(<]+|`[^`]+`)|(init)[?!]?)\s*(?:<[^({]*>)?\s*\(", source.text):
        # A call such as `self.init(` or `super.init(` is no declaration.
        before = source.text[:match.start()].rstrip(" ")
        if match.group(2) and (before.endswith((".", "=", "(", ",", "?", ":")) or before.endswith("try")):
            continue
        opening = match.end() - 1
        end = closing(source.text, opening)
        yield match.start(), match.group(1) or "init", parts(source.text[opening + 1:end]), end + 1


def memberwise_lines(source, after, parameters):
    """Returns the number of lines after the parameters if the body only stores them; otherwise nil."""
    match = re.compile(r"[^{}]*?\{").match(source.text, after)
    if not match or "\n\n" in match.group(0) or re.search(r"\b(func|init|var|let|case)\b", match.group(0)):
        return None
    end = closing(source.text, match.end() - 1)
    body = [line.strip() for line in source.text[match.end():end].split("\n") if line.strip()]
    names = {re.split(r"\s+", part.split(":")[0].strip())[-1] for part in parameters}
    stores = [re.fullmatch(r"self\.(\w+) = (\w+)", line) for line in body]
    if len(parameters) < 3 or not body or not all(store and store.group(2) in names for store in stores):
        return None
    return source.text.count("\n", after, end)


def initialisers(sources):
    """Returns each memberwise initialiser with its number of lines."""
    found = []
    for source in sources:
        for start, name, parameters, after in signatures(source):
            if name != "init":
                continue
            rest = memberwise_lines(source, after, parameters)
            if rest is not None:
                lines = rest + source.text.count("\n", start, after) + 1
                found.append((source.place(start, f"{len(parameters)} parameters, {lines} lines"), lines, source.module))
    return found


def many_parameters(sources):
    found = []
    for source in sources:
        for start, name, parameters, _ in signatures(source):
            if len(parameters) >= 7:
                found.append(source.place(start, f"{name}, {len(parameters)} parameters"))
    return found


def matches(sources, pattern):
    return [
        source.place(match.start(), match.group(0))
        for source in sources for match in re.finditer(pattern, source.text)]


def twins(sources, root):
    """Returns the Codable types of client programs whose members are all those of one schema."""
    schemas = json.loads((root / "docs/openapi.json").read_text(encoding="utf-8"))["components"]["schemas"]
    known = {name: set(schema.get("properties", {})) for name, schema in schemas.items()}
    found = []
    for source in sources:
        if source.module not in CLIENTS:
            continue
        for match in re.finditer(r"\bstruct (\w+)[^{\n]*:[^{\n]*\b(?:Codable|Decodable|Encodable)\b[^{\n]*\{", source.text):
            body = source.text[match.end():closing(source.text, match.end() - 1)]
            # Types inside have members of their own, and what is computed is no member.
            while (inner := body.find("{")) >= 0:
                body = body[:inner] + "}" + body[closing(body, inner) + 1:]
            members = set(re.findall(r"^\s*(?:package |private )?(?:var|let) (\w+)(?::[^}\n]*)?(?: = [^}\n]*)?$", body, re.M))
            same = sorted(name for name, names in known.items() if len(members) >= 2 and members <= names)
            if same:
                found.append(source.place(match.start(), f"{match.group(1)} is {' or '.join(same[:3])}"))
    return found


def count(root):
    sources = [Source(root, path) for path in sorted((root / "Sources").rglob("*.swift"))]
    modules = {source.module for source in sources}
    imports = collections.defaultdict(set)
    for source in sources:
        for name in re.findall(r"^(?:package |internal |public |private |fileprivate )?import (\w+)", source.text, re.M):
            if name in modules and name != source.module:
                imports[source.module].add(name)
    widest = max(sorted(imports), key=lambda name: len(imports[name]))
    wide = many_parameters(sources)
    stored = initialisers(sources)
    places = {
        "parameters": wide,
        "initialisers": [place for place, _, _ in stored],
        "members": matches(sources, r"\.member\("),
        "dictionaries": matches(sources, r"\[String: (?:Any\b|any Sendable\b)"),
        "twins": twins(sources, root),
    }
    figures = {
        "modules of Swift": len(modules),
        "files": len(sources),
        "lines": sum(source.lines for source in sources),
        "imports between modules": sum(len(names) for names in imports.values()),
        "most imports of a module": f"{len(imports[widest])} ({widest})",
        "functions and initialisers with 7 or more parameters": len(wide),
        "of these, functions": sum(not place.text.startswith("init") for place in wide),
        "memberwise initialisers": len(stored),
        "their lines": sum(lines for _, lines, _ in stored),
        "of these, lines in the wire": sum(lines for _, lines, module in stored if module == "Wire"),
        "members of JSON written one by one": len(places["members"]),
        "uses of [String: Any] and [String: any Sendable]": len(places["dictionaries"]),
        "types of programs that repeat a document of the API": len(places["twins"]),
    }
    return figures, places


def main():
    parser = argparse.ArgumentParser(description="Counts the structure of the Swift sources.")
    parser.add_argument("trees", nargs="*", type=pathlib.Path, default=[ROOT])
    parser.add_argument("--list", choices=["parameters", "initialisers", "members", "dictionaries", "twins"])
    options = parser.parse_args()
    counted = [count(tree.resolve()) for tree in options.trees]
    if options.list:
        for place in counted[-1][1][options.list]:
            print(f"{place.path}:{place.line}: {place.text}")
        return 0
    for name in counted[0][0]:
        values = [f"{value:,}" if isinstance(value, int) else value for value in (figures[name] for figures, _ in counted)]
        print(f"| {name} | {' | '.join(values)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
