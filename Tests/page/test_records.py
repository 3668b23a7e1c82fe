"""Tests of records that people change by the pages alone: a title, a merge, and the own facts of a copy."""

import random
import unittest

import hub
import lending
from browser import PageCase, expect
from test_layout import FAULTS

TITLE = "A record of this test"


def barcode(prefix):
    """Returns an EAN-13 that no release has."""
    digits = [int(digit) for digit in prefix] + [random.randrange(10) for _ in range(10)]
    check = -sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10
    return "".join(map(str, [*digits, check]))


class RecordsTests(PageCase):
    def setUp(self):
        super().setUp()
        self.made = []
        self.addCleanup(self.remove)

    def enter(self, title=TITLE, copies=0, **fields):
        """Returns a new release with copies."""
        release = lending.staff("POST", "/releases", {"title": title, "artist": "Various", "medium": "cd", **fields})
        self.made.append(release["id"])
        for _ in range(copies):
            lending.staff("POST", "/copies", {"release": release["id"]})
        return hub.call("GET", f"/api/v1/releases/{release['id']}")

    def remove(self):
        """Removes the records of the test with their copies."""
        for id in self.made:
            try:
                release = hub.call("GET", f"/api/v1/releases/{id}")
            except AssertionError:
                # The test has removed it.
                continue
            for copy in release.get("copies", []):
                lending.staff("DELETE", f"/copies/{copy['id']}", headers={"if-match": "*"})
            if release.get("id") == id:
                lending.staff("DELETE", f"/releases/{id}", headers={"if-match": "*"})

    def opened(self, release):
        page = self.signed_in(f"/library?release={release['id']}")
        view = page.get_by_role("article", name="Release")
        expect(view.get_by_role("heading", level=2)).to_have_text(release["title"])
        return page, view

    def choose(self, view, name, row=".release-acts"):
        view.locator(f"{row} .more-actions").first.click()
        view.locator(f"{row} .menu").first.get_by_role("button", name=name, exact=True).click()

    def test_a_release_is_wished_for_until_its_first_copy_arrives(self):
        release = self.enter()
        page, view = self.opened(release)
        view.get_by_role("button", name="Add to wish list").click()
        expect(view).to_contain_text("On the wish list.")
        page.get_by_role("button", name="Wish list", exact=True).click()
        self.assertIn("wished=true", page.url)
        row = page.locator(f".release-row[data-id='{release['id']}']")
        expect(row.locator(".badge")).to_have_text("Wish list")
        self.assertTrue(all(one["isWished"] for one in hub.every("/api/v1/releases?wished=true")))
        # The first copy ends the wish, and the list follows.
        lending.staff("POST", "/copies", {"release": release["id"]})
        expect(row).to_have_count(0)
        expect(view.get_by_role("button", name="Add to wish list")).to_have_count(0)
        expect(view.get_by_role("button", name="Remove from wish list")).to_have_count(0)

    def test_a_wish_is_taken_back_and_an_empty_wish_list_says_what_to_do(self):
        release = self.enter()
        page, view = self.opened(release)
        view.get_by_role("button", name="Add to wish list").click()
        view.get_by_role("button", name="Remove from wish list").click()
        expect(view.get_by_role("button", name="Add to wish list")).to_be_visible()
        self.assertNotIn("isWished", hub.call("GET", f"/api/v1/releases/{release['id']}"))
        page.route("**/api/v1/releases?*wished=true*", lambda route: route.fulfill(json={"items": []}))
        page.goto("/library?wished=true")
        expect(page.locator("#empty")).to_contain_text("The wish list is empty")
        expect(page.get_by_role("button", name="Wish list", exact=True)).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Show all releases").click()
        expect(page.locator(".release-row").first).to_be_visible()

    def test_what_no_look_up_found_is_in_the_inbox_until_someone_enters_it(self):
        """The number of a shop is in no catalogue; a barcode is looked up at Discogs, which has no such release."""
        self.addCleanup(lambda: hub.set_mode(hub.station()["home"]))
        page = self.signed_in("/inbox")
        section = page.locator("#unknown")
        for digits in (barcode("25"), barcode("40")):
            with self.subTest(digits=digits):
                hub.set_mode("add")
                scan = hub.report(digits, "EAN-13")
                self.assertEqual(scan["outcome"]["code"], "added-unresolved")
                release = scan["outcome"]["release"]["id"]
                self.made.append(release)
                hub.wait_for("the answer of Discogs", lambda: hub.call("GET", f"/api/v1/releases/{release}")["status"] == "not-found")
                page.reload()
                row = section.locator(f"[data-id='{release}']")
                expect(row).to_contain_text("Enter the title from the sleeve, or merge it with a record that you have.")
                row.get_by_role("button", name="Enter the title").click()
                sheet = page.locator("#sheet")
                sheet.get_by_label("Title", exact=True).fill(TITLE)
                sheet.get_by_label("Artist", exact=True).fill("Various")
                sheet.get_by_role("button", name="Save").click()
                expect(sheet).to_be_hidden()
                expect(row).to_have_count(0)
                entered = hub.call("GET", f"/api/v1/releases/{release}")
                self.assertEqual((entered["title"], entered["status"], entered["barcode"]), (TITLE, "manual", digits))

    def test_a_title_is_corrected_marked_and_undone(self):
        release = self.enter()
        page, view = self.opened(release)
        # The browser reports the refusal of the year as an error of its own.
        self.forgiven = (*self.forgiven, f"/api/v1/releases/{release['id']}")
        view.locator(".release-acts").get_by_role("button", name="Edit", exact=True).click()
        form = page.locator("form.entry")
        form.get_by_label("Year", exact=True).fill("3000")
        form.get_by_label("Title", exact=True).fill(f"{TITLE}, corrected")
        form.get_by_role("button", name="Save").click()
        expect(page.locator("#field-year-wrong")).to_contain_text("It must be a year from")
        expect(form.get_by_label("Year", exact=True)).to_be_focused()
        form.get_by_label("Year", exact=True).fill("1999")
        form.get_by_role("button", name="Save").click()
        expect(view.get_by_role("heading", level=2)).to_have_text(f"{TITLE}, corrected")
        expect(view.locator(".marks")).to_contain_text("Title")
        page.locator("#toast").get_by_role("button", name="Undo").click()
        expect(view.get_by_role("heading", level=2)).to_have_text(TITLE)

    def test_groups_of_the_library_are_merged_or_noted_as_different(self):
        numbered = {"label": "Own", "catalogNumber": "OWN 4711"}
        first, second = self.enter("Said twice", copies=1, **numbered), self.enter("Said twice", year=2001, **numbered)
        page = self.signed_in("/duplicates")
        row = page.locator("#rows > li", has_text="Said twice")
        expect(row.locator(".members a")).to_have_count(2)
        expect(row).to_contain_text("the same catalogue number")
        for size in ((360, 740), (800, 480), (1280, 800)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            self.assertEqual(page.evaluate(FAULTS), [], size)
        self.choose(row, "Note as different", ".row-acts")
        expect(row).to_have_count(0)
        page.locator("#toast").get_by_role("button", name="Undo").click()
        expect(row).to_have_count(1)
        row.get_by_role("button", name="Merge with…").click()
        form = page.locator("form.entry")
        candidate = form.locator(".candidate")
        expect(candidate).to_have_count(1)
        candidate.get_by_role("button", name="Said twice").first.click()
        expect(form.locator(".plan")).to_contain_text("What moves from Said twice")
        form.get_by_role("button", name="Merge", exact=True).click()
        expect(row).to_have_count(0)
        ids = {hub.call("GET", f"/api/v1/releases/{one['id']}")["id"] for one in (first, second)}
        self.assertEqual(len(ids), 1)

    def test_a_candidate_is_noted_as_different_before_a_merge(self):
        numbered = {"label": "Own", "catalogNumber": "OWN 4712"}
        first, second = self.enter("Once more", **numbered), self.enter("Once more", **numbered)
        page, view = self.opened(first)
        self.choose(view, "Merge with…")
        form = page.locator("form.entry")
        form.get_by_role("button", name="Note Once more").click()
        expect(form.locator(".candidate")).to_have_count(0)
        items = lending.staff("GET", f"/releases/{second['id']}/duplicates")["items"]
        self.assertEqual([item["release"]["id"] for item in items if item["release"]["id"] == first["id"]], [])

    def test_links_to_other_sites_are_set_refused_and_undone(self):
        release = self.enter()
        page, view = self.opened(release)
        # The browser reports the refusal of the number as an error of its own.
        self.forgiven = (*self.forgiven, f"/api/v1/releases/{release['id']}")
        self.choose(view, "Edit links")
        form = page.locator("form.entry")
        form.get_by_label("MusicBrainz", exact=True).fill("no number")
        form.get_by_role("button", name="Save").click()
        expect(page.locator("#field-musicbrainz-wrong")).to_contain_text("It must be the MBID")
        number = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
        form.get_by_label("MusicBrainz", exact=True).fill(f"https://musicbrainz.org/release/{number}")
        form.get_by_label("Wikidata", exact=True).fill("q42")
        form.get_by_role("button", name="Save").click()
        link = view.get_by_role("link", name=f"MusicBrainz {number}")
        expect(link).to_have_attribute("href", f"https://musicbrainz.org/release/{number}")
        expect(view.get_by_role("link", name="Wikidata Q42")).to_be_visible()
        page.locator("#toast").get_by_role("button", name="Undo").click()
        expect(link).to_have_count(0)
        self.assertNotIn("links", hub.call("GET", f"/api/v1/releases/{release['id']}"))

    def test_two_records_are_merged_with_a_preview_and_separated_again(self):
        target, other = self.enter(), self.enter(f"{TITLE} twice", copies=1)
        page, view = self.opened(target)
        self.choose(view, "Merge with…")
        form = page.locator("form.entry")
        expect(form.get_by_role("button", name="Merge", exact=True)).to_be_disabled()
        form.get_by_label("Other record").fill(other["title"])
        form.locator(".found button", has_text=other["title"]).click()
        expect(form.locator(".plan")).to_contain_text(f"1 copy: {other['copies'][0]['number']}")
        form.get_by_role("button", name="Merge", exact=True).click()
        expect(view.locator(".copies li")).to_have_count(1)
        page.locator("#toast").get_by_role("button", name="Undo").click()
        expect(view.locator(".copies li")).to_have_count(0)
        self.assertEqual(len(hub.call("GET", f"/api/v1/releases/{other['id']}")["copies"]), 1)

    def test_copies_are_moved_to_another_release_and_back_by_an_undo(self):
        wrong, right = self.enter("A wrong record", copies=2), self.enter("The right record")
        page, view = self.opened(wrong)
        first, second = wrong["copies"]
        card = view.locator(".copies li").filter(has_text=first["code"])
        card.locator(".more-actions").click()
        card.get_by_role("button", name="Move to another release…").click()
        sheet = page.locator("#sheet")
        self.assertEqual(page.evaluate(FAULTS), [])
        expect(sheet.get_by_role("checkbox", name=first["code"])).to_be_checked()
        sheet.get_by_role("button", name="Move", exact=True).click()
        expect(sheet.get_by_role("alert")).to_have_text("Choose a release first.")
        sheet.get_by_role("checkbox", name=second["code"]).check()
        # By keyboard alone: the first match, then the form.
        sheet.get_by_label("Other release").fill("The right record")
        expect(sheet.locator(".found button").first).to_contain_text("The right record")
        page.keyboard.press("Enter")
        sheet.get_by_role("button", name="Move", exact=True).press("Enter")
        expect(view).to_contain_text("The library has no copy of it.")
        moved = hub.call("GET", f"/api/v1/releases/{right['id']}")["copies"]
        self.assertEqual({copy["id"] for copy in moved}, {first["id"], second["id"]})
        # Each is a change of its own, which is undone by itself.
        page.get_by_role("button", name="Undo").last.click()
        expect(view.locator(".copies li")).to_have_count(1)

    def test_price_and_valuation_are_entered_and_in_the_insurance_list(self):
        release = self.enter(copies=1)
        page, view = self.opened(release)
        self.choose(view, "Own facts", ".copies li")
        form = page.locator("form.entry")
        form.get_by_label("Price paid", exact=True).fill("twelve")
        form.get_by_role("button", name="Save").click()
        expect(page.get_by_role("alert")).to_contain_text("Type an amount")
        form.get_by_label("Price paid", exact=True).fill("12.50 EUR")
        form.get_by_label("Own valuation", exact=True).fill("1200 JPY")
        form.get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("Saved")
        copy = release["copies"][0]
        facts = lending.staff("GET", f"/copies/{copy['id']}/own-facts")
        self.assertEqual(facts["price"], {"amount": 1250, "currency": "EUR"})
        self.assertEqual(facts["valuation"], {"amount": 1200, "currency": "JPY"})
        page.goto("/insurance")
        expect(page.locator("#rows")).to_contain_text(release["title"])
        expect(page.locator("#total")).to_contain_text("1,200")

    def test_a_release_is_entered_and_removed(self):
        page = self.signed_in("/library")
        page.get_by_role("button", name="Enter a release").click()
        form = page.locator("form.entry")
        form.get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_role("alert")).to_be_visible()
        form.get_by_label("Title", exact=True).fill(f"{TITLE} by hand")
        form.get_by_role("button", name="Enter", exact=True).click()
        view = page.get_by_role("article", name="Release")
        expect(view.get_by_role("heading", level=2)).to_have_text(f"{TITLE} by hand")
        # The event of the removal can be faster than its response: then the page asks for a release that is gone.
        self.forgiven = (*self.forgiven, f"/api/v1/releases/{page.url.partition('release=')[2]}")
        self.choose(view, "Remove")
        page.locator(".actions").get_by_role("button", name="Remove").click()
        expect(page.locator("#toast")).to_contain_text("The release was removed.")
        expect(view).to_be_hidden()
        self.assertNotIn("release=", page.url)
        page.locator("#toast").get_by_role("button", name="Undo").click()
        expect(page.locator(".release-row", has_text=f"{TITLE} by hand")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
