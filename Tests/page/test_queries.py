"""Tests of the query language at the search field of the library, with the real hub."""

import hub
from browser import PageCase, expect


class QueryTests(PageCase):
    def setUp(self):
        super().setUp()
        self.release = hub.call("GET", "/api/v1/releases?limit=5")["items"][-1]

    def test_fields_and_phrases_find_a_release(self):
        page = self.open("/library")
        field = page.get_by_role("searchbox")
        artist = self.release["artist"].replace('"', "")
        for text in (f'artist:"{artist}"', f'-artist:zzzz artist:"{artist}" sort:-year,title'):
            field.fill(text)
            expect(page.locator(".release-artist").first).to_have_text(self.release["artist"])
        field.fill(f'title:"{artist} zzzz"')
        expect(page.locator("#empty")).to_contain_text("No release matches")

    def test_a_word_is_found_while_it_is_typed(self):
        page = self.open("/library")
        word = next(word for word in self.release["title"].split() if word.isalpha() and len(word) > 3)
        page.get_by_role("searchbox").press_sequentially(word[:-1])
        expect(page.get_by_role("link", name=self.release["title"]).first).to_be_visible()

    def test_a_misspelt_word_shows_what_was_probably_meant(self):
        page = self.open("/library")
        # A long word has no other that is as similar.
        titles = [release["title"] for release in hub.every("/api/v1/releases")]
        word, title = max(
            ((word, title) for title in titles for word in title.split() if word.isascii() and word.isalpha()),
            key=lambda one: len(one[0]))
        field = page.get_by_role("searchbox")
        field.fill(word[:2] + word[3:])
        note = page.locator("#mistake")
        expect(note).to_contain_text(f"Nothing matches exactly. Showing {word.lower()}")
        expect(page.get_by_role("link", name=title).first).to_be_visible()
        expect(field).not_to_have_attribute("aria-invalid", "true")
        field.fill(word)
        expect(note).to_be_hidden()

    def test_a_mistake_is_marked_below_the_field_and_the_list_stays(self):
        # The browser notes the refused query in its console.
        self.may_fail = True
        page = self.open("/library")
        field = page.get_by_role("searchbox")
        expect(page.locator(".release-row").first).to_be_visible()
        field.fill("love artits:bowie")
        note = page.locator("#mistake")
        expect(note).to_contain_text("There is no such field.")
        expect(note).to_contain_text("Did you mean artist?")
        expect(note.locator("mark")).to_have_text("artits")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(page.locator(".release-row").first).to_be_visible()
        field.fill("")
        expect(note).to_be_hidden()
        expect(field).not_to_have_attribute("aria-invalid", "true")

    def test_the_place_of_a_mistake_counts_characters(self):
        # The browser notes the refused query in its console.
        self.may_fail = True
        page = self.open("/library")
        page.get_by_role("searchbox").fill("\U0001f600 year:19x5 a")
        expect(page.locator("#mistake mark")).to_have_text("19x5")

    def test_the_help_opens_with_the_keyboard(self):
        for width, height in ((800, 480), (1366, 650)):
            page = self.open("/library")
            page.set_viewport_size({"width": width, "height": height})
            summary = page.locator(".query-help summary")
            summary.focus()
            page.keyboard.press("Enter")
            expect(page.locator("#query-help")).to_contain_text("year:1969..1975")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
