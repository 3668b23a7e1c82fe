"""Tests of a desk without screen and keyboard: every flow by scanning alone, with voice and sounds."""

import lending
import hub
from browser import PageCase, expect
from lending_case import LendingCase

# Records what is spoken and which notes are played, in place of a voice and a loudspeaker.
VOICE = """() => {
  window.spoken = [];
  window.cut = 0;
  const voice = { speak: (words) => window.spoken.push([words.lang, words.text]), cancel: () => { window.cut += 1; } };
  Object.defineProperty(window, "speechSynthesis", { value: voice });
  window.SpeechSynthesisUtterance = function (text) { this.text = text; };
}"""


class VoiceTests(LendingCase):
    def setUp(self):
        super().setUp()
        before = lending.policy(speaks=True)
        self.addCleanup(lending.policy, **before)
        self.page = self.open("about:blank", counter=False)
        self.page.add_init_script(f"({VOICE})()")
        self.visit(self.page, "/", False)

    def card(self, word):
        """Scans the command card with this title."""
        found = [item for item in hub.Table().of_kind("command") if item["title"] == word]
        return hub.report(f"DW:C:{found[0]['id'].removeprefix('command-')}")

    def spoken(self, *parts):
        """Waits until these words were spoken, and discards them."""
        for part in parts:
            self.page.wait_for_function(
                "part => window.spoken.some(([, text]) => text.includes(part))", arg=part, timeout=hub.PATIENCE * 1000)
        self.page.evaluate("() => { window.spoken = []; }")

    def test_a_session_by_scanning_alone_is_spoken(self):
        release, copies = lending.release_with_copies(2)
        self.card("Check out")
        self.spoken("Check out")
        hub.report(self.person["card"])
        self.spoken("Welcome", "0 of 10 loans")
        self.assertNotIn(self.person["shortName"], self.page.evaluate("() => window.spoken.join()"))
        # Several copies: each is read out with its number, and how to answer.
        hub.report(release["barcode"], symbology="EAN-13")
        self.spoken("Number 1: Copy", "Number 2: Copy", "Scan the card with the number")
        self.card("Number 2")
        self.spoken("Checked out", release["title"])
        self.card("Undo")
        self.spoken("Undone")
        # The reasons of a question, and how to answer.
        other = lending.enrol("Emil Berliner")
        self.addCleanup(lending.bring_back, other)
        lending.staff("POST", "/holds", {"copy": copies[0]["id"], "borrower": other["id"]})
        hub.report(copies[0]["code"])
        self.spoken("hold", "Scan the card Yes or the card No")
        self.card("No")
        self.spoken("Not changed")
        hub.report(copies[1]["code"])
        self.spoken("Checked out")
        self.card("Renew all")
        self.spoken("newed")
        self.card("End")
        self.spoken("Finished")
        self.card("Return")
        hub.report(copies[1]["code"])
        self.spoken("Returned", release["title"])
        self.assertEqual(lending.loans_of(self.person), [])

    def test_what_is_overdue_and_ready_is_told_when_the_card_is_scanned(self):
        copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"][:1]
        lending.staff("POST", "/loans", {"copy": copies[0]["id"], "borrower": self.person["id"], "override": "a page test"})
        name = hub.station()["name"]

        def answer(route):
            response = route.fetch()
            station = response.json()
            if "session" in station:
                station["session"]["overdue"] = 1
                station["session"]["loans"][0].update(isOverdue=True, dueAt="2026-01-10T22:59:59.000Z")
            route.fulfill(response=response, json=station)

        self.page.route(f"**/api/v1/stations/{name}", answer)
        self.card("Check out")
        hub.report(self.person["card"])
        self.spoken("1 of 10 loans", "1 overdue", f"{copies[0]['release']['title']} was due on 10 January")

    def test_every_mode_has_a_card_and_is_told(self):
        page = self.page
        for word, mode in (("Add", "add"), ("Return", "return"), ("Shelve", "shelve"), ("Renew", "renew"), ("Look up", "look-up")):
            with self.subTest(mode=mode):
                self.card(word)
                expect(page.locator("body")).to_have_attribute("data-mode", mode)
                self.spoken(word)

    def test_the_voice_speaks_the_language_of_the_station_and_is_quiet_if_the_station_is(self):
        self.card("Deutsch")
        expect(self.page.locator("html")).to_have_attribute("lang", "de")
        hub.report("nichts mit diesem Code")
        self.spoken("Unbekannter Code")
        self.card("English")
        expect(self.page.locator("html")).to_have_attribute("lang", "en")
        before = lending.policy(isQuiet=True)
        self.addCleanup(lending.policy, **before)
        hub.set_mode("return")
        expect(self.page.locator("body")).to_have_attribute("data-mode", "return")
        self.page.evaluate("() => { window.spoken = []; }")
        self.assert_shows(self.page, hub.report("a quiet code"))
        expect(self.page.locator("#announcement")).to_contain_text("Unknown code")
        self.assertEqual(self.page.evaluate("() => window.spoken"), [])

    def test_a_fault_is_told(self):
        name = hub.station()["name"]
        station = hub.call("GET", f"/api/v1/stations/{name}")
        fault = {**station, "state": "fault", "fault": {"kind": "readers", "since": "2026-11-20T19:00:00.000Z"}}
        self.page.route(f"**/api/v1/stations/{name}", lambda route: route.fulfill(json=fault))
        self.page.reload()
        self.spoken("The station cannot work now")


class SoundTests(PageCase):
    def test_a_browser_that_allows_sound_needs_no_touch(self):
        # This browser itself forbids it, and warns.
        self.may_fail = True
        page = self.sounding("NotSupportedError")
        page.wait_for_function("() => window.contexts === 1")

    def test_a_browser_that_forbids_sound_is_asked_at_the_first_touch_only(self):
        page = self.sounding("NotAllowedError")
        self.assert_shows(page, hub.report("a code without sound"))
        self.assertEqual(page.evaluate("() => window.contexts"), 0)
        page.locator("#outcome").click()
        page.wait_for_function("() => window.contexts === 1")

    def sounding(self, refusal):
        """Opens the page Desk in a browser that answers a request to play with this refusal, and counts its outputs."""
        page = self.open("about:blank", counter=False)
        page.add_init_script("""(() => {
          window.contexts = 0;
          const Real = window.AudioContext;
          window.AudioContext = class extends Real { constructor() { super(); window.contexts += 1; } };
          HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("", REFUSAL));
        })()""".replace("REFUSAL", f'"{refusal}"'))
        self.visit(page, "/", False)
        return page
