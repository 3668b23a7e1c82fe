"""Pages that one test after another uses. A page loads there in a quarter of the time that it takes in a new context.

A page is used again only if its test did nothing to it that no reset takes back.
"""

import functools
import urllib.parse

from playwright.sync_api import BrowserContext, Error, Page

import hub

# What lasts until the end of a context. A test that calls one of these has its page closed.
LASTING = {
    Page: [
        "add_init_script", "expose_binding", "expose_function", "on", "once", "route_from_har", "set_default_timeout",
        "set_extra_http_headers",
    ],
    BrowserContext: [
        "add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "new_page", "on",
        "once", "route", "route_from_har", "set_default_timeout", "set_extra_http_headers", "set_geolocation",
        "set_offline",
    ],
}

# Empties each place in which a page can store something.
EMPTY = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}"""


def spend(target):
    """Notes that the context of a page, or the context itself, is not used again."""
    (target.context if isinstance(target, Page) else target).is_spent = True


def spending(action):
    @functools.wraps(action)
    def noted(target, *arguments, **options):
        spend(target)
        return action(target, *arguments, **options)

    return noted


def spending_property(own):
    def noted(target):
        spend(target)
        return own.fget(target)

    return property(noted)


def spending_media(action):
    @functools.wraps(action)
    def noted(page, **options):
        # The scheme of colours is set again at each use.
        if set(options) - {"color_scheme"}:
            spend(page)
        return action(page, **options)

    return noted


def watch():
    """Lets playwright note what a test does to its pages."""
    for kind, names in LASTING.items():
        for name in names:
            setattr(kind, name, spending(getattr(kind, name)))
        kind.clock = spending_property(kind.clock)
    Page.emulate_media = spending_media(Page.emulate_media)


class PagePool:
    """The empty pages of one browser, by the options of their contexts."""

    def __init__(self):
        self.resting = {}
        # The test that uses a page hears its requests and errors.
        self.users = {}

    def take(self, key, case):
        """Returns an empty page of an earlier test; None if there is none with these options."""
        pages = self.resting.get(key)
        page = pages.pop() if pages else None
        if page:
            self.users[page] = case
        return page

    def add(self, page, case):
        """Notes a new page, whose requests and errors `case` hears until the page is given back."""
        self.users[page] = case
        page.on("request", lambda request: self.tell(page, lambda user: user.requests.append(request.url)))
        page.on("pageerror", lambda error: self.tell(page, lambda user: user.errors.append(f"{error}")))
        page.on("console", lambda message: self.tell(page, lambda user: user.note(message)))
        page.context.is_spent = False

    def tell(self, page, action):
        user = self.users.get(page)
        if user:
            action(user)

    def give_back(self, key, page):
        """Empties a page for the next test, or closes it if that is impossible."""
        context = page.context
        del self.users[page]
        try:
            if self.can_rest(page):
                page.evaluate(EMPTY)
                context.clear_cookies()
                page.goto("about:blank")
                page.unroute_all(behavior="ignoreErrors")
                self.resting.setdefault(key, []).append(page)
                return
        except Error:
            # It does not react, or is elsewhere.
            pass
        context.close()

    @staticmethod
    def can_rest(page):
        context = page.context
        if context.is_spent or page.is_closed() or context.pages != [page]:
            return False
        return urllib.parse.urlsplit(page.url).netloc == hub.HOST

    def close(self):
        """Closes the pages that no test uses."""
        for pages in self.resting.values():
            for page in pages:
                page.context.close()
        self.resting = {}


watch()
