"""Tests of the browser that all tests share: no page has anything of the pages before it."""

import hub
from browser import LARGE, MIDDLE, Browser, PageCase, expect

# Stores something in each place that a page has.
STORE = """async () => {
  localStorage.setItem("left", "yes");
  sessionStorage.setItem("left", "yes");
  document.cookie = "left=yes";
  await (await caches.open("left")).put("/left", new Response("yes"));
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open("left");
    opening.onsuccess = resolve;
    opening.onerror = reject;
  });
}"""

FOUND = """async () => ({
  local: localStorage.getItem("left"),
  session: sessionStorage.getItem("left"),
  cookie: document.cookie,
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).length,
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  cached: performance.getEntriesByType("resource").filter(({ transferSize }) => !transferSize).map(({ name }) => name),
  width: innerWidth,
  isDark: matchMedia("(prefers-color-scheme: dark)").matches,
  isPrint: matchMedia("print").matches,
  isOnline: navigator.onLine,
})"""

NOTHING = {
    "local": None, "session": None, "cookie": "", "caches": [], "databases": 0, "workers": 0, "cached": [],
    "width": MIDDLE[0], "isDark": False, "isPrint": False, "isOnline": True,
}


class BrowserTests(PageCase):
    def left_behind(self):
        """Returns a page that leaves something in each place."""
        page = self.open("/library", size=LARGE, scheme="dark", locale="de-DE")
        expect(page.locator(".release-row").first).to_be_visible()
        page.evaluate(STORE)
        self.assertEqual(page.evaluate(FOUND)["local"], "yes")
        page.emulate_media(media="print", color_scheme="dark")
        page.evaluate("setTimeout(() => confirm('A question that stays open'))")
        page.context.set_offline(True)
        return page

    def test_a_page_has_nothing_of_the_page_before(self):
        self.may_fail = True
        before = self.browser
        self.left_behind()
        self.close_pages()
        before.pool.close()
        self.assertEqual(before.chromium.contexts, [])
        page = self.open("/library")
        self.assertIs(self.browser, before)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        self.assertEqual(page.evaluate(FOUND), NOTHING)

    def test_a_page_of_an_earlier_test_has_nothing_of_it_but_the_files(self):
        first = self.open("/library", size=LARGE, scheme="dark")
        expect(first.locator(".release-row").first).to_be_visible()
        first.context.add_cookies([{"name": "left", "value": "yes", "url": hub.ADDRESS}])
        first.route("**/api/v1/releases?*", lambda route: route.fulfill(json={"items": []}))
        first.evaluate(STORE)
        self.close_pages()
        page = self.open("/library")
        self.assertIs(page, first)
        expect(page.locator(".release-row").first).to_be_visible()
        found = page.evaluate(FOUND)
        self.assertEqual({**found, "cached": []}, NOTHING)

    def test_a_page_that_no_reset_makes_new_is_closed(self):
        lasting = [
            lambda page: page.on("dialog", lambda dialog: dialog.accept()),
            lambda page: page.add_init_script("window.left = true"),
            lambda page: page.context.set_offline(False),
            lambda page: page.emulate_media(reduced_motion="reduce"),
            lambda page: page.clock.install(),
            lambda page: page.context.new_page(),
            lambda page: page.goto("about:blank"),
            lambda page: page.close(),
        ]
        for action in lasting:
            page = self.open("/library")
            action(page)
            self.close_pages()
            self.assertNotIn(page.context, self.browser.chromium.contexts)

    def test_a_page_that_is_used_again_has_forgotten_everything_but_its_files(self):
        page = self.open("/library", size=LARGE, scheme="dark")
        page.evaluate("() => { for (const one of [localStorage, sessionStorage]) one.setItem('left', 'yes'); }")
        page.context.add_cookies([{"name": "left", "value": "yes", "url": hub.ADDRESS}])
        page.route("**/api/v1/releases?*", lambda route: route.fulfill(json={"items": []}))
        page.reload()
        expect(page.locator("#empty")).to_contain_text("The library is empty")
        self.assertIs(self.open("/library", on=page), page)
        expect(page.locator(".release-row").first).to_be_visible()
        found = page.evaluate(FOUND)
        self.assertEqual({**found, "cached": []}, NOTHING)

    def test_a_browser_that_ended_is_started_again(self):
        before = self.browser
        before.chromium.close()
        page = self.open("/library")
        expect(page.locator(".release-row").first).to_be_visible()
        self.assertIsNot(Browser.shared(), before)
