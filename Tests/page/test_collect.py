"""Tests of the mode Collect at the page Desk: the crate of a pile, the line above the card, its end and its undo."""

import re

import hub
import lending
from browser import expect
from staff_case import StaffCase


class CollectTests(StaffCase):
    def setUp(self):
        super().setUp()
        self.release, self.copies = lending.release_with_copies(2)
        self.piles = []
        self.addCleanup(self.restore)
        hub.set_mode("collect")

    def restore(self):
        hub.set_mode(hub.station()["home"])
        for pile in self.piles:
            lending.staff("DELETE", f"/crates/{pile}", headers={"if-match": "*"})

    def collect(self, copy):
        scan = hub.report(copy["code"])
        pile = hub.station()["collecting"]["id"]
        if pile not in self.piles:
            self.piles.append(pile)
        return scan["outcome"]

    def test_a_pile_is_counted_in_view_and_its_crate_is_one_tap_away(self):
        page = self.signed_in("/", counter=False)
        line = page.get_by_role("region", name="Pile")
        expect(line).to_be_hidden()
        expect(page.locator("#modes button[aria-pressed=true]")).to_contain_text("Collect")
        self.assertEqual(self.collect(self.copies[0])["code"], "collected")
        expect(page.locator("#outcome")).to_contain_text("In the crate")
        expect(line).to_contain_text("1 in the crate")
        self.assertEqual(self.collect(self.copies[1])["count"], 2)
        expect(line).to_contain_text("2 in the crate")
        self.assertEqual(self.collect(self.copies[1])["code"], "already-collected")
        expect(page.locator("#outcome")).to_contain_text("Already in the crate")
        expect(line).to_contain_text("2 in the crate")
        for size in ({"width": 800, "height": 480}, {"width": 1366, "height": 650}):
            page.set_viewport_size(size)
            expect(line.get_by_role("button", name="End pile")).to_be_in_viewport()
            # The copy in the hand has no next step here, so there is no empty panel for it.
            expect(page.locator("#session")).to_be_hidden()
        page.reload()
        expect(line).to_contain_text("2 in the crate")
        line.get_by_role("link", name="Open crate").click()
        expect(page.locator("#rows .row-title")).to_have_text([self.release["title"]] * 2)

    def test_the_end_of_a_pile_begins_another_crate_and_undo_takes_the_last_scan_out(self):
        page = self.signed_in("/", counter=False)
        line = page.get_by_role("region", name="Pile")
        self.collect(self.copies[0])
        line.get_by_role("button", name="End pile").click()
        expect(line).to_be_hidden()
        self.collect(self.copies[1])
        expect(line).to_contain_text("1 in the crate")
        self.assertEqual(len(self.piles), 2)
        self.collect(self.copies[0])
        expect(line).to_contain_text("2 in the crate")
        page.locator("#undo-button").click()
        expect(line).to_contain_text("1 in the crate")

    def test_a_pile_along_a_shelf_says_where_each_misplaced_record_goes(self):
        releases = sorted(hub.call("GET", "/api/v1/releases?limit=100")["items"], key=lambda one: one["artist"].lower())
        plain = [one for one in releases if one["artist"][:1].isascii() and one["artist"][:1].isalpha()
                 and not one["artist"].lower().startswith(("the ", "a ", "an "))]
        first = {one["artist"].lower()[0]: one for one in plain}
        chosen = [first[letter] for letter in sorted(first)]
        copies = {copy["release"]["id"]: copy for copy in hub.every("/api/v1/copies")}
        shelf = [one for one in chosen if one["id"] in copies][:4]
        self.assertEqual(len(shelf), 4)
        page = self.signed_in("/", counter=False)
        line = page.get_by_role("region", name="Pile")
        for release in (shelf[0], shelf[1]):
            self.collect(copies[release["id"]])
        check = line.get_by_role("button", name="Check order")
        check.click()
        expect(check).to_have_attribute("aria-pressed", "true")
        status = line.get_by_role("status")
        expect(status).to_have_text("All records are in order.")
        self.collect(copies[shelf[3]["id"]])
        expect(status).to_have_text("All records are in order.")
        self.collect(copies[shelf[2]["id"]])
        expect(status).to_have_text("1 of 4 records has to move.")
        move = line.locator(".pile-moves > li")
        expect(move).to_have_count(1)
        expect(move).to_contain_text(re.compile("Goes (between|to the end)"))
        for size in ({"width": 800, "height": 480}, {"width": 1366, "height": 650}):
            page.set_viewport_size(size)
            expect(move).to_be_in_viewport()
            expect(line.get_by_role("button", name="End pile")).to_be_in_viewport()
        check.focus()
        page.keyboard.press("Enter")
        expect(move).to_have_count(0)
