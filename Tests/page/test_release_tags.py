"""Tests of the tags that people put on a release: chips with a field, suggestions, the form, and the search for them."""

import re
import urllib.parse

import catalogue
import hub
import lending
from axe_case import AxeCase
from browser import PageCase, expect
from test_layout import FAULTS

SMALL, WIDE = (800, 480), (1366, 650)
SIZES = (SMALL, WIDE, (360, 740))


class ReleaseTagCase(PageCase):
    def setUp(self):
        super().setUp()
        self.made = []
        self.addCleanup(self.remove)

    def enter(self, title, tags=()):
        release = lending.staff("POST", "/releases", {"title": title, "artist": "Various", "medium": "cd", "tags": list(tags)})
        self.made.append(release["id"])
        return release

    def remove(self):
        for id in self.made:
            lending.staff("DELETE", f"/releases/{id}", headers={"if-match": "*"})

    def opened(self, release, **options):
        page = self.signed_in(f"/library?release={release['id']}", **options)
        part = page.locator(".release-tags")
        expect(part.get_by_label("New release tag")).to_be_visible()
        return page, part

    def tags_of(self, release):
        return hub.call("GET", f"/api/v1/releases/{release['id']}").get("tags", [])

    def chips(self, part):
        return part.locator(".tag-chips li a")


class ReleaseTagTests(ReleaseTagCase):
    def test_tags_are_typed_one_after_the_other_and_undone(self):
        release = self.enter("A record with tags")
        page, part = self.opened(release, size=SMALL)
        field = part.get_by_label("New release tag")
        field.fill("jazz night")
        page.keyboard.press("Enter")
        expect(self.chips(part)).to_have_text(["jazz night"])
        # The focus stays with the field, for the next tag.
        expect(part.get_by_label("New release tag")).to_be_focused()
        page.keyboard.type("reissue; donation 2024")
        part.get_by_role("button", name="Add", exact=True).click()
        expect(self.chips(part)).to_have_text(["jazz night", "reissue", "donation 2024"])
        self.assertEqual(self.tags_of(release), ["jazz night", "reissue", "donation 2024"])
        page.locator("#toast").get_by_role("button", name="Undo").click()
        expect(self.chips(part)).to_have_text(["jazz night"])

    def test_a_tag_that_is_there_and_one_that_is_too_long_are_explained(self):
        release = self.enter("A record with one tag", ["Jazz Night"])
        page, part = self.opened(release)
        field = part.get_by_label("New release tag")
        field.fill("JAZZ NIGHT")
        page.keyboard.press("Enter")
        expect(part).to_contain_text("The release has this tag already.")
        field.fill("x" * 61)
        page.keyboard.press("Enter")
        expect(part).to_contain_text("at most 60 characters")
        field.fill("!!!")
        page.keyboard.press("Enter")
        expect(part).to_contain_text("A release tag needs a letter or digit.")
        self.assertEqual(self.tags_of(release), ["Jazz Night"])

    def test_known_tags_are_suggested_and_chosen_by_keyboard(self):
        self.enter("Another record", ["quartet evening", "quarry"])
        release = self.enter("A record without tags")
        page, part = self.opened(release)
        part.get_by_label("New release tag").fill("quart")
        found = part.locator(".found button")
        expect(found).to_have_count(1)
        page.keyboard.press("ArrowDown")
        expect(found.first).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(part.get_by_label("New release tag")).to_be_focused()
        page.keyboard.press("Escape")
        expect(found).to_have_count(0)
        # The release stays open.
        expect(part).to_be_visible()
        page.keyboard.type("e")
        expect(found).to_have_count(1)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(self.chips(part)).to_have_text(["quartet evening"])

    def test_a_tag_is_removed_by_touch_and_leads_to_its_releases(self):
        release = self.enter("A record with two tags", ["lounge \"corner\"", "sale"])
        self.enter("Another record", ["Lounge Corner"])
        page, part = self.opened(release, size=SMALL, has_touch=True)
        part.get_by_role("button", name="Remove sale").tap()
        expect(self.chips(part)).to_have_count(1)
        self.assertEqual(self.tags_of(release), ["lounge \"corner\""])
        self.chips(part).first.tap()
        expect(page).to_have_url(re.compile("/library\\?q="))
        expect(page.locator("#mistake")).to_be_hidden()
        expect(page.locator(".release-row")).to_have_count(2)

    def test_a_half_typed_tag_stays_when_another_person_changes_the_release(self):
        release = self.enter("A record of two people")
        page, part = self.opened(release)
        part.get_by_label("New release tag").fill("half a wo")
        seen = hub.call("GET", f"/api/v1/releases/{release['id']}")["version"]
        lending.staff("PATCH", f"/releases/{release['id']}", {"tags": ["by another"]}, headers={"if-match": f'"{seen}"'})
        expect(self.chips(part)).to_have_text(["by another"])
        expect(part.get_by_label("New release tag")).to_have_value("half a wo")
        expect(part.get_by_label("New release tag")).to_be_focused()
        page.keyboard.press("Enter")
        expect(self.chips(part)).to_have_text(["by another", "half a wo"])

    def test_the_form_has_all_tags_in_one_field(self):
        release = self.enter("A record with a form", ["one", "two"])
        page, part = self.opened(release)
        view = page.get_by_role("article", name="Release")
        view.locator(".release-acts").get_by_role("button", name="Edit", exact=True).click()
        field = page.get_by_role("dialog").get_by_label("Release tags")
        expect(field).to_have_value("one; two")
        field.fill("two; three")
        page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
        expect(self.chips(part)).to_have_text(["two", "three"])

    def test_a_reader_of_the_page_sees_tags_and_no_field(self):
        release = self.enter("A record for borrowers", ["jazz night"])
        page = self.open(f"/library?release={release['id']}")
        expect(page.locator(".tag-chips li a")).to_have_text(["jazz night"])
        expect(page.locator("#release-tag")).to_have_count(0)
        expect(page.locator(".tag-chips button")).to_have_count(0)

    def test_the_tags_fit_each_screen_in_each_language(self):
        release = self.enter("A record with long tags", ["W" * 60, "jazz night", *(f"tag {number}" for number in range(12))])
        for language in ("en", "de", "fr"):
            page = self.signed_in(f"/library?release={release['id']}", locale=catalogue.LOCALES.get(language, "en-GB"))
            field = page.locator("#release-tag")
            expect(field).to_be_visible()
            for size in self.on_screens(page, SIZES):
                field.scroll_into_view_if_needed()
                expect(page.locator(".release-tags h3")).to_have_text(catalogue.texts(language)["library.tags"])
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0], f"{language} {size}")
                self.assertEqual(page.evaluate(FAULTS), [], f"{language} {size}")


class ReleaseTagSearchTests(ReleaseTagCase):
    def test_tags_are_a_facet_and_a_statistic(self):
        for number in range(2):
            self.enter(f"Tagged {number}", ["facet of this test"])
        page = self.signed_in(f"/library?q={urllib.parse.quote('tagged')}", size=(1366, 650))
        value = page.locator('.facet-value[data-key="tag facet of this test"]')
        expect(value).to_be_visible()
        value.click()
        expect(page.get_by_role("searchbox")).to_have_value(re.compile('tag:="facet of this test"'))
        expect(page.locator(".release-row")).to_have_count(2)
        page.goto("/statistics?show=tag")
        row = page.locator("#statistic tbody tr", has_text="facet of this test")
        expect(row.locator("td.number").first).to_have_text("2")


class ReleaseTagAccessTests(AxeCase, ReleaseTagCase):
    def test_the_tags_are_accessible_in_light_and_dark(self):
        release = self.enter("A record with tags to look at", ["jazz night", "reissue"])
        for scheme in ("light", "dark"):
            page, part = self.opened(release, scheme=scheme)
            part.get_by_label("New release tag").fill("j")
            self.check(page, f"release tags {scheme}")
