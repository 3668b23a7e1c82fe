"""The message catalogue, to find English texts on a page in another language."""

import functools
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "www" / "messages"
PARTS = sorted(part.name for part in FOLDER.iterdir() if part.is_dir())
LOCALES = {"de": "de-DE", "fr": "fr-FR"}

# All texts that are read or read aloud, also those in attributes. The names of the languages are their own.
SAID = """() => {
  const said = [];
  const apart = "script, style, noscript, .language option";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(apart)) said.push(walker.currentNode.data);
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest(apart)) continue;
    for (const name of ["aria-label", "placeholder", "title", "alt"]) said.push(element.getAttribute(name) ?? "");
  }
  return said.map((text) => text.trim()).filter(Boolean);
}"""


def settings():
    """Returns the English texts of the settings by key, from the tables that the program generates."""
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8").replace("\\*", "*")
    found = dict(re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|", page, re.MULTILINE))
    assert len(found) > 50, found
    return {f"setting.{key}": effect for key, effect in found.items()}


@functools.cache
def texts(language):
    """Returns the texts by key. The English texts of the settings are not in the files, but in their document."""
    found = settings() if language == "en" else {}
    for part in PARTS:
        found |= json.loads((FOLDER / part / f"{language}.json").read_text(encoding="utf-8"))
    return found


class Catalogue:
    """The texts of a language, to look words of a page up among them, with any values in their places.

    Skips texts that are little more than values, since they match everything.
    """

    def __init__(self, language):
        self.whole, self.patterns = set(), []
        for text in texts(language).values():
            pieces = re.split(r"\{\w+\}", text)
            if sum(letter.isalpha() for letter in "".join(pieces)) <= 2:
                continue
            if len(pieces) == 1:
                self.whole.add(text)
            else:
                self.patterns.append(re.compile(".+".join(re.escape(piece) for piece in pieces)))

    def has(self, words):
        return words in self.whole or any(pattern.fullmatch(words) for pattern in self.patterns)


@functools.cache
def catalogue(language):
    """Returns the catalogue of a language. It is made once: that takes longer than a page."""
    return Catalogue(language)


def left_in_english(page, language, names=()):
    """Returns the texts of a page that are in the English catalogue, or its keys, and not in this language.

    `names` are the same in all languages.
    """
    english, own = catalogue("en"), catalogue(language)
    keys = texts("en")
    found = set()
    for said in page.evaluate(SAID):
        for piece in [said, *re.split(r"\s*·\s*", said)]:
            is_english = piece not in names and english.has(piece)
            if piece in keys or (is_english and not own.has(piece)):
                found.add(piece)
    return sorted(found)
