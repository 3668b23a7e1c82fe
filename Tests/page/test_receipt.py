"""Tests of the receipt beside the page Desk."""

import lending
import hub
from browser import MIDDLE, SIZES, SMALL, expect
from lending_case import LendingCase
from test_layout import FAULTS


class ReceiptTests(LendingCase):
    def test_a_session_in_which_nothing_was_done_has_no_receipt(self):
        page = self.session()
        with page.expect_response("**/receipt") as answer:
            page.get_by_role("button", name="End the session").click()
        self.assertEqual(answer.value.status, 204)
        expect(page.locator("#session")).to_be_hidden()
        expect(page.locator("#receipt")).to_be_hidden()

    def test_a_receipt_without_a_line_is_not_shown(self):
        _, copies = lending.release_with_copies(1)
        page = self.session()
        hub.report(copies[0]["code"])
        page.route("**/receipt", lambda route: route.fulfill(body=" \n--------\n\n", content_type="text/plain"))
        with page.expect_response("**/receipt"):
            page.get_by_role("button", name="End the session").click()
        expect(page.locator("#session")).to_be_hidden()
        expect(page.locator("#receipt")).to_be_hidden()
        expect(page.locator(".receipt")).to_have_count(0)

    def ended(self, size):
        """Returns the page after a session with one record, and the strip with its receipt."""
        _, copies = lending.release_with_copies(1)
        page = self.session(size=size)
        hub.report(copies[0]["code"])
        page.get_by_role("button", name="End the session").click()
        return page, page.locator("#receipt")

    def test_a_receipt_covers_nothing_of_the_desk_on_any_screen(self):
        for size in SIZES:
            with self.subTest(size=size):
                page, strip = self.ended(size)
                expect(strip).to_be_visible()
                self.assertEqual(page.evaluate(FAULTS), [])
                # No part of the desk lies under the strip, and the desk keeps most of the screen.
                covered = page.evaluate("""() => {
                  const box = (element) => element.getBoundingClientRect();
                  const strip = box(document.querySelector("#receipt"));
                  return [...document.querySelectorAll("#modes, #outcome, #foot")].filter((element) => {
                    const { left, top, right, bottom } = box(element);
                    return left < strip.right - 1 && strip.left < right - 1 && top < strip.bottom - 1
                      && strip.top < bottom - 1;
                  }).map(({ id }) => id);
                }""")
                self.assertEqual(covered, [])
                self.assertLess(strip.bounding_box()["width"] * 3, size[0])
                # The desk goes on working beside it.
                page.get_by_role("button", name="Return", exact=True).click()
                expect(page.locator("body")).to_have_attribute("data-mode", "return")
                expect(strip).to_be_visible()
                lending.bring_back(self.person)
                hub.clear_desk(settle=False)
                page.close()

    def test_a_link_for_the_phone_opens_the_own_page_until_it_is_ended(self):
        for size in (SMALL, MIDDLE):
            with self.subTest(size=size):
                page, strip = self.ended(size)
                with page.expect_response("**/link") as answer:
                    strip.get_by_role("button", name="Link for my phone").click()
                expect(strip.get_by_role("img", name="QR code of the link to your loans")).to_be_in_viewport(ratio=1)
                self.assertEqual(page.evaluate(FAULTS), [])
                # The next person at the station cannot open it there.
                expect(strip.get_by_role("link")).to_have_count(0)
                address = answer.value.json()["address"]
                self.assertNotIn(address.split("#")[1], page.content())
                phone = self.open(address.removeprefix(hub.ADDRESS), size=(360, 740), counter=False)
                expect(phone.locator("h1")).to_have_text(self.person["shortName"])
                expect(phone.locator(".own-item")).to_have_count(1)
                self.may_fail = True
                strip.get_by_role("button", name="End the link").click()
                expect(strip).to_be_hidden()
                phone.reload()
                expect(phone.locator("#content")).to_contain_text("This link is not valid")
                lending.bring_back(self.person)
                hub.clear_desk(settle=False)
                page.close()
                phone.close()

    def test_a_receipt_has_no_button_for_a_link_where_the_library_gives_none(self):
        lending.set_setting("privacy.session-link-hours", "off")
        self.addCleanup(lending.set_setting, "privacy.session-link-hours", None)
        _, strip = self.ended(MIDDLE)
        expect(strip.get_by_role("button", name="Print")).to_be_visible()
        expect(strip.get_by_role("button", name="Link for my phone")).to_have_count(0)

    def test_a_receipt_goes_by_itself(self):
        _, copies = lending.release_with_copies(1)
        page = self.session()
        hub.report(copies[0]["code"])
        page.clock.install()
        page.get_by_role("button", name="End the session").click()
        expect(page.locator(".receipt")).to_contain_text(copies[0]["release"]["title"])
        page.clock.run_for(13_000)
        expect(page.locator("#receipt")).to_be_hidden()
        self.no_trace(page)

    def test_a_receipt_goes_when_the_next_borrower_comes(self):
        _, copies = lending.release_with_copies(1)
        page = self.session()
        hub.report(copies[0]["code"])
        page.get_by_role("button", name="End the session").click()
        expect(page.locator("#receipt")).to_be_visible()
        hub.report(self.person["card"])
        expect(page.locator("#receipt")).to_be_hidden()
        expect(page.locator(".receipt")).to_have_count(0)
