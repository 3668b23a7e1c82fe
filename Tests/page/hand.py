"""A person at the page: every press of the mouse and every key is a real one, and is counted."""


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
        """Opens a page by its link: in the navigation, or in the menu on Desk."""
        if self.page.locator("#menu-button").is_visible():
            self.click(self.page.locator("#menu-button"))
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
