"""Tests of the page Bulk changes: ordered by a search or a selection, previewed by copy, applied, cancelled and undone."""

import re
import urllib.parse

import hub
import lending
from axe_case import AxeCase
from browser import expect
from staff_case import StaffCase

SIZES = ((800, 480), (1366, 650), (360, 740))


class BulkTests(AxeCase, StaffCase):
    def setUp(self):
        super().setUp()
        self.copies = hub.single()[:2]
        self.release = self.copies[0]["release"]["id"]
        self.newest = lending.staff("GET", "/changes?limit=1")["items"][0]["id"]
        self.addCleanup(self.undo_all)

    def undo_all(self):
        for change in lending.staff("GET", "/changes?limit=50")["items"]:
            if change["id"] == self.newest:
                return
            if change["kind"] == "bulk" and not change.get("undoneBy"):
                lending.staff("POST", f"/changes/{change['id']}/undo")

    def copy(self, copy):
        return lending.staff("GET", f"/copies/{copy['id']}")

    def query(self):
        """A query that finds the release of the first copy alone, for an address."""
        return urllib.parse.quote(f'title:"{self.copies[0]["release"]["title"]}"')

    def test_copies_of_a_search_are_edited_and_undone(self):
        page = self.signed_in(f"/bulk?q={self.query()}")
        page.get_by_label("Condition of the medium").select_option("VG+")
        page.get_by_label("Shelf mark", exact=True).fill("BULK 1")
        page.get_by_role("button", name="Preview").click()
        lines = page.locator("#bulk-lines > li")
        expect(lines.first).to_contain_text("Shelf mark: ")
        expect(lines.first).to_contain_text("→ BULK 1")
        self.check(page, "the preview of a bulk change")
        skip = page.locator("#bulk-skip")
        if skip.count():
            skip.check()
        self.assertNotEqual(self.copy(self.copies[0]).get("shelfMark"), "BULK 1")
        page.get_by_role("button", name=re.compile(r"^Change \d")).click()
        expect(page.locator("#bulk")).to_contain_text("changed")
        self.assertEqual(self.copy(self.copies[0])["shelfMark"], "BULK 1")
        page.locator("#toast").get_by_role("button", name="Undo").click()
        expect(page.locator("#toast")).to_contain_text("The bulk change is undone.")
        self.assertNotEqual(self.copy(self.copies[0]).get("shelfMark"), "BULK 1")

    def test_selected_releases_are_moved_by_the_keyboard(self):
        place = lending.staff("POST", "/places", {"name": "Test bulk", "kind": "shelf"})
        try:
            page = self.signed_in(f"/library?q={self.query()}")
            page.locator("#select").focus()
            page.keyboard.press("Enter")
            box = page.locator("#releases .row-select input").first
            box.focus()
            page.keyboard.press("Space")
            expect(page.locator("#change-selected")).to_have_text("Change 1 release")
            self.check(page, "the selection of releases")
            page.locator("#change-selected").focus()
            page.keyboard.press("Enter")
            expect(page.get_by_text("All copies of 1 selected release")).to_be_visible()
            page.get_by_role("button", name="Move", exact=True).click()
            page.get_by_label("Place", exact=True).select_option(place["id"])
            page.get_by_role("button", name="Preview").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#bulk-lines > li").first).to_contain_text("→ Test bulk")
            skip = page.locator("#bulk-skip")
            if skip.count():
                skip.check()
            page.get_by_role("button", name=re.compile(r"^Move \d")).click()
            expect(page.locator("#bulk")).to_contain_text("changed")
            self.assertIn("Test bulk", self.copy(self.copies[0])["slot"])
            page.locator("#bulk").get_by_role("button", name="Undo").click()
            expect(page.locator("#bulk-form")).to_be_visible()
            self.assertNotIn("Test bulk", self.copy(self.copies[0]).get("slot", ""))
        finally:
            self.undo_all()
            lending.staff("DELETE", f"/places/{place['id']}", headers={"if-match": "*"})

    def test_a_refused_copy_is_shown_with_its_reason_and_left_out(self):
        copy = self.lend()[0]
        self.assertEqual(copy["id"], self.copies[0]["id"])
        page = self.signed_in(f"/bulk?q={self.query()}")
        page.get_by_role("button", name="Remove", exact=True).click()
        page.get_by_role("button", name="Preview").click()
        page.get_by_role("button", name="Refused", exact=True).click()
        expect(page.locator("#bulk-lines > li").first).to_contain_text("Has loans, holds or tags")
        page.get_by_role("button", name="Back").click()
        expect(page.locator("#bulk-form")).to_be_visible()
        self.assertEqual(self.copy(copy)["number"], copy["number"])

    def test_the_copies_of_a_search_get_labels_and_their_releases_a_recheck(self):
        self.addCleanup(self.stop_recheck)
        page = self.signed_in("/bulk")
        page.locator("#bulk-query").fill("no-barcode")
        page.get_by_role("button", name="Recheck with Discogs").click()
        expect(page.locator("#toast")).to_contain_text("checked again")
        self.assertEqual(lending.staff("GET", "/recheck")["search"], "no-barcode")
        page.locator("#bulk-query").fill("title:hey")
        page.locator("main").get_by_role("link", name="Print labels").click()
        expect(page).to_have_url(re.compile(r"/labels\?search=title"))

    def stop_recheck(self):
        recheck = lending.staff("GET", "/recheck")
        if recheck["state"] == "running":
            lending.staff("PATCH", "/recheck", {"state": "stopped"}, headers={"if-match": f'"{recheck["version"]}"'})

    @staticmethod
    def answering(status, body):
        return lambda route: route.fulfill(status=status, json=body())

    def test_what_others_changed_meanwhile_is_listed_and_a_cancelled_change_is_restored(self):
        # A small library passes these states too quickly, so the page gets them as answers.
        copy, own = self.copies[0], "0193489a-9000-7e0b-a1c3-5d9e8f274b16"
        counts = {"change": 1, "same": 0, "refused": 0, "changedMeanwhile": 1}
        view = {"id": own, "action": "edit", "counts": counts, "percent": 100, "plan": "0" * 64}
        fault = "The bulk change was cancelled. All that it had changed was taken back."
        line = {"position": 1, "copy": copy["id"], "number": copy["number"], "subject": "A – B", "fate": "changed-meanwhile",
                "differences": [{"field": "shelfMark", "before": "A", "after": "B"}]}
        for size in SIZES:
            page = self.signed_in(f"/bulk?q={self.query()}")
            page.set_viewport_size({"width": size[0], "height": size[1]})
            after = {"state": "applied", "change": own}
            page.route("**/api/v1/bulk-changes", lambda route: route.fulfill(status=201, json={**view, "state": "ready"}))
            page.route("**/api/v1/bulk-changes/*/lines?*", lambda route: route.fulfill(json={"items": [line]}))
            page.route("**/api/v1/bulk-changes/*/apply", self.answering(202, lambda after=after: {**view, **after}))
            with self.subTest(size=size):
                page.get_by_label("Shelf mark", exact=True).fill("B")
                page.get_by_role("button", name="Preview").click()
                page.get_by_role("button", name=re.compile(r"^Change \d")).click()
                expect(page.locator("#bulk")).to_contain_text("1 copy was changed by others meanwhile, and stays as it is:")
                expect(page.locator("#bulk-lines > li")).to_contain_text("Changed meanwhile")
                self.check(page, f"the result of a bulk change at {size}")
                page.get_by_role("button", name="Another change").click()
                ended = {"state": "cancelled", "change": own, "fault": fault}
                answers = [{"state": "taking-back", "percent": 40, "secondsLeft": 3}] * 5 + [ended]
                after.update(answers[0])
                page.route(f"**/api/v1/bulk-changes/{own}", self.answering(
                    200, lambda answers=answers: {**view, **(answers.pop(0) if len(answers) > 1 else answers[0])}))
                page.get_by_label("Shelf mark", exact=True).fill("B")
                page.get_by_role("button", name="Preview").click()
                page.get_by_role("button", name=re.compile(r"^Change \d")).click()
                expect(page.locator("#bulk-progress")).to_contain_text("Restoring the copies")
                expect(page.locator("#bulk").get_by_role("button", name="Cancel")).to_have_count(0)
                expect(page.locator("#bulk").get_by_role("alert")).to_have_text(fault)
                expect(page.locator("#bulk")).not_to_contain_text("The library is unchanged.")
                self.check(page, f"a cancelled bulk change at {size}")

    def test_a_wrong_query_changes_nothing(self):
        page = self.signed_in("/bulk")
        page.locator("#bulk-query").fill("year:abc")
        page.get_by_label("Condition of the sleeve").select_option("NM")
        page.get_by_role("button", name="Preview").click()
        expect(page.locator("#bulk").get_by_role("alert")).to_be_visible()
        expect(page.locator("#bulk")).to_contain_text("The library is unchanged.")

    def test_the_form_fits_every_screen_in_every_language(self):
        page = self.signed_in("/bulk")
        for language, word in (("en", "Preview"), ("de", "Vorschau"), ("fr", "Aperçu")):
            page.evaluate("(code) => localStorage.setItem('deadwax.language', code)", language)
            page.goto("/bulk")
            expect(page.get_by_role("button", name=word)).to_be_visible()
            expect(page.locator("#bulk-notes")).to_be_visible()
            for size in self.on_screens(page, SIZES):
                with self.subTest(size=size, language=language):
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
                    self.check(page, f"the form of a bulk change at {size} in {language}")
