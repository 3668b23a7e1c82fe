"""Tests of the page Statistics: charts with their tables, the form of a year, and the weeding list."""

import re
import urllib.parse

import catalogue
import lending
from axe_case import AxeCase
from browser import expect
from staff_case import StaffCase

SIZES = ((800, 480), (1366, 650), (360, 740))
VIEWS = ("artist", "decade", "condition", "growth", "loans", "most-wanted", "never-lent", "year", "weeding")


def open_view(case, view, **options):
    page = case.signed_in(f"/statistics?show={view}", **options)
    expect(page.locator("#statistic table, #empty:visible, #rows li").first).to_be_visible()
    return page


class StatisticTests(StaffCase):
    def test_each_number_leads_to_as_many_releases(self):
        for name in ("artist", "label", "genre", "decade", "medium", "growth"):
            page = open_view(self, name)
            row = page.locator("#statistic tbody tr").first
            number = int(row.locator("td.number").first.inner_text().replace(",", ""))
            row.get_by_role("link").click()
            expect(page).to_have_url(re.compile("/library\\?q="))
            expect(page.locator("#mistake")).to_be_hidden()
            expect(page.get_by_role("searchbox")).not_to_have_value("")
            text = page.get_by_role("searchbox").input_value()
            found = lending.staff("GET", f"/releases?limit=200&search={urllib.parse.quote(text, safe='')}")
            self.assertEqual(len(found["items"]), number, text)

    def test_loans_and_unlent_copies_have_their_releases_beside_them(self):
        self.lend()
        for name in ("loans", "never-lent"):
            page = open_view(self, name)
            expect(page.locator("#statistic thead")).to_contain_text("Releases")
            row = page.locator("#statistic tbody tr").first
            number = int(row.locator("td.number").last.inner_text().replace(",", ""))
            self.assertGreater(number, 0)
            row.get_by_role("link").click()
            expect(page).to_have_url(re.compile("/library\\?q="))
            expect(page.locator("#mistake")).to_be_hidden()
            expect(page.get_by_role("searchbox")).not_to_have_value("")
            text = page.get_by_role("searchbox").input_value()
            found = lending.staff("GET", f"/releases?limit=200&search={urllib.parse.quote(text, safe='')}")
            self.assertEqual(len(found["items"]), number, text)

    def test_a_release_that_was_lent_leads_to_its_record(self):
        copy = self.lend()[0]
        page = open_view(self, "most-lent")
        link = page.locator("#statistic tbody").get_by_role("link").first
        expect(link).to_have_attribute("href", re.compile("/library\\?release="))
        statistic = lending.staff("GET", "/statistics/most-lent?top=200")
        self.assertIn(copy["release"]["id"], [group.get("release") for group in statistic["groups"]])

    def test_numbers_from_before_a_change_have_their_time_and_are_replaced_by_the_new_ones(self):
        old = []

        def answer(route):
            if old:
                route.continue_()
                return
            found = route.fetch()
            old.append({**found.json(), "isCurrent": False, "countedAt": "2024-05-08T09:30:00Z"})
            route.fulfill(response=found, json=old[0])

        page = self.signed_in("/library")
        page.route("**/api/v1/statistics/artist?*", answer)
        page.goto("/statistics?show=artist")
        note = page.locator(".statistic-note").filter(has_text="A new count has begun")
        expect(note).to_contain_text("Counted at")
        expect(note).to_have_count(0, timeout=20_000)
        expect(page.locator("#statistic table")).to_be_visible()

    def test_a_statistic_that_had_no_numbers_before_a_change_shows_the_new_ones(self):
        answers = []

        def answer(route):
            found = route.fetch()
            before = {**found.json(), "groups": [], "groupCount": 0, "isCurrent": False, "countedAt": "2024-05-08T09:30:00Z"}
            answers.append(found)
            route.fulfill(response=found, **{} if len(answers) > 1 else {"json": before})

        page = self.signed_in("/library")
        page.route("**/api/v1/statistics/artist?*", answer)
        page.goto("/statistics?show=artist")
        expect(page.locator("#empty")).to_be_visible()
        expect(page.locator("#statistic table")).to_be_visible(timeout=60_000)
        self.assertEqual(len(answers), 2)

    def test_views_are_chosen_by_keyboard_and_have_addresses(self):
        page = open_view(self, "artist")
        chip = page.locator("#chips").get_by_role("button", name="Growth", exact=True)
        chip.focus()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("show=growth"))
        expect(page.locator("#chips").get_by_role("button", name="Growth", exact=True)).to_be_focused()
        expect(page.locator("#statistic caption")).to_contain_text("month")
        page.go_back()
        expect(page.locator("#chips [aria-pressed=true]")).to_have_text("Artists")
        expect(page.locator("#statistic caption")).to_contain_text("artist")

    def test_a_year_is_chosen_and_saved_as_a_table(self):
        page = open_view(self, "year")
        page.get_by_role("combobox", name="Year", exact=True).select_option(index=1)
        expect(page).to_have_url(re.compile(r"year=\d{4}"))
        expect(page.locator("#statistic")).to_contain_text("Different borrowers of these loans")
        with page.expect_download() as saved:
            page.locator("#table-link").click()
        text = open(saved.value.path(), encoding="utf-8-sig").read()
        self.assertIn("copies-added", text)
        self.assertNotIn(self.person["name"], text)

    def test_the_weeding_list_is_narrowed_and_may_be_empty(self):
        page = open_view(self, "weeding")
        page.get_by_role("combobox", name="Reason", exact=True).select_option("duplicate")
        expect(page).to_have_url(re.compile("reason=duplicate"))
        wanted = lending.staff("GET", "/weeding?reason=duplicate&limit=100")["items"]
        expect(page.locator("#rows > li")).to_have_count(len(wanted))
        page.get_by_role("combobox", name="Reason", exact=True).select_option("never-lent")
        page.get_by_role("combobox", name="Unused for", exact=True).select_option("10")
        expect(page.locator("#empty")).to_contain_text("No copy has such a reason")

    def test_an_unknown_address_shows_the_first_view(self):
        page = self.signed_in("/statistics?show=%22%3E&year=x&reason=y&years=0&top=9")
        expect(page.locator("#chips [aria-pressed=true]")).to_have_text("Artists")
        expect(page.locator("#statistic table")).to_be_visible()

    def test_the_views_fit_every_screen_in_each_language(self):
        for language in ("en", "de", "fr"):
            page = self.signed_in("about:blank", locale=catalogue.LOCALES.get(language, "en-GB"))
            for view in VIEWS:
                page.goto(f"/statistics?show={view}")
                expect(page.locator("#statistic table, #empty:visible, #rows li").first).to_be_visible()
                for width, _ in self.on_screens(page, SIZES):
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{view} {language} {width}")


class StatisticAccessTests(AxeCase, StaffCase):
    def test_each_view_is_accessible_in_light_and_dark(self):
        for scheme in ("light", "dark"):
            for view in VIEWS:
                page = open_view(self, view, scheme=scheme)
                self.check(page, f"{view} {scheme}")
