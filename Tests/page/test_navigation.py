"""Tests of the frame of the pages: one navigation everywhere, its menu on small screens, the keys and the appearance."""

import hub
from axe_case import AxeCase
from browser import LARGE, MIDDLE, SCHEMES, SMALL, expect
from test_layout import FAULTS

PHONE = (360, 740)
# Each screen of the review, in width and height.
SCREENS = [PHONE, SMALL, (1280, 800), (1366, 650), (1440, 900), (1920, 1080), (2560, 1440)]
PAGES = ["/", "/library", "/phone", "/borrowers", "/loans", "/holds", "/shelves", "/labels", "/tags", "/write", "/inbox", "/changes",
         "/people", "/settings"]
# In the order of the navigation.
NAMES = ["Desk", "Library", "Phone", "Borrowers", "Loans", "Holds", "Shelves", "Labels", "Tags", "Write tags", "Inbox", "Changes",
         "People", "Settings"]

# What no page may have: content wider than the screen, or a control that is outside of it or under another one.
WIDER = """() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} wide`);
  for (const part of document.querySelectorAll(".list, .one, .release, .order, .places")) {
    if (part.clientWidth && part.scrollWidth > part.clientWidth + 1) {
      faults.push(`${part.className}: ${part.scrollWidth} > ${part.clientWidth}`);
    }
  }
  return faults;
}"""


class NavigationTests(AxeCase):
    # Staff open every page, and People is for administrators.
    forgiven = (*AxeCase.forgiven, "/api/v1/accounts")

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
        for size in (SMALL, PHONE):
            page = self.signed_in("/loans", size=size, counter=False)
            for path in PAGES:
                with self.subTest(size=size, path=path):
                    self.read(page, path)
                    drawer = self.menu(page)
                    self.assertEqual(drawer.locator("a.place").all_inner_texts(), NAMES)
                    page.keyboard.press("Escape")
                    expect(drawer).to_be_hidden()
            self.menu(page).get_by_role("link", name="Holds").click()
            page.wait_for_url("**/holds")

    def test_no_page_is_wider_than_the_screen(self):
        release = hub.every("/api/v1/copies")[0]["release"]
        page = self.signed_in("/loans", counter=False)
        for path in [*PAGES, f"/library?release={release['id']}", "/styleguide"]:
            self.read(page, path)
            for size in SCREENS:
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    page.set_viewport_size({"width": size[0], "height": size[1]})
                    page.evaluate("new Promise(requestAnimationFrame)")
                    with self.subTest(path=path.split("=")[0], size=size, scheme=scheme):
                        self.assertEqual(page.evaluate(WIDER), [])

    def test_text_of_twice_the_size_fits(self):
        release = hub.every("/api/v1/copies")[0]["release"]
        page = self.signed_in("/loans", counter=False)
        for path in [*PAGES[1:], f"/library?release={release['id']}"]:
            self.read(page, path)
            page.evaluate("document.documentElement.style.fontSize = '225%'")
            for size in (PHONE, MIDDLE):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                with self.subTest(path=path.split("=")[0], size=size):
                    self.assertEqual(page.evaluate(WIDER), [])

    def test_the_lists_fit_every_screen(self):
        page = self.signed_in("/loans", counter=False)
        for path in ("/library", "/borrowers", "/loans", "/holds", "/inbox", "/changes", "/settings"):
            self.read(page, path)
            expect(page.locator("#list")).not_to_have_attribute("aria-busy", "true")
            for size in SCREENS:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                with self.subTest(path=path, size=size):
                    self.assertEqual(page.evaluate(FAULTS), [])

    def test_the_style_guide_shows_every_part_without_a_violation(self):
        page = None
        for scheme in SCHEMES:
            for size in (PHONE, MIDDLE):
                page = self.open("/styleguide", scheme=scheme, size=size, counter=False, on=page)
                expect(page.locator(".guide-part")).to_have_count(11)
                self.check(page, (scheme, size, "the parts"))
                for opens, shown in (("#guide-dialog", "#sheet"), ("#guide-drawer", ".drawer"), ("#guide-fault", "#toast")):
                    page.locator(opens).click()
                    expect(page.locator(shown)).to_be_visible()
                    self.check(page, (scheme, size, opens))
                    page.keyboard.press("Escape")
                page.locator("#guide-rows .more-actions").first.click()
                self.check(page, (scheme, size, "a menu"))

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

    def test_the_menu_and_the_lists_have_no_violation(self):
        page = None
        for scheme in SCHEMES:
            for size in (SMALL, MIDDLE):
                page = self.signed_in("/loans", scheme=scheme, size=size, counter=False, on=page)
                for path in PAGES:
                    with self.subTest(scheme=scheme, size=size, path=path):
                        self.read(page, path)
                        if size == SMALL or path in ("/", "/write"):
                            self.menu(page)
                        self.check(page, path)
