"""The base of the tests with a borrower who is enrolled for one test."""

import lending
import hub
from browser import PageCase, expect
from test_layout import FAULTS


class LendingCase(PageCase):
    def setUp(self):
        super().setUp()
        self.person = lending.enrol()
        self.addCleanup(self.restore)

    def restore(self):
        hub.clear_desk(settle=False)
        lending.bring_back(self.person)

    def session(self, **options):
        """Opens the page Desk in check-out, with this test's borrower."""
        hub.set_mode("check-out")
        page = self.open(counter=False, **options)
        hub.report(self.person["card"])
        expect(page.locator("#session")).to_contain_text(self.person["shortName"])
        return page

    def no_trace(self, page):
        """Verifies that neither the name nor the card is in the page, its title or its announcements."""
        for trace in (self.person["shortName"], self.person["name"], self.person["card"]):
            self.assertNotIn(trace, page.content())
            self.assertNotIn(trace, page.title())

    def close_receipt(self, page):
        receipt = page.locator("#receipt")
        expect(receipt).to_be_visible()
        # It is beside the page's content, and covers none of it.
        expect(page.get_by_role("dialog")).to_be_hidden()
        self.assertEqual(page.evaluate(FAULTS), [])
        receipt.get_by_role("button", name="Close").click()
        expect(receipt).to_be_hidden()
