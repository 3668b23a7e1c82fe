"""Tests of smart collections: the section of the page Lists, and the menu of the page Library."""

import re
import uuid

import catalogue
import hub
import lending
from access_case import AccessCase
from browser import expect
from staff_case import StaffCase

SIZES = ((800, 480), (1366, 650), (360, 740))


class CollectionCase:
    def setUp(self):
        super().setUp()
        self.title = f"Test {uuid.uuid4().hex[:8]}"
        self.addCleanup(self.remove_collections)

    def collections(self):
        return lending.staff("GET", "/collections")["items"]

    def made(self):
        return [one for one in self.collections() if one["name"].startswith(self.title)]

    def remove_collections(self):
        for one in self.made():
            lending.staff("DELETE", f"/collections/{one['id']}", headers={"if-match": "*"})

    def make(self, query):
        return lending.staff("POST", "/collections", {"name": self.title, "query": query})

    def count(self, name):
        return next(one["count"] for one in self.collections() if one["id"] == name)

    def tile(self, page, one):
        return page.locator(f'#collections [data-id="{one if isinstance(one, str) else one["id"]}"]')


class CollectionTests(CollectionCase, StaffCase):
    def test_every_library_has_nine_collections_that_lead_to_their_releases(self):
        page = self.signed_in_at("/lists")
        expect(page.locator("#collections > li")).to_have_count(len(self.collections()))
        expect(self.tile(page, "all")).to_contain_text(f"{self.count('all')}")
        expect(self.tile(page, "overdue-loans")).to_contain_text("Overdue loans")
        expect(self.tile(page, "all").get_by_role("button")).to_have_count(0)
        self.tile(page, "needs-cover").get_by_role("link").click()
        expect(page.get_by_role("searchbox")).to_have_value("needs-cover")
        expect(page.locator("#mistake")).to_be_hidden()

    def test_a_collection_is_made_edited_removed_and_restored(self):
        # The browser notes the refused query in its console.
        self.may_fail = True
        page = self.signed_in_at("/lists")
        page.locator("#add-collection").click()
        form = page.locator("#sheet form")
        form.get_by_label("Name", exact=True).fill(self.title)
        form.get_by_label("Query", exact=True).fill("artits:bowie")
        form.get_by_role("button", name="Save").click()
        expect(form).to_contain_text("There is no such field.")
        expect(form).to_contain_text("Did you mean artist?")
        expect(form.get_by_label("Query", exact=True)).to_be_focused()
        form.get_by_label("Query", exact=True).fill("zzzzqqqq")
        form.get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("Collection saved")
        one = self.made()[0]
        tile = self.tile(page, one)
        expect(tile).to_contain_text("0")
        self.choose(tile, "Edit")
        form.get_by_label("Query", exact=True).fill("")
        form.get_by_role("button", name="Save").click()
        expect(form.get_by_role("alert").first).to_be_visible()
        form.get_by_label("Query", exact=True).fill("-zzzzqqqq")
        form.get_by_role("button", name="Save").click()
        expect(tile.get_by_role("link")).to_have_accessible_name(re.compile(f"{self.title}: {self.count('all')}"))
        self.choose(tile, "Remove")
        page.locator(".actions").get_by_role("button", name="Remove").click()
        expect(tile).to_have_count(0)
        self.undo(page)
        expect(tile).to_be_visible()

    def test_a_query_that_is_no_longer_understood_is_shown_with_its_mistake(self):
        one = self.make("bowie")

        def answer(route):
            body = route.fetch().json()
            for item in body["items"]:
                if item["id"] == one["id"]:
                    item.pop("count")
                    item |= {"query": "smell:roses", "noCount": "mistake", "mistake": {"code": "unknown-field", "from": 0, "to": 5}}
            route.fulfill(json=body)

        self.may_fail = True
        page = self.signed_in("about:blank")
        page.route("**/api/v1/collections", answer)
        page.goto("/lists")
        link = self.tile(page, one).get_by_role("link")
        expect(link).to_have_accessible_name(re.compile("The query has a mistake"))
        link.click()
        expect(page.locator("#mistake mark")).to_have_text("smell")

    def test_the_counts_follow_changes_on_both_pages(self):
        release = hub.call("GET", "/api/v1/releases?limit=1&favourite=false")["items"][0]

        def favourite(is_on):
            lending.staff("PATCH", f"/releases/{release['id']}", {"isFavourite": is_on}, headers={"if-match": "*"})

        self.addCleanup(favourite, False)
        before = self.count("favourites")
        lists = self.signed_in_at("/lists")
        library = self.signed_in("/library")
        library.locator("#collections-button").click()
        for page in (lists, library):
            expect(self.link(page, "favourites")).to_have_accessible_name(f"Favourites: {self.releases(before)}")
        favourite(True)
        for page in (lists, library):
            expect(self.link(page, "favourites")).to_have_accessible_name(f"Favourites: {self.releases(before + 1)}")
        self.assertEqual(self.count("favourites"), before + 1)

    def link(self, page, name):
        return page.locator(f'#collections li[data-id="{name}"] a, #collections a[data-id="{name}"]')

    def releases(self, count):
        return "1 release" if count == 1 else f"{count} releases"

    def test_the_menu_of_the_library_is_used_with_the_keyboard_alone_on_each_screen(self):
        for width, height in SIZES:
            page = self.open("/library")
            page.set_viewport_size({"width": width, "height": height})
            button = page.locator("#collections-button")
            expect(button).to_have_text("Collections")
            button.focus()
            page.keyboard.press("Enter")
            first = page.locator("#collections a").first
            expect(page.locator("#collections a").nth(8)).to_be_attached()
            first.focus()
            for _ in range(3):
                page.keyboard.press("ArrowDown")
            expect(self.link(page, "favourites")).to_be_focused()
            box = self.link(page, "favourites").bounding_box()
            self.assertTrue(0 <= box["x"] and box["x"] + box["width"] <= width, box)
            self.assertTrue(0 <= box["y"] and box["y"] + box["height"] <= height, box)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            page.keyboard.press("Enter")
            expect(page.get_by_role("searchbox")).to_have_value("favourite")
            expect(button).to_have_text("Favourites")
            expect(button).to_be_focused()
            page.keyboard.press("Enter")
            expect(self.link(page, "favourites")).to_have_attribute("aria-current", "true")
            page.keyboard.press("Escape")
            expect(page.locator("#collections")).to_be_hidden()
            page.go_back()
            expect(page.get_by_role("searchbox")).to_have_value("")
            expect(button).to_have_text("Collections")

    def test_a_menu_that_is_opened_while_the_page_loads_shows_the_collections(self):
        page = self.open("about:blank")
        held = []
        page.route("**/library/collections.js", lambda route: held.append(route))
        with page.expect_request("**/library/collections.js"):
            page.goto("/library", wait_until="commit")
        page.locator("#collections-button").click()
        expect(page.locator("#collections")).to_be_visible()
        held[0].continue_()
        expect(self.link(page, "all")).to_be_focused()
        expect(page.locator("#collections-button")).to_have_attribute("aria-expanded", "true")

    def test_a_search_is_saved_as_a_collection(self):
        page = self.signed_in("/library")
        page.locator("#collections-button").click()
        expect(self.link(page, "all")).to_be_visible()
        expect(page.get_by_role("button", name="Save as collection")).to_have_count(0)
        page.keyboard.press("Escape")
        page.get_by_role("searchbox").fill("-zzzz sort:-year")
        expect(page).to_have_url(re.compile("q=-zzzz"))
        page.locator("#collections-button").click()
        page.get_by_role("button", name="Save as collection").click()
        form = page.locator("#sheet form")
        expect(form.get_by_label("Query", exact=True)).to_have_value("-zzzz sort:-year")
        form.get_by_label("Name", exact=True).fill(self.title)
        form.get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("Collection saved")
        page.locator("#collections-button").click()
        expect(self.link(page, self.made()[0]["id"])).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("button", name="Save as collection")).to_have_count(0)
        expect(page.locator("#collections-button")).to_have_text(self.title)

    def test_a_person_who_is_not_signed_in_saves_none(self):
        page = self.open("/library?q=bowie")
        page.locator("#collections-button").click()
        expect(self.link(page, "all")).to_be_visible()
        expect(page.get_by_role("button", name="Save as collection")).to_have_count(0)

    def test_the_pages_fit_in_german_and_french(self):
        self.make("added:30d")
        for language, name in (("de", "Überfällig"), ("fr", "En retard")):
            page = self.signed_in("/lists", locale=catalogue.LOCALES[language])
            expect(self.tile(page, "overdue-loans")).to_contain_text(name)
            for width, _ in self.on_screens(page, SIZES):
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            page.goto("/library")
            for width, _ in self.on_screens(page, SIZES):
                # Opens it again for this screen.
                page.keyboard.press("Escape")
                page.locator("#collections-button").click()
                expect(self.link(page, "overdue-loans")).to_contain_text(name)
                box = page.locator("#collections").bounding_box()
                self.assertTrue(0 <= box["x"] and box["x"] + box["width"] <= width, box)
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)


class PrivateCollectionTests(CollectionCase, AccessCase):
    def test_a_private_collection_is_on_the_pages_of_its_owner_alone(self):
        self.make_person()
        page = self.page_of_person("/lists")
        page.locator("#add-collection").click()
        form = page.locator("#sheet form")
        form.get_by_label("Name", exact=True).fill(self.title)
        form.get_by_label("Query", exact=True).fill("bowie")
        form.get_by_label("Who sees it", exact=True).select_option("own")
        form.get_by_role("button", name="Save").click()
        mine = page.locator("#collections li", has_text=self.title)
        expect(mine).to_contain_text("Private")
        other = self.signed_in("/lists")
        expect(self.tile(other, "all")).to_be_visible()
        expect(other.locator("#collections li", has_text=self.title)).to_have_count(0)
        self.choose(mine, "Edit")
        form.get_by_label("Who sees it", exact=True).select_option("all")
        form.get_by_role("button", name="Save").click()
        expect(other.locator("#collections li", has_text=self.title)).to_be_visible()
        self.choose(other.locator("#collections li", has_text=self.title), "Edit")
        expect(other.locator("#sheet form").get_by_label("Name", exact=True)).to_have_value(self.title)
        expect(other.locator("#sheet form").get_by_label("Who sees it", exact=True)).to_have_count(0)

    def make_person(self):
        AccessCase.make(self)
