"""Tests of the page Shelves: places and slots are made, renamed and removed, with confirmation and undo."""

import hub
import lending
from browser import expect
from staff_case import StaffCase

NAME = "Test crate"


class PlaceTests(StaffCase):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.remove_places)

    def places(self):
        return [place for place in lending.staff("GET", "/places?limit=200")["items"] if place["name"].startswith(NAME)]

    def remove_places(self):
        for place in self.places():
            lending.staff("DELETE", f"/places/{place['id']}", headers={"if-match": "*"})

    def make(self, page, slots):
        page.get_by_role("button", name="Make a place", exact=True).click()
        page.get_by_label("Name", exact=True).fill(NAME)
        page.get_by_label("Kind", exact=True).select_option("crate")
        page.get_by_label("Number of slots", exact=True).fill(slots)
        page.locator("form").get_by_role("button", name="Make a place").click()

    def test_a_place_is_made_extended_renamed_removed_and_restored(self):
        page = self.signed_in_at("/shelves")
        self.make(page, "1001")
        expect(page.get_by_role("alert")).to_have_text("Enter a whole number from 0 to 1000.")
        page.get_by_label("Number of slots", exact=True).fill("3")
        page.locator("form").get_by_role("button", name="Make a place").click()
        expect(page.locator("#toast")).to_contain_text("The place was made.")
        place = self.places()[0]
        row = self.row(page, place)
        expect(row).to_contain_text("3 slots")

        row.get_by_role("button", name="Add slots", exact=True).click()
        page.get_by_label("Number of slots", exact=True).fill("2")
        page.locator("form").get_by_role("button", name="Add slots").click()
        expect(row).to_contain_text("5 slots")

        self.choose(row, "Show slots")
        expect(page.locator("#sheet").get_by_text("5 of 5 slots are free.")).to_be_visible()
        self.choose(page.locator("#sheet li", has_text="Slot 5"), "Remove slot")
        expect(row).to_contain_text("4 slots")
        self.undo(page)
        expect(row).to_contain_text("5 slots")

        self.choose(row, "Edit")
        page.get_by_label("Name", exact=True).fill(f"{NAME} two")
        page.locator("form").get_by_role("button", name="Save").click()
        expect(row).to_contain_text(f"{NAME} two")

        self.choose(row, "Remove")
        page.locator(".actions").get_by_role("button", name="Remove").click()
        expect(row).to_have_count(0)
        self.undo(page)
        expect(row).to_contain_text("5 slots")

    def test_a_slot_is_disabled_with_a_reason_and_put_into_use(self):
        place = lending.staff("POST", "/places", {"name": NAME, "kind": "crate", "slots": 3})
        page = self.signed_in_at("/shelves")
        row = self.row(page, place)
        expect(row).to_contain_text("3 of 3 slots are free.")
        self.choose(row, "Show slots")
        slot = page.locator("#sheet .rows > li", has_text="Slot 2")
        slot.get_by_role("button", name="Disable", exact=True).click()
        page.locator("form").get_by_role("button", name="Disable", exact=True).click()
        expect(page.get_by_label("Reason", exact=True)).to_be_focused()
        page.get_by_label("Reason", exact=True).fill("broken hinge")
        page.keyboard.press("Enter")
        expect(slot).to_contain_text("Disabled")
        expect(slot).to_contain_text("broken hinge")
        expect(page.locator("#sheet")).to_contain_text("2 of 3 slots are free. 1 slot is disabled.")
        listed = lending.staff("GET", f"/places/{place['id']}/slots?state=disabled")["items"]
        self.assertEqual([(one["number"], one["disabledReason"]) for one in listed], [(2, "broken hinge")])
        slot.get_by_role("button", name="Put into use").click()
        expect(slot).to_contain_text("Free")
        self.assertEqual(lending.staff("GET", f"/places/{place['id']}")["freeSlots"], 3)

    def test_a_change_by_another_person_does_not_close_an_open_menu(self):
        made = [lending.staff("POST", "/places", {"name": f"{NAME} {word}", "kind": "crate"}) for word in ("one", "two")]
        page = self.signed_in_at("/shelves")
        row = self.row(page, made[0])
        row.locator(".more-actions").click()
        edit = row.locator(".menu").get_by_role("button", name="Edit", exact=True)
        expect(edit).to_be_focused()
        # Another row comes, and the row itself changes.
        other = lending.staff("POST", "/places", {"name": f"{NAME} a", "kind": "crate"})
        expect(self.row(page, other)).to_be_visible()
        expect(edit).to_be_focused()
        lending.staff("PATCH", f"/places/{made[0]['id']}", {"name": f"{NAME} changed"}, headers={"if-match": "*"})
        lending.staff("PATCH", f"/places/{made[1]['id']}", {"name": f"{NAME} new"}, headers={"if-match": "*"})
        expect(self.row(page, made[1])).to_contain_text(f"{NAME} new")
        expect(edit).to_be_focused()
        page.keyboard.press("Escape")
        expect(row).to_contain_text(f"{NAME} changed")
        expect(row.locator(".menu")).to_be_hidden()

    def test_a_place_with_copies_is_not_removed_and_the_page_says_why(self):
        page = self.signed_in_at("/shelves")
        place = next(place for place in lending.staff("GET", "/places?limit=200")["items"] if place["copies"] > 1)
        self.choose(self.row(page, place), "Remove")
        expect(page.get_by_role("alert")).to_contain_text(f"{place['copies']} copies belong there")
        expect(self.row(page, place)).to_be_visible()

    def test_a_library_without_places_says_what_to_do(self):
        page = self.signed_in_at("/loans")
        page.route("**/api/v1/places?*", lambda route: route.fulfill(json={"items": []}))
        page.goto("/shelves")
        expect(page.locator("#empty")).to_contain_text("No places yet")
        page.locator("#empty").get_by_role("button", name="Make a place").click()
        expect(page.get_by_label("Name", exact=True)).to_be_focused()
