"""Tests of the page Lists: crates with their items in order, favourites and recent releases."""

import csv
import io
import pathlib
import urllib.parse

import hub
import lending
from browser import expect
from staff_case import StaffCase

NAME = "Test list"


class CrateTests(StaffCase):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.remove_crates)

    def crates(self):
        return [one for one in lending.staff("GET", "/crates?limit=200")["items"] if one["name"].startswith(NAME)]

    def remove_crates(self):
        # A crate takes those within it along.
        while crates := self.crates():
            lending.staff("DELETE", f"/crates/{crates[0]['id']}", headers={"if-match": "*"})

    def filled(self, count=4):
        """Returns a crate with releases, and their titles in order."""
        crate = lending.staff("POST", "/crates", {"name": NAME})
        releases = hub.call("GET", f"/api/v1/releases?limit={count}")["items"]
        for release in releases:
            lending.staff("POST", f"/crates/{crate['id']}/items", {"release": release["id"]})
        return crate, [release["title"] for release in releases]

    def titles(self, page):
        return page.locator("#rows .row-title").all_inner_texts()

    def expect_titles(self, page, titles):
        expect(page.locator("#rows .row-title")).to_have_text(titles)

    def test_a_crate_is_made_filled_renamed_removed_and_restored(self):
        page = self.signed_in_at("/lists")
        page.locator("#add").click()
        page.locator("form").get_by_label("Name", exact=True).fill(NAME)
        page.locator("form").get_by_role("button", name="New crate").click()
        expect(page.locator("#toast")).to_contain_text("Crate made")
        crate = self.crates()[0]
        row = self.row(page, crate)
        expect(row).to_contain_text("0 items")
        page.goto(f"/lists?crate={crate['id']}")
        expect(page.get_by_text("This crate is empty")).to_be_visible()

        release = hub.call("GET", "/api/v1/releases?limit=1")["items"][0]
        page.goto(f"/library?release={release['id']}")
        acts = page.locator(".release-acts")
        self.choose(acts, "Add to crate")
        page.get_by_label("Crate", exact=True).select_option(crate["id"])
        page.locator("form").get_by_role("button", name="Add to crate").click()
        expect(page.locator("#toast")).to_contain_text(f"Added to {NAME}")
        expect(page.get_by_role("link", name=NAME)).to_be_visible()

        page.goto("/lists")
        expect(row).to_contain_text("1 item")
        self.choose(row, "Edit")
        page.locator("form").get_by_label("Name", exact=True).fill(f"{NAME} two")
        page.locator("form").get_by_role("button", name="Save").click()
        expect(row).to_contain_text(f"{NAME} two")
        self.choose(row, "Remove")
        page.locator(".actions").get_by_role("button", name="Remove").click()
        expect(row).to_have_count(0)
        self.undo(page)
        expect(row).to_contain_text("1 item")

    def test_an_open_menu_stays_while_the_list_changes(self):
        crate = lending.staff("POST", "/crates", {"name": NAME})
        page = self.signed_in_at("/lists")
        row = self.row(page, crate)
        row.locator(".more-actions").click()
        with page.expect_response(lambda answer: answer.url.endswith("/collections")), \
                page.expect_response(lambda answer: answer.url.endswith("/recents")):
            other = lending.staff("POST", "/crates", {"name": f"{NAME} other"})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        row.locator(".menu").get_by_role("button", name="Edit", exact=True).click()
        expect(page.locator("form").get_by_label("Name", exact=True)).to_have_value(NAME)
        expect(self.row(page, other)).to_be_visible()

    def test_items_move_by_keys_by_the_menu_and_by_dragging(self):
        crate, titles = self.filled()
        for size in ((800, 480), (1366, 650)):
            page = self.signed_in_at(f"/lists?crate={crate['id']}")
            page.set_viewport_size({"width": size[0], "height": size[1]})
            self.expect_titles(page, titles)
            page.locator("#rows .handle").first.focus()
            page.keyboard.press("ArrowDown")
            titles[0], titles[1] = titles[1], titles[0]
            self.expect_titles(page, titles)
            # The focus stays with the item.
            expect(page.locator("#rows > li").nth(1).locator(".handle")).to_be_focused()
            page.keyboard.press("End")
            titles.append(titles.pop(1))
            self.expect_titles(page, titles)
            self.choose(page.locator("#rows > li").last, "Move to the top")
            titles.insert(0, titles.pop())
            self.expect_titles(page, titles)
            self.drag_to_top(page, 1)
            titles[0], titles[1] = titles[1], titles[0]
            self.expect_titles(page, titles)
            expect(page.locator("#toast")).to_contain_text("is now no. 1")
        self.choose(page.locator("#rows > li").first, "Take out")
        self.expect_titles(page, titles[1:])
        self.undo(page)
        self.expect_titles(page, titles)

    def drag_to_top(self, page, index):
        """Drags the item at an index, from 0, above the first one."""
        start, goal = self.handle_and_first(page, index)
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(goal["x"] + 40, goal["y"] + 2, steps=4)
        page.mouse.up()

    def handle_and_first(self, page, index):
        """Scrolls to the handle at an index, from 0, and returns its box and that of the first row."""
        # In one step, because the list may be drawn again at any time.
        return page.evaluate("""(index) => {
            const [handle, row] = [document.querySelectorAll("#rows .handle")[index], document.querySelector("#rows > li")];
            handle.scrollIntoView({ block: "center" });
            return [handle, row].map((one) => one.getBoundingClientRect().toJSON());
        }""", index)

    def test_items_are_ordered_by_touch(self):
        crate, titles = self.filled()
        page = self.signed_in_at(f"/lists?crate={crate['id']}", size=(360, 740), has_touch=True, is_mobile=True)
        self.expect_titles(page, titles)
        row = page.locator("#rows > li").last
        row.locator(".more-actions").tap()
        row.locator(".menu").get_by_role("button", name="Move to the top", exact=True).tap()
        titles.insert(0, titles.pop())
        self.expect_titles(page, titles)
        start, goal = self.handle_and_first(page, 1)
        from_y = start["y"] + start["height"] / 2
        finger = page.context.new_cdp_session(page)
        place = {"x": start["x"] + start["width"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{**place, "y": from_y}]})
        for part in (.25, .5, .75, 1):
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [
                {**place, "y": from_y + part * (goal["y"] + 4 - from_y)}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        titles[0], titles[1] = titles[1], titles[0]
        self.expect_titles(page, titles)
        expect(page.locator("#toast")).to_contain_text("is now no. 1")

    def test_a_second_item_is_dragged_while_the_first_move_is_under_way(self):
        crate, titles = self.filled()
        page = self.signed_in_at(f"/lists?crate={crate['id']}")
        page.set_viewport_size({"width": 1366, "height": 650})
        self.expect_titles(page, titles)
        waiting = []
        # The hub answers the first move only after the second drag.
        page.route("**/items/*", lambda route: waiting.append(route) if not waiting else route.continue_())
        self.drag_to_top(page, 3)
        titles.insert(0, titles.pop(3))
        self.expect_titles(page, titles)
        self.drag_to_top(page, 2)
        titles.insert(0, titles.pop(2))
        self.expect_titles(page, titles)
        hub.wait_for("the first move", lambda: waiting)
        waiting[0].continue_()
        expect(page.locator("#toast")).to_contain_text(f"{titles[0]} is now no. 1")
        items = lending.staff("GET", f"/crates/{crate['id']}/items")["items"]
        self.assertEqual([item["release"]["title"] for item in items], titles)
        page.reload()
        self.expect_titles(page, titles)

    def chosen(self, page, crate, name):
        """Returns the address of a link in the menu of a crate, whose menu opens and closes for it."""
        menu = page.locator("#crate-acts")
        menu.locator(".more-actions").click()
        address = menu.get_by_role("link", name=name, exact=True).get_attribute("href")
        page.keyboard.press("Escape")
        return urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)

    def test_the_copies_of_a_crate_are_shown_changed_labelled_and_exported(self):
        crate, titles = self.filled(2)
        query = f'crate:="{NAME}"'
        copies = lending.staff("GET", f"/crates/{crate['id']}/copies?limit=200")["items"]
        self.assertGreaterEqual(len(copies), 2)
        for width, height in ((800, 480), (1366, 650)):
            page = self.signed_in_at(f"/lists?crate={crate['id']}")
            page.set_viewport_size({"width": width, "height": height})
            self.assertEqual(self.chosen(page, crate, "Show in the library"), {"q": [query]})
            self.assertEqual(self.chosen(page, crate, "Change copies"), {"q": [query]})
            self.assertEqual(self.chosen(page, crate, "Print labels"), {"search": [query]})
            menu = page.locator("#crate-acts")
            menu.locator(".more-actions").click()
            box = menu.locator(".menu").bounding_box()
            self.assertTrue(box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height, box)
            with page.expect_download() as saved:
                menu.get_by_role("link", name="Export copies", exact=True).click()
            rows = list(csv.DictReader(io.StringIO(pathlib.Path(saved.value.path()).read_text(encoding="utf-8-sig"))))
            self.assertEqual([int(row["number"]) for row in rows], [copy["number"] for copy in copies])
        page.locator("#crate-acts .more-actions").click()
        page.locator("#crate-acts").get_by_role("link", name="Show in the library").click()
        expect(page.locator(".release-title")).to_have_count(2)
        self.assertEqual(sorted(page.locator(".release-title").all_inner_texts()), sorted(titles))
        page.goto(f"/labels?{urllib.parse.urlencode({'search': query})}")
        expect(page.locator("#label-words")).to_have_value(query)

    def test_two_crates_of_one_name_are_chosen_by_their_ids(self):
        crate, _ = self.filled(1)
        lending.staff("POST", "/crates", {"name": NAME.upper()})
        page = self.signed_in_at(f"/lists?crate={crate['id']}")
        self.assertEqual(self.chosen(page, crate, "Show in the library"), {"q": [f'crate:="{crate["id"]}"']})

    def test_a_crate_is_lent_by_keyboard_alone_and_a_refused_copy_is_listed(self):
        other = lending.enrol("Ada Other")
        self.addCleanup(lambda: lending.bring_back(other))
        crate = lending.staff("POST", "/crates", {"name": NAME})
        out, held = hub.single()[:2]
        for copy in (out, held):
            lending.staff("POST", f"/crates/{crate['id']}/items", {"copy": copy["id"]})
        lending.staff("POST", "/loans", {"copy": out["id"], "borrower": other["id"], "override": "a page test"})
        page = self.signed_in_at(f"/lists?crate={crate['id']}")
        page.locator("#crate-acts .more-actions").focus()
        page.keyboard.press("Enter")
        page.locator("#crate-acts").get_by_role("button", name="Lend", exact=True).focus()
        page.keyboard.press("Enter")
        form = page.get_by_role("dialog")
        expect(form).to_contain_text("2 copies")
        expect(form.get_by_label("Borrower", exact=True)).to_be_focused()
        page.keyboard.insert_text(self.person["shortName"])
        expect(form.locator(".found button")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(form).to_contain_text("1 copy can be lent")
        expect(form.locator(".plan-reasons li")).to_have_count(1)
        expect(form.locator(".plan-reasons li")).to_contain_text(f"Copy {out['number']}, {out['release']['title']}")
        form.get_by_role("button", name="Lend", exact=True).focus()
        page.keyboard.press("Enter")
        expect(form).to_contain_text("Not lent: 1")
        self.assertEqual([loan["copy"]["id"] for loan in lending.loans_of(self.person)], [held["id"]])

    def test_a_favourite_is_added_on_its_page_and_removed_in_its_list(self):
        release = hub.call("GET", "/api/v1/releases?limit=1&favourite=false")["items"][0]
        self.addCleanup(lambda: lending.staff(
            "PATCH", f"/releases/{release['id']}", {"isFavourite": False}, headers={"if-match": "*"}))
        page = self.signed_in(f"/library?release={release['id']}")
        self.choose(page.locator(".release-acts"), "Add to favourites")
        expect(page.get_by_text("One of the favourites.")).to_be_visible()
        page.goto("/lists?list=favourites")
        row = self.row(page, release)
        expect(row).to_contain_text(release["title"])
        self.choose(row, "Remove from favourites")
        expect(row).to_have_count(0)

    def test_what_was_scanned_and_opened_is_recent_until_the_list_is_cleared(self):
        _, copies = lending.release_with_copies(1)
        hub.report(copies[0]["code"])
        page = self.signed_in_at("/lists?list=recents")
        expect(self.row(page, copies[0]["release"])).to_be_visible()
        page.locator("#clear").click()
        page.locator(".actions").get_by_role("button", name="Clear").click()
        expect(page.get_by_text("Nothing was scanned or opened")).to_be_visible()
        other = hub.call("GET", "/api/v1/releases?limit=1")["items"][0]
        page.goto(f"/library?release={other['id']}")
        expect(page.locator(".release-acts")).to_be_visible()
        hub.wait_for("the visit", lambda: hub.call("GET", "/api/v1/recents")["items"])
        page.goto("/lists?list=recents")
        expect(self.row(page, other)).to_be_visible()
