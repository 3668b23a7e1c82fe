"""Tests of the look of the library: the part of the records that is searched, the order, and rows or a grid of covers."""

import urllib.parse

import hub
import lending
from browser import MIDDLE, SMALL, PageCase, expect
from test_layout import FAULTS

KEYS = ["lists.view", "lists.sort", "lists.domain", "lists.covers"]


def titles(search):
    return [one["title"] for one in hub.call("GET", f"/api/v1/releases?limit=50&search={urllib.parse.quote(search)}")["items"]]


class LooksTests(PageCase):
    # A query with a mistake is refused.
    forgiven = (*PageCase.forgiven, "/api/v1/releases?search=")

    def setUp(self):
        super().setUp()
        self.before = {key: lending.admin("GET", f"/settings/{key}")["value"] for key in KEYS}

    def tearDown(self):
        for key, value in self.before.items():
            lending.set_setting(key, value)
        super().tearDown()

    def opened(self, **options):
        page = self.open("/library", **options)
        expect(page.locator(".release-row").first).to_be_visible()
        page.get_by_text("View", exact=True).click()
        return page

    def shows(self, page, expected):
        self.assertTrue(expected)
        shown = page.locator(".release-title")
        hub.wait_for("the list", lambda: shown.all_text_contents()[: len(expected)] == expected or page.wait_for_timeout(50))

    def test_an_order_is_chosen_and_stays(self):
        page = self.opened()
        for value, query in (("artist", "sort:artist"), ("-year", "sort:-year")):
            page.get_by_label("Order", exact=True).select_option(value)
            self.shows(page, titles(query)[:20])
            self.assertIn(f"sort={value}", page.url)
            # The list begins elsewhere only in the order of time.
            expect(page.locator("#jump")).to_be_hidden()
        page.reload()
        self.shows(page, titles("sort:-year")[:20])
        # The browser keeps it for an address without it.
        page.goto("/library")
        self.shows(page, titles("sort:-year")[:20])
        page.get_by_text("View", exact=True).click()
        page.get_by_label("Order", exact=True).select_option("added")
        self.shows(page, [one["title"] for one in hub.call("GET", "/api/v1/releases?limit=20")["items"]])

    def test_an_order_in_the_query_comes_before_the_chosen_one(self):
        page = self.opened()
        page.get_by_label("Order", exact=True).select_option("artist")
        page.get_by_role("searchbox").fill("sort:title")
        self.shows(page, titles("sort:title")[:20])
        expect(page.locator("#mistake")).to_be_hidden()

    def test_a_grid_is_chosen_with_the_keyboard_alone_and_fits(self):
        page = self.open("/library", size=MIDDLE)
        expect(page.locator(".release-row").first).to_be_visible()
        rows = page.locator(".release-row").count()
        page.get_by_text("View", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_label("Search in")).to_be_visible()
        page.get_by_label("Search in").focus()
        for _ in range(3):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Grid", exact=True)).to_have_attribute("aria-pressed", "true")
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "Grid")
        thumb = page.locator(".release-row .thumb").first
        hub.wait_for("the covers", lambda: thumb.bounding_box()["width"] > 120 or page.wait_for_timeout(50))
        self.assertGreaterEqual(page.locator(".release-row").count(), min(rows, 20))
        # Several stand side by side, and the words below each cover.
        boxes = [page.locator(".release-row").nth(index).bounding_box() for index in range(3)]
        self.assertEqual(len({round(box["y"]) for box in boxes}), 1)
        self.assertGreater(page.locator(".release-title").first.bounding_box()["y"], thumb.bounding_box()["y"] + 100)
        for size in (SMALL, (360, 740), MIDDLE, (2560, 1440)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            self.assertEqual(page.evaluate(FAULTS), [], size)

    def test_a_domain_narrows_what_words_find(self):
        words = next(
            track["title"] for release in hub.every("/api/v1/releases")[:40]
            for track in hub.call("GET", f"/api/v1/releases/{release['id']}").get("tracks", [])[:3]
            if track["title"].isalpha() and titles(track["title"]) and not titles(f"in:titles {track['title']}"))
        page = self.opened(size=(1366, 768))
        field = page.get_by_role("searchbox")
        field.fill(words)
        self.shows(page, titles(words)[:5])
        page.get_by_label("Search in").select_option("titles")
        expect(page.locator("#empty")).to_contain_text("Show all")
        page.get_by_label("Search in").select_option("tracks")
        self.shows(page, titles(f"in:tracks {words}")[:5])
        self.assertIn("in=tracks", page.url)
        # A value that narrows the list down leaves the domain where it is chosen.
        page.locator(".facet-value").first.click()
        expect(field).not_to_have_value(words)
        self.assertNotIn("in:", field.input_value())
        expect(page.get_by_label("Search in")).to_have_value("tracks")
        # A mistake is marked in the whole query.
        field.fill("artits:x")
        expect(page.locator("#mistake mark")).to_have_text("artits")
        field.fill("")

    def test_a_link_with_a_query_searches_everything_whatever_is_chosen(self):
        page = self.opened()
        for select, key in (("Search in", "lists.domain"), ("Order", "lists.sort")):
            values = page.get_by_label(select, exact=True).locator("option").evaluate_all("(all) => all.map(({ value }) => value)")
            self.assertEqual(values, lending.admin("GET", f"/settings/{key}")["choices"])
        page.get_by_label("Search in").select_option("notes")
        release = hub.call("GET", "/api/v1/releases?limit=5")["items"][-1]
        word = max(release["title"].split(), key=len)
        self.assertEqual(titles(f"in:notes {word}"), [])
        page.goto(f"/library?q={urllib.parse.quote(word)}")
        self.shows(page, titles(word)[:5])
        page.get_by_text("View", exact=True).click()
        expect(page.get_by_label("Search in")).to_have_value("all")
        # What is typed is searched for where the person chose last.
        page.goto("/library")
        page.get_by_role("searchbox").fill(word)
        expect(page.locator("#empty")).to_contain_text("Show all")
        self.assertIn("in=notes", page.url)

    def test_the_settings_decide_until_a_person_chooses(self):
        for key, value in zip(KEYS, ["grid", "title", "titles", "no"]):
            lending.set_setting(key, value)
        page = self.opened()
        self.shows(page, titles("sort:title")[:20])
        expect(page.locator("#releases")).to_have_class("releases is-window is-grid")
        expect(page.get_by_label("Search in")).to_have_value("titles")
        self.assertFalse([url for url in self.requests if "/covers?" in url])
        page.get_by_label("Search in").select_option("all")
        page.get_by_role("button", name="List", exact=True).click()
        page.goto("/library")
        page.get_by_text("View", exact=True).click()
        expect(page.get_by_label("Search in")).to_have_value("all")
        expect(page.locator("#releases")).to_have_class("releases is-window")
