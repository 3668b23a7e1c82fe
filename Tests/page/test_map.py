"""Tests of the map of a place: what stands where, what a search marks, and moves by mouse and by keyboard."""

import hub
import lending
from browser import SMALL, expect
from test_changers import ChangerTests
from staff_case import StaffCase

NAME = "Test changer on the map"


class MapTests(StaffCase):
    undo_all = ChangerTests.undo_all
    places = ChangerTests.places

    def setUp(self):
        super().setUp()
        newest = lending.staff("GET", "/changes?limit=1")["items"]
        self.before = newest[0]["seq"] if newest else 0
        self.addCleanup(self.undo_all)
        self.changer = lending.staff("POST", "/places", {"name": NAME, "kind": "changer", "slots": 24})
        self.copies = hub.single()[:3]
        for slot, copy in zip((3, 7), self.copies):
            self.shelve(copy, slot)

    def shelve(self, copy, slot):
        lending.staff("PUT", f"/copies/{copy['id']}/place", {"place": self.changer["id"], "slot": slot}, headers={"if-match": "*"})

    def visit_map(self, **more):
        page = self.signed_in(f"/map?place={self.changer['id']}" + "".join(f"&{key}={value}" for key, value in more.items()))
        expect(page.locator(".map-slots .spot")).to_have_count(24)
        return page

    def slots(self):
        """Returns the numbers of the copies by the numbers of their slots."""
        parts = lending.staff("GET", f"/places/{self.changer['id']}/map")["parts"]
        return {one["number"]: one["items"][0]["number"] for one in parts[0]["positions"] if one["items"]}

    @staticmethod
    def slot(page, number):
        return page.locator(f'.spot[data-slot="{number}"]')

    def test_a_map_is_opened_from_the_shelves_and_says_what_stands_in_each_slot(self):
        first, second, _ = self.copies
        lending.staff("PATCH", f"/places/{self.changer['id']}/slots/5", {"disabledReason": "broken"}, headers={"if-match": "*"})
        lending.staff("POST", "/loans", {"copy": second["id"], "borrower": self.person["id"], "override": "a page test"})
        page = self.signed_in_at("/shelves")
        row = self.row(page, self.changer)
        row.locator(".more-actions").click()
        row.locator(".menu").get_by_role("link", name="Map", exact=True).click()
        expect(page.get_by_role("heading", name=NAME, exact=True)).to_be_visible()
        expect(page.locator(".map-head")).to_contain_text("2 of 24 slots taken")
        expect(self.slot(page, 3)).to_have_accessible_name(
            f"Slot 3, {first['release']['artist']}: {first['release']['title']}, Copy {first['number']}")
        expect(self.slot(page, 4)).to_have_accessible_name("Slot 4: Free")
        expect(self.slot(page, 5)).to_have_accessible_name("Slot 5: Disabled: broken")
        expect(self.slot(page, 7)).to_have_accessible_name(
            f"Slot 7, {second['release']['artist']}: {second['release']['title']}, Copy {second['number']}, on loan")
        # The ring has a mark for each slot.
        expect(page.locator(".ring-slot")).to_have_count(24)
        expect(page.locator(".ring-slot.has-copy")).to_have_count(1)
        expect(page.locator(".ring-slot.is-away")).to_have_count(1)
        page.locator('.ring-slot[data-number="20"]').click()
        expect(self.slot(page, 20)).to_be_focused()

    def test_a_search_marks_what_it_finds_and_a_mistake_is_explained(self):
        self.may_fail = True
        page = self.visit_map()
        field = page.get_by_role("searchbox", name="Mark what a search finds")
        title = self.copies[0]["release"]["title"]
        field.fill(f'title:="{title}"')
        page.keyboard.press("Enter")
        expect(page.locator(".spot.is-found")).to_have_count(1)
        expect(self.slot(page, 3)).to_have_accessible_name(
            f"Slot 3, {self.copies[0]['release']['artist']}: {title}, Copy {self.copies[0]['number']}, found")
        expect(page.locator("#note")).to_have_text("1 copy found here.")
        field.fill("year:x")
        page.keyboard.press("Enter")
        expect(page.locator("#note")).not_to_have_text("1 copy found here.")
        expect(page.locator("#note")).to_be_visible()
        # The map stays, so that the search can be corrected.
        expect(page.locator(".map-slots .spot")).to_have_count(24)
        page.go_back()
        expect(page.locator("#note")).to_have_text("1 copy found here.")

    def test_the_copy_that_was_looked_for_is_marked(self):
        page = self.visit_map(copy=self.copies[1]["id"])
        expect(page.locator(".spot.is-lit")).to_have_count(1)
        expect(self.slot(page, 7)).to_have_class("spot has-copy is-lit")

    def test_a_copy_is_moved_with_the_keyboard_alone(self):
        first = self.copies[0]
        page = self.visit_map()
        self.slot(page, 1).focus()
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        expect(self.slot(page, 3)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#sheet")).to_contain_text(first["release"]["title"])
        page.get_by_role("button", name="Move", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.locator("#note")).to_contain_text("choose a free slot")
        expect(self.slot(page, 1)).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_contain_text("has moved")
        expect(self.slot(page, 2)).to_have_class("spot has-copy")
        self.assertEqual(self.slots(), {2: first["number"], 7: self.copies[1]["number"]})
        self.undo(page)
        expect(self.slot(page, 3)).to_have_class("spot has-copy")
        self.assertEqual(self.slots(), {3: first["number"], 7: self.copies[1]["number"]})

    def drag(self, page, spot, target):
        """Drags a copy, and waits for the end: a browser begins no drag before the end of another one."""
        ends = page.evaluate("""() => {
          if (window.ends === undefined) addEventListener("dragend", () => { window.ends += 1; }, true);
          window.ends ??= 0;
          return window.ends;
        }""")
        spot.drag_to(target)
        hub.wait_for("the end of the drag", lambda: page.evaluate("window.ends") > ends or page.wait_for_timeout(50))

    def test_escape_ends_a_move_and_a_taken_or_disabled_slot_takes_nothing(self):
        lending.staff("PATCH", f"/places/{self.changer['id']}/slots/5", {"disabledReason": "broken"}, headers={"if-match": "*"})
        page = self.visit_map()
        before = self.slots()
        self.slot(page, 3).click()
        page.get_by_role("button", name="Move", exact=True).click()
        self.slot(page, 5).click()
        expect(page.locator("#toast")).to_have_text("Slot 5 is disabled: broken")
        page.keyboard.press("Escape")
        expect(page.locator("#note")).to_be_hidden()
        self.slot(page, 9).click()
        expect(page.locator("#toast")).to_contain_text("Slot 9 is free.")
        self.drag(page, self.slot(page, 3), self.slot(page, 7))
        self.drag(page, self.slot(page, 3), self.slot(page, 5))
        # Beside the slots, a copy would have a place without a slot.
        self.drag(page, self.slot(page, 3), page.locator(".map-head"))
        # This move comes after any that the others would have made.
        self.slot(page, 3).click()
        page.get_by_role("button", name="Move", exact=True).click()
        self.slot(page, 15).click()
        expect(page.locator("#toast")).to_contain_text("has moved")
        self.assertEqual(self.slots(), {15: before[3], 7: before[7]})

    def test_a_copy_is_dragged_to_a_free_slot(self):
        page = self.visit_map()
        self.slot(page, 7).drag_to(self.slot(page, 12))
        expect(page.locator("#toast")).to_contain_text("has moved")
        expect(self.slot(page, 12)).to_have_class("spot has-copy")
        self.assertEqual(self.slots(), {3: self.copies[0]["number"], 12: self.copies[1]["number"]})

    def test_a_change_elsewhere_takes_nothing_away_from_under_a_dragging_hand(self):
        page = self.visit_map()
        spot = self.slot(page, 3)
        spot.evaluate("(spot) => { spot.dataset.seen = 'before'; }")
        spot.hover()
        page.mouse.down()
        self.slot(page, 15).hover()
        with page.expect_response(lambda answer: "/map" in answer.url and answer.ok):
            lending.staff("PATCH", f"/places/{self.changer['id']}/slots/5", {"disabledReason": "broken"}, headers={"if-match": "*"})
        # The page has had the answer before that to a later request, and has drawn what it draws.
        page.evaluate("() => fetch('/favicon.svg').then((answer) => answer.text()).then(() => new Promise(requestAnimationFrame))")
        self.assertEqual(spot.get_attribute("data-seen"), "before")
        self.slot(page, 15).hover()
        page.mouse.up()
        expect(page.locator("#toast")).to_contain_text("has moved")
        # What changed meanwhile is shown, too.
        expect(self.slot(page, 5)).to_have_class("spot is-disabled")
        self.assertIn(15, self.slots())

    def test_a_slot_is_lit_where_the_hub_has_lights_and_a_fault_is_shown(self):
        self.may_fail = True
        page = self.visit_map()
        # The hub of these tests has no lights.
        self.slot(page, 3).click()
        expect(page.get_by_role("link", name="Open record", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Light up", exact=True)).to_have_count(0)
        page.route("**/api/v1/lights", lambda route: route.fulfill(json={"items": [{"name": "studio", "place": NAME, "seconds": 20}]}))
        page.reload()
        self.slot(page, 3).click()
        page.route("**/light", lambda route: route.fulfill(json={"light": "studio", "place": NAME, "slot": 3, "seconds": 20}))
        page.get_by_role("button", name="Light up", exact=True).click()
        expect(page.locator("#toast")).to_have_text(f"The place of {self.copies[0]['release']['title']} is lit for 20 seconds.")
        page.unroute("**/light")
        # The hub itself has none.
        page.get_by_role("button", name="Light up", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("Its place has no light.")

    def test_a_copy_that_moved_meanwhile_is_not_moved_again(self):
        self.may_fail = True
        page = self.visit_map()
        self.slot(page, 3).click()
        page.get_by_role("button", name="Move", exact=True).click()
        self.shelve(self.copies[0], 20)
        expect(self.slot(page, 20)).to_have_class("spot has-copy is-held")
        self.slot(page, 10).click()
        expect(page.locator("#toast")).to_have_attribute("data-tone", "fault")
        self.assertEqual(self.slots(), {7: self.copies[1]["number"], 20: self.copies[0]["number"]})

    def test_a_shelf_has_spines_that_can_be_read_on_a_small_screen(self):
        crate = lending.staff("POST", "/places", {"name": NAME + ", crate", "kind": "crate", "parent": self.changer["id"]})
        lending.staff("PUT", f"/copies/{self.copies[2]['id']}/place", {"place": crate["id"]}, headers={"if-match": "*"})
        page = self.signed_in(f"/map?place={crate['id']}", size=SMALL)
        expect(page.locator(".map-spines .spot")).to_have_count(1)
        expect(page.locator(".map-spines .spot")).to_contain_text(self.copies[2]["release"]["title"])
        way = page.get_by_role("navigation", name="Places around this one")
        way.get_by_role("link", name=NAME, exact=True).click()
        expect(page.locator(".map-slots .spot")).to_have_count(24)
        expect(page.get_by_role("heading", name=NAME + ", crate", exact=True)).to_be_visible()

    def test_a_copy_is_put_into_an_empty_shelf(self):
        shelf = lending.staff("POST", "/places", {"name": NAME + ", shelf", "kind": "shelf", "parent": self.changer["id"]})
        page = self.visit_map()
        self.slot(page, 3).click()
        page.get_by_role("button", name="Move", exact=True).click()
        page.get_by_role("region", name=NAME + ", shelf", exact=True).get_by_role("button", name="Put here").click()
        expect(page.locator("#toast")).to_contain_text("has moved")
        expect(page.locator(".map-spines .spot")).to_have_count(1)
        self.assertEqual(self.slots(), {7: self.copies[1]["number"]})
        moved = hub.call("GET", f"/api/v1/copies/{self.copies[0]['id']}")
        self.assertEqual(moved["slot"], shelf["name"])

    def test_without_a_place_the_places_are_listed(self):
        page = self.signed_in("/map")
        page.get_by_role("link", name=NAME, exact=True).click()
        expect(page.locator(".map-slots .spot")).to_have_count(24)
