"""Tests of changers: a model makes its place, a plan says which discs belong in it, and a pile becomes a sorted shelf."""

import hub
import lending
from browser import expect
from staff_case import StaffCase

NAME = "Test changer"


class ChangerTests(StaffCase):
    def setUp(self):
        super().setUp()
        newest = lending.staff("GET", "/changes?limit=1")["items"]
        self.before = newest[0]["seq"] if newest else 0
        self.addCleanup(self.undo_all)

    def places(self):
        return [place for place in hub.every("/api/v1/places") if place["name"].startswith(NAME)]

    def undo_all(self):
        """Undoes what the test changed, the newest change first."""
        ended = ("undoes", "undoneBy", "cannotUndo")
        while True:
            changes = lending.staff("GET", "/changes?limit=100")["items"]
            left = [one for one in changes if one["seq"] > self.before and not any(member in one for member in ended)]
            if not left:
                break
            lending.staff("POST", f"/changes/{left[0]['id']}/undo", {})
        self.assertEqual(self.places(), [])

    def make(self, model, name=NAME):
        return lending.staff("POST", f"/changers/{model}/places", {"name": name})

    def test_a_changer_of_a_model_is_added_with_its_cartridges_and_removed_by_an_undo(self):
        page = self.signed_in_at("/shelves")
        page.get_by_role("button", name="Add a changer", exact=True).click()
        page.get_by_label("Model", exact=True).select_option("three-6-disc-cartridges")
        page.get_by_label("Name", exact=True).fill(NAME)
        page.locator("form").get_by_role("button", name="Add a changer").click()
        expect(page.locator("#toast")).to_contain_text("The changer was added.")
        changer = self.places()[0]
        expect(self.row(page, changer)).to_contain_text("Changer")
        inside = [place for place in hub.every("/api/v1/places") if place.get("parent") == changer["id"]]
        self.assertEqual(sorted((place["name"], place["slots"]) for place in inside),
                         [("Cartridge 1", 6), ("Cartridge 2", 6), ("Cartridge 3", 6)])
        expect(self.row(page, inside[0])).to_contain_text(f"in {NAME}")
        self.undo(page)
        expect(self.row(page, changer)).to_have_count(0)

    def test_a_plan_leads_step_by_step_and_follows_a_scan(self):
        changer = self.make("pioneer-6-disc-cartridge")
        discs = [copy for copy in hub.single() if copy["release"]["medium"] == "cd"][:2]
        for disc in discs:
            lending.staff("POST", "/plays", {"copy": disc["id"]})
        page = self.signed_in(f"/loading?place={changer['id']}")
        rows = page.locator("#rows > li")
        expect(page.locator("#note")).to_contain_text("slots, with")
        count = rows.count()
        self.assertGreaterEqual(count, 2)
        expect(rows.first).to_contain_text(f"Into {NAME}, slot ")
        # The first step is done on the page, the next one by the records, as a scan at a station does it.
        rows.first.get_by_role("button", name="Done").click()
        expect(page.locator("#toast")).to_contain_text("is in its new place")
        expect(rows).to_have_count(count - 1)
        plan = lending.staff("GET", f"/places/{changer['id']}/loading-plan")
        for step in plan["steps"]:
            body = {"place": step["to"]["place"], "slot": step["to"]["slot"]}
            lending.staff("PUT", f"/copies/{step['copy']}/place", body, headers={"if-match": "*"})
        expect(page.locator("#empty")).to_contain_text("Nothing to do")

    def test_a_changer_without_slots_says_so(self):
        changer = lending.staff("POST", "/places", {"name": NAME, "kind": "changer"})
        page = self.signed_in(f"/loading?place={changer['id']}")
        expect(page.locator("#empty")).to_contain_text("No slot to load")
        expect(page.locator("#rows > li")).to_have_count(0)

    def test_the_sheet_of_a_plan_has_the_steps_and_no_buttons(self):
        changer = self.make("pioneer-6-disc-cartridge")
        lending.staff("POST", "/plays", {"copy": next(copy["id"] for copy in hub.single() if copy["release"]["medium"] == "cd")})
        page = self.signed_in(f"/loading?place={changer['id']}")
        expect(page.locator("#rows > li").first).to_be_visible()
        page.emulate_media(media="print")
        expect(page.locator("#rows > li").first).to_be_visible()
        expect(page.get_by_role("button", name="Done")).to_have_count(0)
        expect(page.locator("#print")).to_be_hidden()

    def test_a_pile_in_disorder_becomes_a_sorted_shelf_by_the_fewest_moves(self):
        crate = lending.staff("POST", "/crates", {"name": NAME})
        self.addCleanup(lambda: lending.staff("DELETE", f"/crates/{crate['id']}", headers={"if-match": "*"}))
        releases = sorted(hub.call("GET", "/api/v1/releases?limit=100")["items"], key=lambda one: one["artist"].lower())
        chosen = [one for one in releases if one["artist"] and one["artist"][0].isascii() and one["artist"][0].isalpha()]
        chosen = {one["artist"].lower()[0]: one for one in chosen if not one["artist"].lower().startswith(("the ", "a "))}
        shelf = [chosen[letter] for letter in sorted(chosen)][:5]
        self.assertEqual(len(shelf), 5)
        for release in [shelf[4], *shelf[:4]]:
            lending.staff("POST", f"/crates/{crate['id']}/items", {"release": release["id"]})
        page = self.signed_in_at(f"/lists?crate={crate['id']}")
        self.choose(page.locator("#crate-acts"), "Shelf order")
        sheet = page.locator("#sheet")
        expect(sheet.get_by_role("status")).to_have_text("1 of 5 records has to move.")
        move = sheet.locator(".shelf-moves > li")
        expect(move).to_have_count(1)
        expect(move).to_contain_text(shelf[4]["title"])
        expect(move).to_contain_text("Goes to the end, after")
        expect(move).to_contain_text(shelf[3]["title"])
        move.get_by_role("button", name="Moved").click()
        expect(sheet.get_by_role("status")).to_have_text("All records are in order.")
        items = lending.staff("GET", f"/crates/{crate['id']}/items")["items"]
        self.assertEqual([item["release"]["id"] for item in items], [release["id"] for release in shelf])
        sheet.get_by_label("The shelf is sorted by").select_option("shelf-mark")
        expect(sheet.get_by_role("status")).to_have_text("All records are in order.")
