"""A visitor's walk through an empty hub: the first steps are done to the end by the pages alone.

It needs a hub of its own, without the demo's records: no other test may have scanned or set it up.
"""

import os
import time

from browser import PROOF, PageCase, expect

SETUP = os.environ.get("DEADWAX_SETUP", "")


class VisitorTests(PageCase):
    uses_readers = False

    def menu(self, page, name):
        """Goes to a page by the menu of the page Desk."""
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_role("link", name=name, exact=True).click()

    def done(self, page, *steps):
        """Verifies that exactly these steps are ticked."""
        expect(page.locator(".steps")).to_be_visible()
        ticked = page.locator('.step[data-done="true"]')
        expect(ticked).to_have_count(len(steps))
        self.assertEqual({one.get_attribute("data-step") for one in ticked.all()}, set(steps))

    def test_the_first_steps_are_done_to_the_end_by_the_pages_alone(self):
        begun = time.monotonic()
        clicks = 0
        page = self.open(SETUP[SETUP.index("/setup"):], counter=True)
        page.get_by_label("Name", exact=True).fill("Ada Lovelace")
        page.get_by_label("Passphrase", exact=True).fill("seven quiet records")
        page.get_by_role("button", name="Make my account").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("You are the administrator")
        page.locator("#step").get_by_role("link").first.click()
        clicks += 2

        # The first sleeve pulses; in an empty library, the step adds it.
        self.done(page)
        expect(page.locator(".setup-note")).to_have_count(0)
        expect(page.locator(".tray.has-hint")).to_be_visible()
        page.get_by_role("button", name="Scan a sleeve").click()
        expect(page.locator("body")).to_have_attribute("data-mode", "add")
        page.get_by_role("button", name="Hold up", exact=True).click()
        expect(page.locator(".band-words")).to_contain_text("Added")
        clicks += 2

        self.menu(page, "Shelves")
        page.get_by_role("button", name="Make a place", exact=True).first.click()
        page.get_by_label("Name", exact=True).fill("Shelf 1")
        page.get_by_label("Number of slots", exact=True).fill("10")
        page.locator("form").get_by_role("button", name="Make a place").click()
        expect(page.locator("#toast")).to_contain_text("The place was made.")
        clicks += 4

        # Back at the desk, the steps are the first thing to see.
        page.get_by_role("link", name="Deadwax", exact=False).first.click()
        page.get_by_role("button", name="Hide the first steps").wait_for()
        self.done(page, "scan", "shelf")
        page.get_by_role("link", name="Enrol a borrower").click()
        page.get_by_role("button", name="Enrol", exact=False).first.click()
        page.get_by_label("Name", exact=True).fill("Rosa Quant")
        page.locator("form").get_by_role("button", name="Enrol").click()
        expect(page.locator("#rows li")).to_have_count(1)
        clicks += 4

        page.get_by_role("link", name="Deadwax", exact=False).first.click()
        self.done(page, "scan", "shelf", "borrower")
        page.get_by_role("link", name="Print labels").click()
        page.get_by_role("button", name="Blank labels", exact=True).click()
        page.get_by_label("Number of labels", exact=True).fill("2")
        page.get_by_role("button", name="QR", exact=True).click()
        page.get_by_role("button", name="Create labels").click()
        expect(page.get_by_role("article").locator(".proof")).to_have_text("checked, ready to print", timeout=PROOF)
        clicks += 5

        page.get_by_role("link", name="Deadwax", exact=False).first.click()
        self.done(page, "scan", "shelf", "borrower", "labels")
        expect(page.locator("#steps-title")).to_have_text("Your library is ready")
        print(f"A visitor's first steps: {time.monotonic() - begun:.1f} s, {clicks + 1} clicks")
