"""Tests with a hub that can store nothing: the screen of the station reports it, and continues by itself."""

import contextlib
import os
import sqlite3
import unittest

import lending
import hub
from browser import SIZES, PageCase, expect
from test_layout import FAULTS

DATABASE = os.environ.get("DEADWAX_DATABASE", "")

# The sounds of the page: the tones of each, in the order in which they are created.
LISTEN = """
    window.heard = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      const tone = make.call(this);
      const start = tone.start.bind(tone);
      tone.start = (at) => { heard.push(tone.frequency.value); start(at); };
      return tone;
    };
"""
FAULT = [233, 175, 233, 175]
ASK = [587, 784]


@contextlib.contextmanager
def held():
    """Locks the hub's database from another program."""
    other = sqlite3.connect(DATABASE, isolation_level=None, timeout=60)
    try:
        other.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        other.close()


def refused(code):
    """Reports a scan that is not stored."""
    try:
        hub.report(code)
    except AssertionError as error:
        assert "503" in str(error) and "Send it again" in str(error), error
        return
    raise AssertionError("the scan was kept")


@unittest.skipUnless(DATABASE, "DEADWAX_DATABASE is not set: the hub's database cannot be held")
class UnsavedScanTests(PageCase):
    def setUp(self):
        super().setUp()
        # The browser logs each refusal of the hub to its console.
        self.may_fail = True

    def test_an_unsaved_scan_is_reported_at_once_and_the_fault_clears_by_itself(self):
        page = self.open("about:blank", counter=False)
        page.add_init_script(LISTEN)
        page.goto("/")
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        page.locator("#outcome").click()
        fault = page.locator("#fault")
        expect(fault).to_be_hidden()
        with held():
            refused("not kept 1")
            expect(fault).to_be_visible()
            expect(fault).to_contain_text("Nothing can be saved")
            expect(fault).to_contain_text("Another program has locked the hub’s database")
            expect(fault).to_contain_text("1 scan was not carried out")
            self.assertEqual(page.evaluate("heard"), FAULT)
            refused("not kept 2")
            expect(fault).to_contain_text("2 scans were not carried out")
            self.assertEqual(page.evaluate("heard"), FAULT * 2)
            # A screen that connects meanwhile learns it from the station itself.
            late = None
            for size in SIZES:
                late = self.open(counter=False, size=size, on=late)
                expect(late.locator("#fault")).to_contain_text("2 scans were not carried out")
                self.assertEqual(late.evaluate(FAULTS), [])
        expect(fault).to_be_hidden()
        # They are in the list. They neither cover the card nor sound again.
        expect(page.locator("#feed .row").first).to_contain_text("not kept 2")
        self.assertEqual(page.evaluate("heard"), FAULT * 2)
        hub.report("kept again")
        expect(page.locator(".band-words")).to_have_text("Unknown code")
        self.assertEqual(page.evaluate("heard"), FAULT * 2 + ASK)
        self.assertNotIn("fault", hub.station())

    def test_it_is_reported_in_the_languages_of_the_station(self):
        self.addCleanup(lending.policy, **lending.policy(language="en"))
        for language, words in (("de", "Nichts kann gespeichert werden"), ("fr", "Rien ne peut être enregistré")):
            with self.subTest(language=language):
                lending.policy(language=language)
                page = self.open(counter=False)
                expect(page.locator("html")).to_have_attribute("lang", language)
                with held():
                    refused(f"not kept {language}")
                    expect(page.locator("#fault")).to_contain_text(words)
                    self.assertNotRegex(page.locator("#fault").inner_text(), r"desk\.|\{")
                expect(page.locator("#fault")).to_be_hidden()

    def test_an_answer_from_before_the_fault_does_not_hide_it(self):
        page = self.open(counter=False)
        pending = []

        def hold(route):
            if not pending:
                pending.append(route)
            else:
                route.continue_()

        page.route("**/readyz", hold)
        # The page reads everything again. The last of its requests is answered when the fault is there.
        with page.expect_response(lambda answer: answer.url.endswith("/stations/desk")):
            page.evaluate("dispatchEvent(new Event('online'))")
        fault = page.locator("#fault")
        with held():
            refused("not kept meanwhile")
            expect(fault).to_contain_text("1 scan was not carried out")
            with page.expect_request(lambda request: request.url.endswith("/tags")):
                pending[0].continue_()
            expect(page.locator("body")).to_have_attribute("data-hub", "up")
            expect(fault).to_contain_text("1 scan was not carried out")
        expect(fault).to_be_hidden()

    def test_the_same_class_of_feedback_as_the_machine(self):
        page = self.open(counter=False)
        heard = page.evaluate(
            """async () => {
              const { heard } = await import("/record/words.js");
              const { jobTone } = await import("/record/tags.js");
              const note = [{ code: "hold-waiting" }];
              return [
                heard({ status: "unknown", code: "unknown-code", mode: "return" }),
                heard({ status: "unknown", code: "unknown-code", mode: "check-out" }),
                heard({ status: "noted", code: "not-on-loan", mode: "return" }),
                heard({ status: "noted", code: "not-on-loan", mode: "return", notes: note }),
                heard({ status: "done", code: "returned", mode: "return" }),
                heard({ status: "done", code: "returned", mode: "return", notes: note }),
                heard({ status: "refused", code: "reader-fault", mode: "write" }),
                jobTone({ state: "failed", outcome: "reader-fault" }), jobTone({ state: "failed", outcome: "tag-locked" }),
                jobTone({ state: "done", outcome: "tag-unchanged" }), jobTone({ state: "expired" }),
              ];
            }"""
        )
        self.assertEqual(
            heard, ["no", "ask", "again", "note", "done", "note", "fault", "fault", "no", "again", "again"]
        )
