"""The base of the tests that look at every page in every state."""

import hub
from axe_case import AxeCase
from browser import MIDDLE
from sample import sample
from test_layout import FAULTS
from views import ANSWERS, KEYS, PRESS, REST, SCREENS

# The middle screen for a browser that shows everything twice as large.
HALVED = (MIDDLE[0] // 2, MIDDLE[1] // 2)
# Milliseconds in which a page comes to rest on a busy machine.
PATIENCE = 60_000


class ViewCase(AxeCase):
    """A test case with a page that goes from view to view. Nothing that is pressed there changes the records."""

    forgiven = (*AxeCase.forgiven, "/api/v1/")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Before a test changes what the records are made of.
        sample()

    def setUp(self):
        super().setUp()
        # The number of views that were measured, each on one screen.
        self.count = 0

    def tearDown(self):
        if self.count:
            print(f"Tests/page: {self.id().split('.')[-1]}: {self.count} views")
        super().tearDown()

    def viewer(self, scheme="light", locale="en-GB", size=MIDDLE, **options):
        """Returns an empty page for views."""
        return viewer(self.open("about:blank", scheme=scheme, size=size, counter=False, locale=locale, **options))

    def show(self, page, view):
        """Opens a view, and waits until it is at rest."""
        self.assertTrue(show(page, view), f"{view.name} does not come to rest")

    def measure(self, page, view, screens, **what):
        """Measures the layout of a view on these screens. `what` names more of what it is, if it fails."""
        for size in screens_of(view, screens):
            resize(page, view, size)
            self.count += 1
            with self.subTest(view=view.name, size=size, **what):
                self.assertEqual(page.evaluate(FAULTS), [])

    def fits_with_text_of_twice_the_size(self, page, view, **what):
        """Measures a view with text of twice the size, and leaves it so."""
        if view.page == "index":
            # The page Desk fits its words to the screen: people read it from two metres. Twice the size is a screen of half the size.
            self.measure(page, view, [HALVED], zoom="twice", **what)
            return
        if view.state in ("drawer", "menu"):
            return
        page.evaluate("document.documentElement.style.fontSize = '225%'")
        self.measure(page, view, [SCREENS[0], MIDDLE], text="twice", **what)


def viewer(page):
    """Makes an empty page fit for views."""
    page.add_init_script(ANSWERS)
    # Settings asks before it is left with values that are not saved.
    page.on("dialog", lambda dialog: dialog.accept())
    page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
    # A page of the hub, so that there is a storage.
    page.goto("/favicon.svg")
    return page


def show(page, view):
    """Opens a view; returns true as soon as it is at rest, and false if it does not come to rest."""
    view.before()
    if view.isSignedIn:
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
    else:
        page.context.clear_cookies()
    page.evaluate("(answers) => sessionStorage.setItem('test.answers', answers)", view.answers)
    # The same address with another fragment, or the same one again, is not loaded again.
    page.goto("about:blank")
    page.goto(view.path, wait_until="load")
    isCalm = page.evaluate(REST, PATIENCE)
    if not view.reach:
        return isCalm
    view.reach(page)
    return isCalm and page.evaluate(REST, PATIENCE)


def resize(page, view, size):
    """Gives a view another screen, and waits until it has drawn itself."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    if view.isPlaced:
        page.keyboard.press("Escape")
        view.reach(page)
    page.evaluate("() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); })")


def screens_of(view, screens=SCREENS):
    return [size for size in screens if size[0] <= view.most]


def opened(page):
    """Presses each button of a page, and yields its words and the kind of what opened: a dialog or a toast."""
    for key in page.evaluate(KEYS):
        kind = page.evaluate(PRESS, key)
        if kind:
            page.evaluate(REST, PATIENCE)
            yield key, kind
        for _ in range(3):
            if not page.evaluate("document.querySelector('dialog[open]') !== null"):
                break
            page.keyboard.press("Escape")
