"""Tests of shelving by scans alone at the page Desk: a row of slots, and a slot that holds another copy."""

import re

import hub
import lending
from browser import expect
from staff_case import StaffCase


class ShelvingTests(StaffCase):
    def setUp(self):
        super().setUp()
        self.release, self.copies = lending.release_with_copies(2)
        self.first, self.second = self.neighbours()
        self.addCleanup(self.restore)
        hub.set_mode("shelve")

    def restore(self):
        """Puts the copies back into their slots, by the labels on the tray."""
        hub.set_mode("shelve")
        items = hub.call("GET", "/api/v1/virtual-hardware")["items"]
        slots = {item["title"]: item for item in items if item["kind"] == "slot"}
        for copy in self.copies:
            if copy.get("slot") in slots:
                hub.shelve(copy, slots[copy["slot"]])
        hub.set_mode(hub.station()["home"])

    def neighbours(self):
        """Returns the codes of two free slots of which the second follows the first."""
        free = {}
        for item in self.all_free():
            place, number = re.fullmatch(r"(.*), slot (\d+)", item["title"]).groups()
            free[place, int(number)] = f"DW:S:{item['id'].removeprefix('slot-')}"
        for (place, number), code in free.items():
            if (place, number + 1) in free:
                return (number, code), (number + 1, free[place, number + 1])
        raise AssertionError("no two free slots follow each other")

    def all_free(self):
        taken = {copy.get("slot") for copy in hub.every("/api/v1/copies")}
        items = hub.call("GET", "/api/v1/virtual-hardware")["items"]
        return [item for item in items if item["kind"] == "slot" and item["title"] not in taken]

    def scan(self, code):
        return hub.report(code)["outcome"]

    def undo(self, page):
        """Undoes the last change of the station with the button, once it stands for that change and no earlier one."""
        button = page.locator("#undo-button")
        expect(button).to_have_attribute("data-change", str(hub.station()["undo"]["id"]))
        with page.expect_response("**/undo") as answer:
            button.click()
        self.assertEqual(answer.value.status, 200)

    def test_copies_fill_a_row_of_slots_and_the_screen_shows_the_next_one(self):
        page = self.signed_in("/", counter=False)
        self.scan(self.first[1])
        expect(page.locator("#session")).to_contain_text(f"slot {self.first[0]}")
        self.assertEqual(self.scan(self.copies[0]["code"])["nextSlot"], self.second[0])
        expect(page.locator("#outcome")).to_contain_text(f"The next copy goes into slot {self.second[0]}")
        expect(page.locator("#session")).to_contain_text(f"slot {self.second[0]}")
        self.assertEqual(self.scan(self.copies[1]["code"])["code"], "shelved")
        self.undo(page)
        expect(page.locator("#session")).to_contain_text(f"slot {self.second[0]}")

    def test_a_slot_that_holds_a_copy_asks_and_a_number_exchanges_the_copies(self):
        page = self.signed_in("/", counter=False)
        for code in (self.first[1], self.copies[0]["code"], self.copies[1]["code"]):
            self.scan(code)
        hub.set_mode("shelve")
        self.scan(self.copies[0]["code"])
        self.assertEqual(self.scan(self.second[1])["status"], "needs-choice")
        choices = page.locator("ol.choices")
        expect(choices).to_contain_text("Swap the two copies")
        expect(choices).to_contain_text("the other copy has no place then")
        choices.get_by_role("button").first.click()
        expect(page.locator("#outcome")).to_contain_text("Shelved")
        expect(page.locator("#outcome")).to_contain_text("The other copy belongs in")

    def test_the_button_next_slot_leaves_a_slot_empty_by_keyboard(self):
        page = self.signed_in("/", counter=False)
        button = page.locator("#session").get_by_role("button", name="Next slot")
        expect(button).to_be_hidden()
        self.scan(self.first[1])
        expect(page.locator("#session")).to_contain_text(f"slot {self.first[0]}")
        for size in ({"width": 800, "height": 480}, {"width": 1366, "height": 650}):
            page.set_viewport_size(size)
            expect(button).to_be_in_viewport()
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#session")).to_contain_text(f"slot {self.second[0]}")
        self.assertEqual(self.scan(self.copies[0]["code"])["slot"].rpartition(" ")[2], str(self.second[0]))
        self.undo(page)
        hub.set_mode("look-up")
        expect(button).to_be_hidden()

    def test_a_copy_on_loan_is_checked_in_at_the_shelf(self):
        page = self.signed_in("/", counter=False)
        borrower = lending.staff("GET", "/borrowers?limit=1")["items"][0]
        lending.staff("POST", "/loans", {"copy": self.copies[0]["id"], "borrower": borrower["id"]})
        self.scan(self.first[1])
        self.assertEqual(self.scan(self.copies[0]["code"])["status"], "needs-choice")
        choices = page.locator("ol.choices")
        expect(choices).to_contain_text("Check it in")
        expect(choices).to_contain_text("Leave it as it is")
        page.keyboard.press("1")
        expect(page.locator("#outcome")).to_contain_text("Returned")
        copy = hub.call("GET", f"/api/v1/copies/{self.copies[0]['id']}")
        self.assertEqual(copy["status"], "available")
        self.assertTrue(copy["slot"].endswith(f"slot {self.first[0]}"), copy["slot"])
