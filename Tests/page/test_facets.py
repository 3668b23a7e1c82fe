"""Tests of the facets on the page Library: how many of the found releases have each value, and searches that are narrowed down."""

import re
import urllib.parse

import catalogue
import hub
from axe_case import COLOURS, AxeCase
from browser import PageCase, expect
from staff_case import StaffCase
from test_layout import FAULTS

SMALL, WIDE = (800, 480), (1366, 650)
SIZES = (SMALL, WIDE)
LANGUAGES = ("en", "de", "fr")


def facets(search=""):
    """Returns the values of each facet, as the hub counts them."""
    found = hub.call("GET", f"/api/v1/releases/facets?search={urllib.parse.quote(search, safe='')}")
    return {facet["name"]: facet["values"] for facet in found["facets"]}


def value(page, facet, key):
    return page.locator(f'.facet-value[data-key="{facet} {key}"]')


class FacetCase(PageCase):
    def panel(self, size, path="/library", **options):
        """Returns the page with the panel open."""
        page = self.open(path, size=size, **options)
        panel = page.locator("#facets")
        expect(panel).to_be_visible()
        if size == SMALL:
            # It is folded, so that the list has the small screen.
            expect(panel).not_to_have_attribute("open", re.compile(".*"))
            panel.locator("summary").click()
        expect(panel.locator(".facet-value").first).to_be_visible()
        return page


class FacetTests(FacetCase, StaffCase):
    def test_a_value_narrows_the_search_down_and_is_taken_away_again(self):
        known = facets()
        # A value that some releases have, and others have not.
        genre = next(one for one in known["genre"] if one["count"] < sum(each["count"] for each in known["medium"]))
        for size in SIZES:
            page = self.panel(size)
            value(page, "genre", genre["key"]).click()
            expect(page).to_have_url(re.compile("/library\\?q="))
            expect(page.get_by_role("searchbox")).to_have_value(genre["search"])
            chosen = value(page, "genre", genre["key"])
            expect(chosen).to_have_attribute("aria-pressed", "true")
            # The focus stays with the value, which is the first of its facet now.
            expect(chosen).to_be_focused()
            expect(page.locator(".facet", has=chosen).locator(".facet-value").first).to_have_attribute("aria-pressed", "true")
            expect(page.locator("#facets-chosen")).to_have_text("1 value chosen")
            found = hub.call("GET", f"/api/v1/releases?limit=200&search={urllib.parse.quote(genre['search'], safe='')}")
            self.assertEqual(len(found["items"]), genre["count"])
            chosen.click()
            expect(page.get_by_role("searchbox")).to_have_value("")
            expect(value(page, "genre", genre["key"])).to_have_attribute("aria-pressed", "false")
            page.go_back()
            expect(page.get_by_role("searchbox")).to_have_value(genre["search"])

    def test_each_shown_number_is_the_number_of_results(self):
        page = self.panel(WIDE)
        for name, values in facets().items():
            for one in values:
                text = value(page, name, one["key"]).locator(".facet-count").inner_text()
                self.assertEqual(int(text.replace(",", "")), one["count"], f"{name} {one['key']}")
                found = hub.call("GET", f"/api/v1/releases?limit=200&search={urllib.parse.quote(one['search'], safe='')}")
                self.assertEqual(min(one["count"], 200), len(found["items"]), one["search"])

    def test_values_are_chosen_by_keyboard_alone_and_by_touch(self):
        for size in SIZES:
            page = self.open("/library", size=size)
            summary = page.locator("#facets summary")
            expect(summary).to_be_visible()
            summary.focus()
            if size == SMALL:
                page.keyboard.press("Enter")
            first = page.locator(".facet-value").first
            expect(first).to_be_visible()
            summary.focus()
            page.keyboard.press("Tab")
            expect(first).to_be_focused()
            key = first.get_attribute("data-key")
            page.keyboard.press("Space")
            chosen = page.locator(f'.facet-value[data-key="{key}"]')
            expect(chosen).to_have_attribute("aria-pressed", "true")
            expect(chosen).to_be_focused()
            page = self.panel(size, has_touch=True)
            place = page.locator(".facet-value").nth(1)
            key = place.get_attribute("data-key")
            place.tap()
            expect(page.locator(f'.facet-value[data-key="{key}"]')).to_have_attribute("aria-pressed", "true")
            box = place.bounding_box()
            self.assertGreaterEqual(box["height"], 44)

    def test_the_panel_stands_beside_the_list_and_stays_folded_if_a_person_folds_it(self):
        page = self.panel(WIDE)
        panel, releases = page.locator("#facets").bounding_box(), page.locator("#releases").bounding_box()
        self.assertLessEqual(panel["x"] + panel["width"], releases["x"])
        page.locator("#facets summary").click()
        expect(page.locator(".facet-value").first).to_be_hidden()
        folded = page.locator("#releases").bounding_box()
        self.assertGreater(folded["width"], releases["width"])
        page.reload()
        expect(page.locator(".release-row").first).to_be_visible()
        expect(page.locator(".facet-value").first).to_be_hidden()
        page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        expect(page.locator("#facets summary")).to_be_visible()
        # A record takes the room of the panel.
        page.locator(".release-row").first.click()
        expect(page.locator("#facets")).to_be_hidden()

    def test_the_numbers_follow_a_loan_and_the_part_of_the_collection(self):
        page = self.panel(WIDE)
        self.lend()
        page.reload()
        expect(value(page, "loan", "on-loan")).to_be_visible()
        count = int(value(page, "loan", "on-loan").locator(".facet-count").inner_text().replace(",", ""))
        self.assertGreaterEqual(count, 1)
        value(page, "loan", "on-loan").click()
        expect(page.locator(".release-row")).to_have_count(count)
        value(page, "loan", "on-loan").click()
        page.locator("#medium").get_by_role("button", name="CDs", exact=True).click()
        expect(value(page, "medium", "vinyl")).to_have_count(0)
        expect(value(page, "medium", "cd")).to_be_visible()

    def test_a_search_without_a_release_has_no_panel_and_a_late_count_says_so(self):
        page = self.panel(WIDE)
        page.get_by_role("searchbox").fill("zzzzqqqq")
        expect(page.locator("#facets")).to_be_hidden()
        page.route("**/api/v1/releases/facets*", lambda route: route.fulfill(json={"facets": [], "isCutShort": True}))
        page.get_by_role("searchbox").fill("")
        expect(page.locator("#facets-body")).to_contain_text("too many releases to count")
        expect(page.locator(".release-row").first).to_be_visible()

    def test_the_panel_fits_each_screen_in_each_language(self):
        for language in LANGUAGES:
            for size in SIZES:
                page = self.panel(size, locale=catalogue.LOCALES.get(language, "en-GB"))
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0], f"{language} {size}")
                self.assertEqual(page.evaluate(FAULTS), [], f"{language} {size}")
                expect(page.locator("#facets summary")).to_contain_text(catalogue.texts(language)["library.facets"])


class FacetAccessTests(AxeCase, FacetCase):
    def test_the_panel_is_accessible_in_light_and_dark(self):
        query = urllib.parse.urlencode({"q": facets()["medium"][0]["search"]})
        for size in SIZES:
            page = self.panel(size, f"/library?{query}")
            self.check(page, f"facets light {size}")
            page.emulate_media(color_scheme="dark")
            self.check(page, f"facets dark {size}", only=COLOURS)
