"""The base of the tests of the pages for staff, with a borrower who is enrolled for one test."""

import hub
import lending
from browser import PageCase, expect

# Content to look at: a row, a setting, a borrower, or the advice on an empty page.
SHOWN = "#rows li:visible, #settings li:visible, #one h2:visible, #empty:visible"


class StaffCase(PageCase):
    def setUp(self):
        super().setUp()
        self.person = lending.enrol()
        self.addCleanup(lambda: self.person and lending.bring_back(self.person))

    def lend(self, count=1):
        """Returns copies of different releases that this test's borrower has on loan."""
        copies = hub.single()[:count]
        for copy in copies:
            lending.staff("POST", "/loans", {"copy": copy["id"], "borrower": self.person["id"], "override": "a page test"})
        return copies

    def undo(self, page):
        """Undoes the last change, by the message that reported it."""
        toast = page.locator("#toast")
        toast.get_by_role("button", name="Undo").click()
        expect(toast).to_contain_text("The change was undone")

    def row(self, page, item):
        return page.locator(f'[data-id="{item["id"]}"]')

    def choose(self, row, name):
        """Chooses an action from the menu of a row."""
        row.locator(".more-actions").click()
        row.locator(".menu").get_by_role("button", name=name, exact=True).click()

    def signed_in_at(self, path, **options):
        page = self.signed_in(path, **options)
        expect(page.locator(SHOWN).first).to_be_visible()
        return page
