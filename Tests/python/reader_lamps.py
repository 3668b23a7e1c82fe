"""Tests in a real browser that the page Desk lists readers that are configured by their command, with their capabilities.

    DEADWAX_URL=http://127.0.0.1:8740 DEADWAX_SETUP=http://… python Tests/python/reader_lamps.py

The hub must have two such readers at its station: `gate`, which has tags in view, and `pictures`. DEADWAX_SETUP is the
set-up link that it printed. Chromium is Debian's.
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "page"))

import hub  # noqa: E402
import lending  # noqa: E402
from browser import PageCase, expect  # noqa: E402

WORDS = {
    "en": ("Capabilities", "many at once, presence, tags", "barcodes"),
    "de": ("Fähigkeiten", "viele zugleich, Anwesenheit, Chips", "Barcodes"),
    "fr": ("Capacités", "plusieurs à la fois, présence, puces", "codes-barres"),
}


class ReaderLampsTests(PageCase):
    def setUp(self):
        # Nothing is to be cleared: this hub has no virtual hardware.
        self.errors, self.requests, self.pages = [], [], []
        self.may_fail = False

    def test_each_reader_has_its_name_its_state_and_its_capabilities(self):
        for language, (row, gate, pictures) in WORDS.items():
            lending.policy(language=language)
            page = self.open("/", counter=False)
            # Many tags are normal for a gate: its lamp is not that of a reader with one tag too many, so all are one dot.
            dot = page.locator("#lamps .lamp")
            expect(dot).to_have_count(1)
            expect(dot).to_have_attribute("data-light", "well")
            for name, words in (("Gate", gate), ("Pictures", pictures)):
                dot.click()
                lamps = page.get_by_role("dialog").locator(".lamp")
                expect(lamps.locator(".lamp-name", has_text=name)).to_have_count(1)
                lamps.filter(has_text=name).click()
                facts = page.locator("#sheet-body dl.facts")
                expect(facts.locator(f"dt:text-is('{row}') + dd")).to_have_text(words)
                page.locator("#sheet-close").click()
                expect(page.locator("dialog[open]")).to_have_count(0)


if __name__ == "__main__":
    if not hub.ADDRESS:
        sys.exit("reader_lamps.py: DEADWAX_URL is not set")
    unittest.main()
