"""Tests of PINs at the page Desk."""

import lending
import hub
from browser import MIDDLE, SMALL, expect
from lending_case import LendingCase


class PINTests(LendingCase):
    def with_pin(self, pin="4711"):
        version = lending.staff("GET", f"/borrowers/{self.person['id']}")["version"]
        lending.staff("PUT", f"/borrowers/{self.person['id']}/pin", {"pin": pin}, headers={"if-match": f'"{version}"'})
        before = lending.policy(asksPIN=True)
        self.addCleanup(lending.policy, **before)
        hub.set_mode("check-out")

    def assert_not_recorded(self, page, *secrets):
        stored = str(hub.every("/api/v1/scans") + hub.every("/api/v1/inbox?state=all", token=hub.staff_token())) + page.content()
        for secret in secrets:
            self.assertNotIn(secret, stored)

    def test_a_pin_is_typed_and_never_shown(self):
        version = lending.staff("GET", f"/borrowers/{self.person['id']}")["version"]
        lending.staff("PUT", f"/borrowers/{self.person['id']}/pin", {"pin": "4711"}, headers={"if-match": f'"{version}"'})
        before = lending.policy(asksPIN=True)
        self.addCleanup(lending.policy, **before)
        hub.set_mode("check-out")
        # The hub refuses a wrong PIN, which the browser logs.
        self.may_fail = True
        page = self.open(counter=False)
        hub.report(self.person["card"])
        expect(page.locator(".pin-pad")).to_be_visible()
        self.assertNotIn(self.person["shortName"], page.content())
        page.keyboard.type("9999")
        self.assertNotIn("9999", page.locator("body").inner_text())
        page.keyboard.press("Enter")
        expect(page.locator(".pin-trouble")).to_contain_text("Wrong PIN")
        for digit in "4711":
            page.locator(".pin-pad").get_by_role("button", name=digit, exact=True).click()
        expect(page.locator(".pin-dots")).to_have_text("●●●●")
        self.assertNotIn("4711", page.locator("body").inner_text())
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator("#session")).to_contain_text(self.person["shortName"])
        expect(page.locator(".pin-pad")).to_have_count(0)

    def test_a_pin_typed_after_a_typed_card_goes_to_the_pad_alone(self):
        self.with_pin("83640275")
        page = self.open(counter=False)
        self.press(page, "Type a code")
        page.get_by_label("Code", exact=True).fill(self.person["card"])
        page.keyboard.press("Enter")
        expect(page.locator(".pin-pad")).to_be_visible()
        expect(page.locator("#outcome")).to_be_focused()
        expect(page.get_by_role("button", name="Type a code")).to_be_disabled()
        page.keyboard.type("83640275")
        page.keyboard.press("Enter")
        expect(page.locator("#session")).to_contain_text(self.person["shortName"])
        expect(page.get_by_role("dialog")).to_be_hidden()
        self.assert_not_recorded(page, "83640275")

    def test_a_card_held_up_takes_the_keys_from_whatever_has_them(self):
        self.with_pin("83640275")
        page = self.open()
        places = {
            "the code dialog": lambda: page.get_by_role("button", name="Type a code").click(),
            "a search box": lambda: page.get_by_role("searchbox", name="Search the tray").focus(),
            "a button": lambda: page.get_by_role("button", name="Mute").focus(),
        }
        for place, go in places.items():
            with self.subTest(place):
                go()
                if place == "the code dialog":
                    expect(page.get_by_label("Code", exact=True)).to_be_focused()
                hub.report(self.person["card"])
                expect(page.locator(".pin-pad")).to_be_visible()
                page.keyboard.type("836402")
                expect(page.get_by_role("dialog")).to_be_hidden()
                expect(page.locator(".pin-dots")).to_have_text("●" * 6)
                self.assertEqual(page.get_by_role("searchbox", name="Search the tray").input_value(), "")
                page.keyboard.type("75")
                page.keyboard.press("Enter")
                expect(page.locator("#session")).to_contain_text(self.person["shortName"])
                expect(page.get_by_role("button", name="Mute")).to_have_attribute("aria-pressed", "false")
                self.assert_not_recorded(page, "83640275")
                hub.clear_desk(settle=False)
                hub.set_mode("check-out")
                expect(page.locator("#session")).to_be_hidden()

    def test_a_pin_sent_as_a_code_is_refused_and_not_recorded(self):
        self.with_pin()
        page = self.open(counter=False)
        hub.report(self.person["card"])
        expect(page.locator(".pin-pad")).to_be_visible()
        for typed in ("83640275", "836402a75"):
            with self.assertRaisesRegex(AssertionError, "pin-needed"):
                hub.report(typed)
        self.assert_not_recorded(page, "83640275", "836402a75")

    def test_a_wrong_pin_covers_no_key_of_the_pad(self):
        self.with_pin()
        self.may_fail = True
        for size in (SMALL, MIDDLE):
            page = self.open(counter=False, size=size)
            hub.report(self.person["card"])
            expect(page.locator(".pin-pad")).to_be_visible()
            page.keyboard.type("9999")
            page.keyboard.press("Enter")
            expect(page.locator(".pin-trouble")).to_contain_text("Wrong PIN")
            self.assertFalse(page.locator("#toast").is_visible(), "a message lies over the pad")
            keys = [page.locator(".pin-pad").get_by_role("button", name=name, exact=True) for name in [*"4711", "Enter"]]
            for key in keys:
                self.assert_uncovered(key)
            for key in keys:
                key.click()
            expect(page.locator("#session")).to_contain_text(self.person["shortName"])
            hub.clear_desk(settle=False)
            hub.set_mode("check-out")
            page.close()
