"""Tests of the search at Discogs below few hits on the page Library. The hub's answer is replaced in the browser."""

import json
import re
import unittest

import hub
from browser import PageCase, expect

HIT = {
    "number": 52391, "title": "A - B", "country": "US", "year": 1999, "medium": "cd", "formats": "CD, Album",
    "url": "https://www.discogs.com/release/52391",
}


class DiscogsTests(PageCase):
    def test_a_hit_is_offered_with_the_attribution_and_sent_as_a_wish(self):
        page = self.signed_in("/library?q=zzzz-no-such-words")
        known = hub.call("GET", "/api/v1/releases?limit=1")["items"][0]["id"]
        sent = []

        def search(route):
            route.fulfill(json={"items": [HIT], "attribution": "Data provided by Discogs.",
                                "fetchedAt": "2026-11-03T10:00:00Z"})

        def add(route):
            sent.append(json.loads(route.request.post_data))
            route.fulfill(status=201, json={"id": known})

        page.route(re.compile(r"/api/v1/discogs/releases\?"), search)
        page.route(re.compile(r"/api/v1/discogs/releases/52391"), add)
        page.get_by_role("button", name="Search Discogs").click()
        expect(page.get_by_role("link", name="Data provided by Discogs.")).to_be_visible()
        # An answer that the hub has stored before has its time.
        expect(page.locator("#discogs")).to_contain_text("From an earlier search, 3 Nov")
        expect(page.get_by_role("link", name="A - B")).to_have_attribute("href", HIT["url"])
        page.get_by_role("button", name="Add to wishlist: A - B").click()
        expect(page).to_have_url(re.compile(f"release={known}"))
        self.assertEqual(sent, [{"wishlist": True}])


if __name__ == "__main__":
    unittest.main()
