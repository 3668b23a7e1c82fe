"""Tests of the frame of the pages: one navigation everywhere, its menu on small screens, the keys and the appearance."""

import hub
from browser import LARGE, MIDDLE, SMALL, PageCase, expect

PHONE = (360, 740)
PAGES = ["/", "/library", "/lists", "/phone", "/borrowers", "/loans", "/holds", "/pull-list", "/shelves", "/map", "/stock-take", "/bulk", "/labels", "/tags", "/write", "/inbox",
         "/duplicates", "/insurance", "/statistics", "/plays", "/concerts", "/moving", "/notices", "/changes", "/people", "/readers", "/settings"]
# In the order of the navigation.
NAMES = ["Desk", "Library", "Lists", "Phone", "Borrowers", "Loans", "Holds", "Pull list", "Shelves", "Map", "Stock-take", "Bulk changes", "Labels", "Tags", "Write tags", "Inbox", "Duplicates",
         "Insurance", "Statistics", "Plays", "Concerts", "Moving data", "Notices", "Changes", "People", "Readers", "Wall screen", "Settings"]


class NavigationTests(PageCase):
    # Staff open every page, and People is for administrators.
    forgiven = (*PageCase.forgiven, "/api/v1/accounts")

    def read(self, page, path):
        page.goto(path, wait_until="load")
        expect(page.locator("page-bar .place, #menu-button").first).to_be_attached()
        page.evaluate("document.fonts.ready")

    def menu(self, page):
        """Opens the menu, on Desk or another page."""
        page.locator("#menu-button, .menu-button").first.click()
        drawer = page.locator(".drawer")
        expect(drawer).to_be_visible()
        return drawer

    def test_every_page_has_the_same_navigation(self):
        page = self.signed_in("/loans", size=MIDDLE)
        for path in PAGES:
            with self.subTest(path=path):
                self.read(page, path)
                # Desk and the guided writing need the whole screen.
                places = self.menu(page) if path in ("/", "/write") else page.locator("page-bar > .places")
                expect(places).to_be_visible()
                self.assertEqual(places.locator("a.place").all_inner_texts(), NAMES)
                shown = places.locator("a[aria-current=page]")
                self.assertEqual(shown.get_attribute("href").split("#")[0], path)

    def test_on_a_small_screen_the_menu_leads_everywhere(self):
        page = self.signed_in("/loans", size=SMALL, counter=False)
        for path in PAGES:
            self.read(page, path)
            for size in self.on_screens(page, (SMALL, PHONE)):
                with self.subTest(size=size, path=path):
                    drawer = self.menu(page)
                    self.assertEqual(drawer.locator("a.place").all_inner_texts(), NAMES)
                    page.keyboard.press("Escape")
                    expect(drawer).to_be_hidden()
        for _ in self.on_screens(page, (SMALL, PHONE)):
            self.menu(page).get_by_role("link", name="Holds").click()
            page.wait_for_url("**/holds")

    def test_every_place_has_an_icon_of_its_own(self):
        page = self.signed_in("/loans", size=MIDDLE)
        icons = page.locator("page-bar a.place use")
        expect(icons).to_have_count(len(NAMES))
        addresses = icons.evaluate_all("uses => uses.map((use) => use.getAttribute('href'))")
        self.assertEqual(len(set(addresses)), len(addresses), addresses)
        for address in addresses:
            file, name = address.split("#")
            self.assertIn(f'id="{name}"', page.request.get(file).text(), address)

    def test_the_wall_screen_is_opened_from_the_navigation_and_left_again(self):
        page = self.signed_in("/loans", size=MIDDLE)
        page.get_by_role("link", name="Wall screen").click()
        page.wait_for_url("**/wall")
        expect(page.locator("#numbers")).to_be_visible()
        page.go_back()
        expect(page.locator("page-bar > .places")).to_be_visible()

    def test_the_appearance_is_chosen_and_kept(self):
        page = self.signed_in("/loans", size=LARGE, scheme="light")
        ground = "getComputedStyle(document.body).backgroundColor"
        expect(page.get_by_label("Appearance")).to_be_visible()
        light = page.evaluate(ground)
        page.get_by_label("Appearance").select_option("dark")
        dark = page.evaluate(ground)
        self.assertNotEqual(light, dark)
        page.goto("/")
        self.assertEqual(page.evaluate(ground), dark)
        page.goto("/loans")
        page.get_by_label("Appearance").select_option("system")
        self.assertEqual(page.evaluate(ground), light)
        page.emulate_media(color_scheme="dark")
        self.assertEqual(page.evaluate(ground), dark)

    def test_the_keys_open_pages_and_their_list(self):
        page = self.signed_in("/loans")
        expect(page.locator("page-bar .place").first).to_be_visible()
        page.keyboard.press("?")
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("Go to the search field")
        sheet.get_by_label("Use single keys").uncheck()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        page.keyboard.press("?")
        expect(sheet).to_be_hidden()
        page.get_by_role("button", name="Keyboard shortcuts").click()
        sheet.get_by_label("Use single keys").check()
        page.keyboard.press("Escape")
        page.keyboard.press("g")
        page.keyboard.press("b")
        page.wait_for_url("**/borrowers")
        expect(page.locator("page-bar .place").first).to_be_visible()
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox").first).to_be_focused()
        # In a field, a letter is a letter.
        page.keyboard.type("g?")
        expect(page.get_by_role("searchbox").first).to_have_value("g?")

    def test_a_letter_alone_opens_no_page_however_early_it_is_pressed(self):
        page = self.signed_in("about:blank")
        page.add_init_script("performance.now = () => 100")
        page.goto("/loans")
        expect(page.locator("page-bar .place").first).to_be_visible()
        page.keyboard.press("s")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("Go to the search field")
        self.assertIn("/loans", page.url)
