"""Tests of the card on the page Settings that checks all releases again."""

import json

import hub
import lending
from browser import PageCase, expect


class RecheckTests(PageCase):
    def opened(self, **state):
        """Opens the page with an answer about the recheck, which the test changes; returns the page, the card and the state."""
        state = {"state": "none", "total": 2000, "checked": 0, "missing": 0, "percent": 0, "version": 0, **state}
        self.sent = []

        def answer(route):
            asked = route.request
            if asked.method != "GET":
                self.sent.append((asked.method, asked.post_data_json, asked.headers))
                state["state"] = asked.post_data_json["state"] if asked.method == "PATCH" else "running"
                state["version"] += 1
            route.fulfill(status=200, content_type="application/json", body=json.dumps(state))

        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.route("**/api/v1/recheck", answer)
        page.goto("/settings?section=discogs")
        return page, page.locator("#recheck"), state

    def test_the_progress_and_the_time_left_are_shown(self):
        _, card, _ = self.opened(state="running", checked=500, percent=25, missing=2, secondsLeft=4501, version=1)
        expect(card.get_by_role("progressbar", name="Progress of the check")).to_have_js_property("value", 500)
        expect(card).to_contain_text("500 of 2,000 releases (25 %). About 1 h 16 min left. Discogs no longer has 2 of them")

    def test_a_recheck_is_started_paused_continued_and_ended_by_keyboard(self):
        page, card, _ = self.opened()
        expect(card).to_contain_text("never checked again")
        expect(card.get_by_role("progressbar")).to_have_count(0)
        card.get_by_role("button", name="Check all").focus()
        for name in ("Pause", "Continue", "Pause"):
            page.keyboard.press("Enter")
            expect(card.get_by_role("button", name=name)).to_be_focused()
        card.get_by_role("button", name="End").click()
        expect(card).to_contain_text("The check was ended.")
        self.assertEqual([method for method, _, _ in self.sent], ["POST", "PATCH", "PATCH", "PATCH"])
        self.assertIn("idempotency-key", self.sent[0][2])
        self.assertEqual([headers["if-match"] for _, _, headers in self.sent[1:]], ['"1"', '"2"', '"3"'])

    def test_the_hub_answers_the_card(self):
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/settings?section=discogs")
        card = page.locator("#recheck")
        expect(card.get_by_role("heading", level=2)).to_have_text("Check all releases again")
        expect(card.get_by_role("button").first).to_be_visible()
        self.assertIn(lending.staff("GET", "/recheck")["state"], ("none", "running", "paused", "stopped", "done"))
