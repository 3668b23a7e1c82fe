"""Tests of the page Plays: the list, the reports, and the plays on the page of a release."""

import datetime
import re

import catalogue
import lending
from axe_case import AxeCase
from browser import expect
from staff_case import StaffCase

SIZES = ((800, 480), (1366, 650), (360, 740))


def add(copy, **more):
    return lending.staff("POST", "/plays", {"copy": copy["id"], **more})


def last_month():
    """Returns a time in the month before, which the report is about by itself."""
    first = datetime.date.today().replace(day=1)
    return f"{(first - datetime.timedelta(days=10)).isoformat()}T12:00:00Z"


def open_report(case, **options):
    page = case.signed_in("/plays?show=report", **options)
    expect(page.locator("#report p").first).to_be_visible()
    return page


class PlayTests(StaffCase):
    def setUp(self):
        super().setUp()
        self.copy = lending.staff("GET", "/copies?limit=1")["items"][0]

    def test_a_play_is_added_on_the_page_of_the_release_and_undone(self):
        page = self.signed_in(f"/library?release={self.copy['release']['id']}")
        before = lending.staff("GET", f"/plays?copy={self.copy['id']}")["total"]
        card = page.locator("ul.copies > li").filter(has_text=self.copy["code"])
        self.choose(card, "Add play")
        page.get_by_label("Played", exact=True).select_option(index=0)
        page.locator("form").get_by_role("button", name="Add play").click()
        expect(page.locator("#toast")).to_contain_text("Play counted")
        expect(page.locator("section.plays")).to_contain_text(f"Copy {self.copy['number']}")
        expect(card).to_contain_text("played")
        self.assertEqual(lending.staff("GET", f"/plays?copy={self.copy['id']}")["total"], before + 1)
        self.undo(page)
        self.assertEqual(lending.staff("GET", f"/plays?copy={self.copy['id']}")["total"], before)

    def test_a_time_in_the_future_is_refused_at_its_field(self):
        page = self.signed_in(f"/library?release={self.copy['release']['id']}")
        card = page.locator("ul.copies > li").filter(has_text=self.copy["code"])
        self.choose(card, "Add play")
        # The refusal is an error on the console, too.
        self.may_fail = True
        page.get_by_label("Started", exact=True).fill("2126-01-01T20:15")
        page.locator("form").get_by_role("button", name="Add play").click()
        expect(page.locator("#field-startedAt-wrong")).to_contain_text("future")

    def test_a_play_is_removed_from_the_list_by_keyboard(self):
        play = add(self.copy)
        page = self.signed_in("/plays")
        row = page.locator(f"#rows > li[data-id='{play['id']}']")
        expect(row).to_contain_text(f"Copy {self.copy['number']}")
        row.locator(".more-actions").focus()
        page.keyboard.press("Enter")
        # The menu takes the focus when it has opened.
        expect(row.get_by_role("button", name="Remove play")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_contain_text("Play removed")
        expect(row).to_have_count(0)

    def test_the_list_of_one_release_leads_back_to_all(self):
        play = add(self.copy)
        page = self.signed_in(f"/plays?release={self.copy['release']['id']}")
        expect(page.locator(f"#rows > li[data-id='{play['id']}']")).to_be_visible()
        page.get_by_role("button", name="All plays").click()
        expect(page).to_have_url(re.compile("/plays$"))

    def test_a_report_says_what_is_missing_and_is_saved_as_a_table(self):
        add(self.copy, startedAt=last_month())
        page = open_report(self)
        expect(page.locator("#count")).to_contain_text("Plays:")
        expect(page.locator(".missing-table")).to_contain_text("ISRC code")
        gap = page.locator("#rows > li").first
        expect(gap).to_contain_text("lacks:")
        expect(gap.get_by_role("link")).to_have_attribute("href", re.compile("/library\\?release="))
        page.get_by_role("combobox", name="Form", exact=True).select_option("soundexchange")
        expect(page).to_have_url(re.compile("form=soundexchange"))
        expect(page.locator("#count")).to_contain_text("Due on")
        with page.expect_download() as saved:
            page.locator("#table-link").click()
        text = open(saved.value.path(), encoding="utf-8-sig").read()
        self.assertTrue(text.startswith("NAME_OF_SERVICE,"), text[:80])
        self.assertIn(self.copy["release"]["artist"].split(",")[0], text)

    def test_the_days_of_a_report_are_in_its_address(self):
        page = open_report(self)
        # The refusal is an error on the console, too.
        self.may_fail = True
        page.get_by_label("From", exact=True).fill("2019-10-01")
        expect(page).to_have_url(re.compile("from=2019-10-01"))
        # More than 400 days are refused, and the fields stay usable by going back.
        expect(page.locator("#empty")).to_be_visible()
        page.go_back()
        expect(page.locator("#report p").first).to_be_visible()
        page.goto("/plays?show=report&from=2019-10-31&to=2019-10-01")
        expect(page.get_by_label("From", exact=True)).to_have_value("2019-10-01")
        expect(page.locator("#count")).to_contain_text("Plays: 0")

    def test_an_unknown_address_shows_the_list(self):
        page = self.signed_in("/plays?show=%22%3E&release=x&form=../x&from=y&to=2026-99-99")
        expect(page.locator("#chips [aria-pressed=true]")).to_have_text("Plays")

    def test_the_views_fit_every_screen_in_each_language(self):
        add(self.copy, startedAt=last_month())
        for language in ("en", "de", "fr"):
            page = self.signed_in("about:blank", locale=catalogue.LOCALES.get(language, "en-GB"))
            for view in ("list", "report"):
                page.goto(f"/plays?show={view}")
                expect(page.locator("#report p, #empty:visible, #rows li").first).to_be_visible()
                for width, _ in self.on_screens(page, SIZES):
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{view} {language} {width}")


class PlayAccessTests(AxeCase, StaffCase):
    def test_each_view_is_accessible_in_light_and_dark(self):
        add(lending.staff("GET", "/copies?limit=1")["items"][0], startedAt=last_month())
        for scheme in ("light", "dark"):
            for view in ("list", "report"):
                page = self.signed_in(f"/plays?show={view}", scheme=scheme)
                expect(page.locator("#report p, #empty:visible, #rows li").first).to_be_visible()
                self.check(page, f"{view} {scheme}")
