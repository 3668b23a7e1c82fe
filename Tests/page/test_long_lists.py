"""Tests of lists with thousands of rows: the page has a bounded number of them, and every row is reached."""

import datetime
import json
import re
import unittest

from big_hub import BigHub
from browser import ACTION, MIDDLE, SMALL, Browser, expect

# The most rows that may be on the page at once, for any length of the list.
ROWS = 420
# The rows of one request while one scrolls.
READ = 180

# Counts the elements of the page and the rows, with the numbers of the first and the last one.
STATE = """() => {
  const rows = [...document.querySelectorAll("#rows > li, #releases > li")];
  const place = document.getElementById("list").getBoundingClientRect();
  const seen = rows.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > place.top && top < place.bottom;
  });
  return { elements: document.querySelectorAll("*").length, rows: rows.length,
    first: Number(seen[0]?.ariaPosInSet), last: Number(seen.at(-1)?.ariaPosInSet), size: Number(seen[0]?.ariaSetSize),
    height: document.getElementById("list").scrollHeight };
}"""

# The same for the list of tags.
TAGS = STATE.replace("#rows > li, #releases > li", "#tags > li")

# Answers the requests for a list with a million rows of one shape. All but the first wait for `window.gate`, if there is one.
MANY = """
const hub = window.fetch;
const [path, shape, key, count] = %s;
window.asked = 0;
window.fetch = (address, options) => {
  const { pathname, searchParams } = new URL(address, location.href);
  if (pathname !== `/api/v1/${path}`) return hub(address, options);
  window.asked += 1;
  const first = Number(searchParams.get("cursor") ?? 0);
  const end = Math.min(count, first + Number(searchParams.get("limit")));
  const items = Array.from({ length: end - first }, (_, index) => ({ ...shape, [key]: String(first + index).padStart(14, "0") }));
  const answer = new Response(JSON.stringify({ items, ...end < count ? { next: String(end) } : {} }));
  return Promise.resolve(first === 0 ? undefined : window.gate).then(() => answer);
};
"""
TAG = {"kind": "NTAG213", "writes": 0, "failures": 0, "isSuspect": False, "isSealed": False}
ENTRY = {"act": "check-out", "text": "DW:I:5VTPVXVRCNZGJD", "station": "bus", "at": "2026-11-20T10:00:00Z", "state": "needs-staff",
         "code": "unknown-code", "title": "Unknown code", "reasons": [], "card": "B-1"}


def many(path, shape, key="id", count=1_000_000):
    """Returns a script that answers a list with this many rows."""
    return MANY % json.dumps([path, shape, key, count])


GATE = "window.gate = new Promise((open) => { window.openGate = open; });"


class LongListTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hub = BigHub()
        cls.addClassCleanup(cls.hub.end)

    def open(self, path, size=MIDDLE):
        context = Browser.shared().chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, base_url=self.hub.address)
        self.addCleanup(context.close)
        context.set_default_timeout(ACTION)
        context.add_cookies([{"name": "deadwax", "value": self.hub.token, "url": self.hub.address}])
        page = context.new_page()
        self.errors, self.asked = [], []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.goto(path)
        expect(page.locator("#rows > li, #releases > li").first).to_be_visible()
        return page

    def tearDown(self):
        self.assertEqual(self.errors, [])

    def lists(self, part="/loans?"):
        """Returns how often the page has read a part of this list."""
        return sum(f"/api/v1{part}" in url for url in self.asked)

    def row(self, page, number):
        return page.locator(f'#list li[aria-posinset="{number}"]')

    def frames(self, page):
        """Waits until the page was drawn a few times: what moves a list does so by then."""
        page.evaluate("""async () => {
          for (let frame = 0; frame < 5; frame += 1) await new Promise((done) => requestAnimationFrame(done));
        }""")

    def settled(self, page, state=STATE):
        """Returns what the page shows as soon as there are rows in the view."""
        return page.wait_for_function(f"() => {{ const state = ({state})(); return state.first ? state : null; }}").json_value()

    def bounded(self, page):
        state = self.settled(page)
        self.assertLessEqual(state["rows"], ROWS, state)
        return state

    def test_every_row_of_20_000_is_reached_with_few_rows_on_the_page(self):
        page = self.open("/loans?state=returned")
        expect(page.locator("#count")).to_have_text("More than 10,000")
        start = self.bounded(page)
        self.assertEqual((start["first"], start["size"]), (1, -1))
        self.assertLessEqual(self.lists(), 3, "more is read than the view needs")
        # The scroll bar stands for the rows that the hub has counted at least.
        self.assertGreater(start["height"], 10_000 * 60)

        page.keyboard.press("End")
        expect(self.row(page, 20_000)).to_be_in_viewport(timeout=300_000)
        expect(self.row(page, 20_000)).to_have_attribute("aria-setsize", "20000")
        expect(self.row(page, 20_000).locator(":focus")).to_have_count(1)
        expect(page.locator("#count")).to_have_text("20,000 loans")
        end = self.bounded(page)
        asked = self.lists()
        self.assertLessEqual(asked, 20_000 // READ + 8)
        oldest = page.locator("#rows > li").last.get_attribute("data-id")
        cursor, last = None, None
        while True:
            read = self.hub.call("GET", "/loans?state=returned&limit=200" + (f"&cursor={cursor}" if cursor else ""))
            last, cursor = read["items"][-1]["id"], read.get("next")
            if not cursor:
                break
        self.assertEqual(oldest, last)

        page.keyboard.press("Home")
        expect(self.row(page, 1)).to_be_in_viewport()
        expect(self.row(page, 1).locator(":focus")).to_have_count(1)
        home = self.bounded(page)
        self.assertLess(abs(home["elements"] - start["elements"]), 8000)

        # Drags the scroll bar over the whole list: only where it rests is anything read.
        before = self.lists()
        page.evaluate("""async () => {
          const list = document.getElementById("list");
          for (let step = 0; step <= 200; step += 1) {
            list.scrollTop = step / 200 * list.scrollHeight / 2;
            await new Promise(requestAnimationFrame);
          }
        }""")
        expect(self.row(page, 10_000)).to_be_attached()
        middle = self.bounded(page)
        self.assertLess(abs(middle["first"] - 10_000), 300, middle)
        # A group of rows more each time that the dragging rested: on a slow machine, a frame can last as long.
        self.assertLessEqual(self.lists() - before, 60)
        print(f"20,000 rows: {start['elements']} elements at the top, {end['elements']} at the end, "
              f"{middle['elements']} in the middle; {end['rows']} rows at most on the page; {asked} requests to the end")

    def test_a_million_rows_are_scrolled_to_the_end(self):
        page = self.open("/loans?state=returned")
        # The page's own requests are answered in the page: this is about the list, not about the hub.
        page.add_init_script(many("loans", self.hub.call("GET", "/loans?state=returned&limit=1")["items"][0]))
        page.goto("/loans?state=returned")
        expect(page.locator("#count")).to_have_text("More than 10,000")
        start = self.bounded(page)
        page.keyboard.press("End")
        expect(self.row(page, 1_000_000)).to_be_in_viewport(timeout=900_000)
        expect(page.locator("#count")).to_have_text("1,000,000 loans")
        end = self.bounded(page)
        asked = page.evaluate("window.asked")
        self.assertLessEqual(asked, 1_000_000 // READ + 8)
        # The scroll bar reaches every part, though no element can be as high as that many rows.
        for part in (0.25, 0.5, 0.75):
            page.evaluate("(part) => { const list = document.getElementById('list'); list.scrollTop = part * list.scrollHeight; }", part)
            page.wait_for_function(f"(row) => Math.abs(({STATE})().first - row) < 1000", arg=part * 1_000_000)
            self.bounded(page)
        page.keyboard.press("Home")
        expect(self.row(page, 1)).to_be_in_viewport()
        heap = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        print(f"1,000,000 rows: {start['elements']} elements at the top, {end['elements']} at the end; {asked} requests to the end; "
              f"{heap:.0f} MB of script memory afterwards")

    def test_the_first_of_a_million_rows_are_there_before_anything_else_is_read_or_counted(self):
        page = self.open("/loans?state=returned")
        page.add_init_script(many("loans", self.hub.call("GET", "/loans?state=returned&limit=1")["items"][0]))
        page.add_init_script(GATE)
        page.goto("/loans?state=returned")
        # Only the first request is answered: the view is full of rows that can be used, and no number of all rows is claimed.
        expect(self.row(page, 1)).to_be_in_viewport()
        expect(page.locator("#count")).to_have_text("More than 10,000")
        expect(page.locator("#list")).not_to_have_attribute("aria-busy", "true")
        first = self.bounded(page)
        self.assertEqual((first["first"], first["size"]), (1, -1))
        filled = page.evaluate("""() => {
          const [list, last] = [document.getElementById("list"), [...document.querySelectorAll("#rows > li")].at(-1)];
          return last.getBoundingClientRect().bottom >= list.getBoundingClientRect().bottom;
        }""")
        self.assertTrue(filled, "the view is not full")
        self.assertLessEqual(page.evaluate("window.asked"), 2)
        link = self.row(page, 1).locator("a").first
        link.focus()
        expect(link).to_be_focused()
        # The rest follows as soon as it is answered, and takes nothing away from the first rows.
        page.evaluate("window.openGate()")
        page.mouse.move(400, 400)
        while self.settled(page)["first"] < 200:
            page.mouse.wheel(0, 2400)
        expect(page.locator("#count")).to_have_text("More than 10,000")

    def test_a_million_tags_have_few_rows_on_the_page(self):
        page = self.open("/library")
        page.add_init_script(many("tags", TAG, "uid"))
        page.goto("/tags")
        expect(page.locator('#tags > li[aria-posinset="1"]')).to_be_in_viewport()
        self.assertLessEqual(page.evaluate("window.asked"), 3, "more is read than the view needs")
        page.mouse.move(400, 400)
        first = 1
        while first < 1500:
            page.mouse.wheel(0, 4000)
            state = self.settled(page, TAGS)
            self.assertLessEqual(state["rows"], ROWS, state)
            self.assertGreaterEqual(state["first"], first, "the view jumped back")
            first = state["first"]
        expect(page.locator("#count")).to_have_text(re.compile("^First [0-9,]+ tags$"))
        page.keyboard.press("Home")
        expect(page.locator('#tags > li[aria-posinset="1"]')).to_be_in_viewport()
        expect(page.locator('#tags > li[aria-posinset="1"] a')).to_be_focused()

    def test_an_answer_during_a_jump_does_not_lead_the_list_too_far(self):
        page = self.open("/library")
        page.add_init_script(GATE + many("tags", TAG, "uid"))
        page.goto("/tags")
        expect(page.locator('#tags > li[aria-posinset="1"]')).to_be_in_viewport()
        # A small step asks for the second part of the list, whose answer waits.
        place = "const place = document.getElementById('list');"
        page.evaluate(place + "place.scrollTop = place.scrollHeight / 10;")
        page.wait_for_function("() => window.asked === 2")
        # The answer arrives after the jump, before the page has noticed it: that is the next frame, which waits.
        page.evaluate("""() => {
          window.waiting = [];
          window.nextFrame = window.requestAnimationFrame;
          window.requestAnimationFrame = (work) => window.waiting.push(work);
        }""")
        page.evaluate(place + "place.scrollTop = place.scrollHeight * .6; window.openGate();")
        page.wait_for_function("() => document.querySelectorAll('#tags > li').length > 60", polling=20)
        page.evaluate("""() => {
          window.requestAnimationFrame = window.nextFrame;
          for (const work of window.waiting) requestAnimationFrame(work);
        }""")
        self.assertGreater(self.settled(page, TAGS)["first"], 60)
        self.assertEqual(page.evaluate("window.asked"), 2, "more is read than the view needs")

    def test_the_last_of_20_000_tags_is_opened(self):
        page = self.open("/library")
        page.add_init_script(many("tags", TAG, "uid", 20_000))
        page.goto("/tags")
        expect(page.locator('#tags > li[aria-posinset="1"]')).to_be_in_viewport()
        page.keyboard.press("End")
        row = page.locator('#tags > li[aria-posinset="20000"] a')
        expect(row).to_be_focused(timeout=300_000)
        expect(page.locator("#count")).to_have_text("20,000 tags")
        self.assertLessEqual(page.locator("#tags > li").count(), ROWS)
        page.keyboard.press("Enter")
        expect(row).to_have_attribute("aria-current", "true")
        self.assertIn("tag=00000000019999", page.url)
        # Beside the tag the list is narrower, and its rows are higher. The row stays in the view, and after the tag is closed too.
        expect(page.locator("#one h2, #one .empty-title")).to_be_visible()
        self.frames(page)
        expect(row).to_be_in_viewport()
        page.get_by_role("button", name="Close the tag").click()
        expect(page.locator("#one")).to_be_hidden()
        self.frames(page)
        expect(row).to_be_focused()
        expect(row).to_be_in_viewport()

    def test_many_entries_of_offline_stations_stand_above_the_inbox(self):
        page = self.open("/library")
        page.add_init_script(many("offline-entries", ENTRY, count=3000))
        page.goto("/inbox")
        rows = page.locator("#offline-rows > li")
        expect(rows.first).to_be_in_viewport()
        self.assertLessEqual(page.evaluate("window.asked"), 3, "more is read than the view needs")
        # The inbox stays below it, with keys of its own.
        expect(page.locator("#chips")).to_be_in_viewport()
        rows.first.get_by_role("button").first.focus()
        page.keyboard.press("End")
        last = page.locator('#offline-rows > li[aria-posinset="3000"]')
        expect(last).to_be_in_viewport(timeout=300_000)
        expect(page.locator("#offline-count")).to_have_text("3,000 entries")
        self.assertLessEqual(rows.count(), ROWS)
        expect(page.locator("#chips")).to_be_in_viewport()
        page.keyboard.press("Home")
        expect(page.locator('#offline-rows > li[aria-posinset="1"]')).to_be_in_viewport()

    def test_rows_follow_each_other_while_one_scrolls(self):
        page = self.open("/loans?state=returned", SMALL)
        page.evaluate("""() => {
          window.seen = new Set();
          window.most = 0;
          const note = () => {
            const rows = document.querySelectorAll("#rows > li");
            window.most = Math.max(window.most, rows.length);
            for (const row of rows) window.seen.add(Number(row.ariaPosInSet));
          };
          new MutationObserver(note).observe(document.getElementById("rows"), { childList: true });
          note();
        }""")
        page.mouse.move(400, 400)
        before = 0
        while before < 1500:
            page.mouse.wheel(0, 1200)
            state = self.settled(page)
            self.assertGreaterEqual(state["first"], before, "the view jumped back")
            before = state["first"]
        seen = page.evaluate("[...window.seen].sort((one, other) => one - other)")
        self.assertEqual(seen[: before], list(range(1, before + 1)), "a row was passed over")
        self.assertLessEqual(page.evaluate("window.most"), ROWS)
        # Back up, over rows that were dropped in the meantime.
        while self.settled(page)["first"] > 1:
            page.mouse.wheel(0, -4000)
        expect(self.row(page, 1)).to_be_in_viewport()

    def test_a_change_elsewhere_leaves_the_view_where_it_is(self):
        page = self.open("/borrowers")
        expect(page.locator("#count")).to_have_text("1,000 borrowers")
        page.keyboard.press("End")
        expect(self.row(page, 1000)).to_be_in_viewport(timeout=300_000)
        before = self.settled(page)
        link = self.row(page, 1000).locator("a")
        expect(link).to_be_focused()
        page.evaluate("document.querySelector('#rows > li:last-child').mark = 'kept'")
        with page.expect_response(lambda answer: "/api/v1/borrowers?" in answer.url and "cursor" in answer.url):
            self.hub.call("POST", "/borrowers", {"name": "Aaaron First", "shortName": "Aaaron"})
        expect(page.locator("#count")).to_have_text("1,001 borrowers")
        expect(self.row(page, 1001)).to_be_in_viewport()
        after = self.settled(page)
        self.assertEqual(after["last"], before["last"] + 1)
        # The row is the same element, and keeps the focus.
        self.assertEqual(page.evaluate("document.querySelector('#rows > li:last-child').mark"), "kept")
        expect(page.locator("#rows > li").last.locator("a")).to_be_focused()

    def test_a_long_library_in_columns_is_scrolled_to_its_end(self):
        page = self.open("/library", (1920, 1080))
        expect(page.locator("#count")).to_have_text("8,000 releases")
        page.keyboard.press("End")
        expect(self.row(page, 8000)).to_be_in_viewport(timeout=300_000)
        state = self.bounded(page)
        self.assertEqual(state["size"], 8000)
        page.keyboard.press("Home")
        expect(self.row(page, 1)).to_be_in_viewport()

    def test_a_list_begins_at_a_letter_or_a_date(self):
        page = self.open("/borrowers")
        names = page.locator("#rows strong")
        page.get_by_label("Begin at a letter").select_option("M")
        expect(names.first).to_have_text(re.compile("^M"))
        self.assertIn("from=M", page.url)
        expect(page.locator("#count")).not_to_contain_text("1,00")
        page.go_back()
        expect(names.first).to_have_text(re.compile("^[AB]"))
        page = self.open("/loans?state=returned")
        before = self.hub.call("GET", "/loans?state=returned&limit=1")["items"][0]["returnedAt"][:10]
        day = str(datetime.date.fromisoformat(before) - datetime.timedelta(days=400))
        first = self.hub.call("GET", f"/loans?state=returned&limit=1&from={day}T23:59:59Z")["items"][0]
        self.assertLessEqual(first["returnedAt"][:10], day)
        page.get_by_label("Until").fill(day)
        expect(page.locator("#rows > li").first).to_have_attribute("data-id", first["id"])
        page = self.open(f"/library?from={day}")
        first = self.hub.call("GET", f"/releases?limit=1&from={day}T23:59:59Z")["items"][0]
        expect(page.locator(".release-row").first).to_have_attribute("data-id", first["id"])

    def test_a_list_in_another_order_is_bounded_too(self):
        page = self.open("/loans")
        page.get_by_role("button", name="Sort by Record", exact=True).click()
        expect(page.get_by_role("button", name="Sort by Record, descending")).to_be_visible()
        self.bounded(page)
        page.keyboard.press("End")
        expect(self.row(page, 1000)).to_be_in_viewport()
        self.bounded(page)
