"""Prints the tests that the changes of this working tree can reach, as one filter.

    swift package dump-package | python3 Tests/python/changed.py [COMMIT] [--files FILE…]

Changes are those since COMMIT, with files that git does not know yet; without COMMIT those since the last commit, or
the last commit itself if there are none. The first line is the filter for `swift test`, or empty. The second has the
tests of pages, separated by commas. The third has the suites of whole programs that `./dev test` runs in addition.

A change reaches the tests of its module and of all modules above it. A changed file that has only suites reaches these
suites. A file of the pages reaches the tests of the pages that load it.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The suites of whole programs that any change of a program's modules runs: the others take minutes.
SMOKE = "StationProgramTests"
# These read the whole repository and take seconds.
ALWAYS = ["ArchitectureTests"]
# Files outside the modules, with the modules whose tests read them.
READERS = {
    "docs/openapi.json": ["APITests", "WireTests", "DocumentsTests"],
    "docs/": ["DocumentsTests", "LendingTests", "MessagesTests"],
    "README.md": ["DocumentsTests"],
    "CONTRIBUTING.md": ["DocumentsTests"],
    "www/messages/": ["MessagesTests", "NoticesTests"],
    "dev": ["SupportTests"],
    ".ci/": ["SupportTests"],
    "Tests/lanes.sh": ["SupportTests"],
    "Tests/accept/": ["SupportTests"],
    "udev/": ["UdevTests", "DevicesTests"],
    "demo/": ["HubTests", "LookupTests"],
}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")


def changed_files(commit):
    unknown = git("ls-files", "--others", "--exclude-standard")
    files = git("diff", "--name-only", commit or "HEAD") + unknown
    if not commit and not any(files):
        files = git("diff", "--name-only", "HEAD~1")
    return sorted({file for file in files if file})


class Package:
    """The targets of Package.swift, with the targets that depend on each."""

    def __init__(self, dump):
        self.targets = {target["name"]: target for target in dump["targets"]}
        self.above = {}
        for name, target in self.targets.items():
            for dependency in target["dependencies"]:
                for names in dependency.values():
                    self.above.setdefault(names[0], set()).add(name)

    def folder(self, name):
        target = self.targets[name]
        return target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{name}"

    def target_of(self, file):
        """Returns the target with the longest folder that has the file."""
        found = [name for name in self.targets if file.startswith(self.folder(name) + "/")]
        return max(found, key=lambda name: len(self.folder(name)), default=None)

    def reached(self, name):
        """Returns the target and all that depend on it, directly or not."""
        names, waiting = {name}, [name]
        while waiting:
            for above in self.above.get(waiting.pop(), ()):
                if above not in names:
                    names.add(above)
                    waiting.append(above)
        return names

    def is_test(self, name):
        return self.targets[name]["type"] == "test"

    def is_program(self, name):
        return self.targets[name]["type"] == "executable"


def suites_of(file):
    """Returns the suites of a file that has nothing that other files could use, else nothing."""
    path = ROOT / file
    if not path.exists():
        return []
    types = re.findall(r"^(?:@Suite.*\n)?(?:(?:package|private|fileprivate|final) )*(?:struct|enum|class|actor|extension|func) (\w+)",
                       path.read_text(), re.MULTILINE)
    return types if types and all(name.endswith("Tests") for name in types) else []


class Pages:
    """The files of www, with those that load them."""

    def __init__(self):
        self.loaders = {}
        for path in (ROOT / "www").rglob("*"):
            if path.suffix in (".js", ".html", ".css"):
                name = "/" + str(path.relative_to(ROOT / "www"))
                for loaded in re.findall(r"""["'( ](/[\w./-]+\.(?:js|css|svg))(?=["') #\n])""", path.read_text()):
                    self.loaders.setdefault(loaded, set()).add(name)

    def pages(self, file):
        """Returns the pages that load a file, by their addresses."""
        names, waiting = {file}, [file]
        while waiting:
            for loader in self.loaders.get(waiting.pop(), ()):
                if loader not in names:
                    names.add(loader)
                    waiting.append(loader)
        return {"/" if name == "/index.html" else name.removesuffix(".html") for name in names if name.endswith(".html")}

    def tests(self, file):
        """Returns the test files that open a page that loads the file."""
        pages = self.pages(file)
        tests = {path.stem for path in (ROOT / "Tests/page").glob("test_*.py")}
        found = set()
        for test in tests:
            text = (ROOT / f"Tests/page/{test}.py").read_text()
            opened = set(re.findall(r"""open\(f?["'](/\w*)""", text))
            # Without an address, the page Desk is opened.
            if re.search(r"open\((\)|\w+=)|LendingCase", text):
                opened.add("/")
            if opened & pages:
                found.add(test)
        return found


def reach(package, files):
    """Returns the test modules, the suites, the tests of pages, and true if a whole program is reached."""
    modules, suites, pages, has_program = set(ALWAYS), set(), set(), False
    www = Pages()
    for file in files:
        for prefix, readers in READERS.items():
            if file == prefix or (prefix.endswith("/") and file.startswith(prefix)):
                modules.update(readers)
        if file == "Package.swift":
            modules.update(name for name in package.targets if package.is_test(name))
        if file.startswith("www/") and not file.startswith("www/messages/"):
            pages |= www.tests(file.removeprefix("www"))
        elif match := re.fullmatch(r"Tests/page/(test_\w+)\.py", file):
            pages.add(match[1])
        elif file.startswith("Tests/page/"):
            pages |= {path.stem for path in (ROOT / "Tests/page").glob("test_*.py")}
        elif file.startswith("Tests/python/"):
            name = pathlib.Path(file).name
            for test in (ROOT / "Tests").rglob("*Tests.swift"):
                if name in test.read_text():
                    suites.add(f"{package.target_of(str(test.relative_to(ROOT)))}.{test.stem}")
        target = package.target_of(file)
        if target is None:
            continue
        if package.is_test(target) and (own := suites_of(file)):
            suites |= {f"{target}.{suite}" for suite in own}
            continue
        names = package.reached(target)
        modules |= {name for name in names if package.is_test(name)}
        has_program |= any(package.is_program(name) for name in names)
    return modules, suites, pages, has_program


def main():
    arguments = sys.argv[1:]
    if "--files" in arguments:
        files = arguments[arguments.index("--files") + 1 :]
    else:
        files = changed_files(arguments[0] if arguments else None)
    package = Package(json.load(sys.stdin))
    modules, suites, pages, has_program = reach(package, files)
    left = []
    if "ProgramTests" not in modules or not any(package.target_of(file) == "ProgramTests" for file in files):
        modules.discard("ProgramTests")
        if has_program:
            suites.add(f"ProgramTests.{SMOKE}")
        left = sorted({path.stem for path in (ROOT / "Tests/ProgramTests").glob("*Tests.swift")}
                      - {suite.split(".")[1] for suite in suites} - ({"PeerTests"} if pages else set())) if has_program else []
    suites = {suite for suite in suites if suite.split(".")[0] not in modules}
    names = sorted(modules) + sorted(suite.replace(".", r"\.") for suite in suites)
    print(f"^({'|'.join(names)})[./]" if files else "")
    print(",".join(sorted(pages)))
    print(" ".join(left))


if __name__ == "__main__":
    main()
