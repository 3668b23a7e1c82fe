"""A person at the page: every press of the mouse, every touch and every key is a real one, and is counted."""


class Hand:
    def __init__(self, page):
        self.page = page
        self.clicks = self.keys = self.scans = 0

    def click(self, where):
        """Presses the mouse on an element."""
        where.click()
        self.clicks += 1

    def button(self, name, within=None):
        self.click((within or self.page).get_by_role("button", name=name, exact=True))

    def go(self, name):
        """Opens a page by its link: in the navigation, or in the menu on Desk and on small screens."""
        menu = self.page.locator("#menu-button:visible, .menu-button:visible")
        if menu.count():
            self.click(menu)
        self.click(self.page.locator(".places:visible").get_by_role("link", name=name, exact=True))

    def type(self, text):
        """Types into the field that has the focus, or gets it soon: a form that opens."""
        self.page.wait_for_function("() => document.activeElement.matches('input, textarea, select')")
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key):
        self.page.keyboard.press(key)
        self.keys += 1

    def write(self, field, text):
        """Types into a field; a press of the mouse goes to it, unless it has the focus already."""
        if not field.evaluate("element => element === document.activeElement"):
            self.click(field)
        self.type(text)

    def select(self, field, letters):
        """Chooses from a list by the first letters of a word."""
        field.focus()
        self.press("Tab")
        self.press("Shift+Tab")
        self.type(letters)

    def scan(self, report, *arguments, **options):
        """Does one scan at the station."""
        self.scans += 1
        return report(*arguments, **options)


class Finger(Hand):
    """A person with a touch screen: everything is touched, and only words are typed."""

    def click(self, where):
        where.tap()
        self.clicks += 1

    def select(self, field, letters):
        """Chooses from the list that the device itself shows."""
        self.click(field)
        choice = field.locator("option", has_text=letters)
        field.select_option(choice.first.get_attribute("value"))


class Keys(Hand):
    """A person without a pointer: Tab goes to a control, and Enter presses it."""

    # The most controls of a page.
    MOST = 250

    def click(self, where):
        self.reach(where)
        self.press("Enter")

    def write(self, field, text):
        self.reach(field)
        self.type(text)

    def select(self, field, letters):
        self.reach(field)
        self.type(letters)

    def reach(self, where):
        """Goes to the control, or to the first control in it, with Tab alone."""
        where.wait_for()
        isThere = """(element) => {
          const { activeElement: now } = document;
          return now === element || (!element.matches("a[href], button, input, select, textarea, summary, [tabindex='0']")
            && element.contains(now));
        }"""
        for _ in range(self.MOST):
            if where.evaluate(isThere):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {where}")
