"""Tests of the question at a station that finds which release a copy is: four pressings at Discogs have its barcode."""

import random
import re
import urllib.error

import hub
import lending
import screens
from browser import MIDDLE, SMALL, PageCase, expect
from test_layout import FAULTS

# The answers that cannot be seen or pressed, even after scrolling, and those whose words are lost.
UNSEEN = """() => [...document.querySelectorAll(".answer")].filter((answer) => {
  answer.scrollIntoView({ block: "nearest" });
  const { left, top, right, bottom, height } = answer.getBoundingClientRect();
  const words = answer.querySelector(".answer-words");
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return height < 44 || !answer.contains(hit) || words.clientHeight < Number.parseFloat(getComputedStyle(words).fontSize)
    || answer.title !== words.textContent;
}).map((answer) => answer.textContent)"""


def example():
    """Returns a barcode that four pressings of the stand-in for Discogs have, and no release of the library."""
    digits = [int(digit) for digit in f"9520000{random.randrange(100_000):05}"]
    check = -sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10
    return "".join(map(str, [*digits, check]))


def number_card(number):
    """Returns the code on the card of a number."""
    card = next(item for item in hub.Table().of_kind("command") if item["title"] == f"Number {number}")
    return f"DW:C:{card['id'].removeprefix('command-')}"


class AskedTests(PageCase):
    def setUp(self):
        super().setUp()
        self.addCleanup(lambda: hub.set_mode(hub.station()["home"]))
        # A busy machine answers late.
        lending.set_setting("station.choice-seconds", "600")
        self.addCleanup(lambda: lending.set_setting("station.choice-seconds", None))
        hub.set_mode("add")

    def asked(self, page, countries=("UK", "Japan")):
        """Adds a copy whose barcode four pressings have, and returns its release once the station asks.

        `countries` are the answers, the likeliest first."""
        scan = hub.report(example(), "EAN-13")
        self.assertEqual(scan["outcome"]["code"], "added-unresolved")
        self.expect_country(page, countries)
        return scan["outcome"]["release"]

    def expect_country(self, page, countries=("UK", "Japan")):
        expect(page.locator(".asked-title")).to_have_text("Which country is printed on it?")
        expect(page.locator(".asked-left")).to_have_text("4 releases fit")
        expect(page.locator(".answer-words")).to_have_text([*countries, "I do not know"])

    def expect_year(self, page):
        expect(page.locator(".asked-title")).to_have_text("Which year is printed on it?")
        expect(page.locator(".asked-left")).to_have_text("2 releases fit")
        expect(page.locator(".answer-words")).to_have_text(["1991", "1994", "I do not know"])

    def chosen(self, release):
        """Returns the last five digits of the record that a person has chosen; None for none."""
        return lending.staff("GET", f"/releases/{release['id']}/alternatives").get("choice")

    def expect_facts(self, release, number, country, year):
        hub.wait_for("the facts of the record", lambda: (
            lambda found: (found.get("catalogNumber"), found.get("country"), found.get("year")) == (number, country, year))(
            lending.staff("GET", f"/releases/{release['id']}")))

    def test_the_question_stays_announced_if_the_answer_to_the_one_before_it_comes_later(self):
        before = lending.policy(language="en")
        self.addCleanup(lending.policy, **before)
        page = self.open(size=SMALL, counter=False)
        self.asked(page)
        expect(page.locator("#announcement")).to_contain_text("Which country is printed on it?")
        page.evaluate("""() => {
          const real = window.fetch;
          let handled;
          window.handled = new Promise((resolve) => { handled = resolve; });
          window.fetch = async (input, options) => {
            const answer = await real(input, options);
            if (String(input).endsWith("/pick")) {
              const announcement = document.getElementById("announcement");
              while (!announcement.textContent.includes("Which year")) await new Promise(requestAnimationFrame);
              // The page handles the answer in the turns after this one.
              setTimeout(handled, 500);
            }
            return answer;
          };
        }""")
        page.locator(".answer").nth(1).click()
        expect(page.locator("#announcement")).to_contain_text("Which year is printed on it?")
        page.evaluate("window.handled")
        expect(page.locator("#announcement")).to_contain_text("Which year is printed on it?")

    def test_two_answers_by_keyboard_alone_choose_the_release(self):
        before = lending.policy(language="en")
        self.addCleanup(lending.policy, **before)
        page = self.open(size=SMALL, counter=False)
        release = self.asked(page)
        expect(page.locator(".asked-about")).to_have_text("Example Trio – Invented Suite")
        # A person who hears the page hears the question with its answers.
        expect(page.locator("#announcement")).to_contain_text("Which country is printed on it?")
        expect(page.locator("#announcement")).to_contain_text("Japan")
        self.assertEqual(page.locator("#outcome").get_by_text("Which one?").count(), 0)
        page.locator("#outcome").focus()
        for _ in range(2):
            page.keyboard.press("Tab")
        expect(page.locator(".answer").nth(1)).to_be_focused()
        # Drawn again, as in another language, it leaves the focus where it is.
        for language, left in (("de", "4 Ausgaben passen"), ("en", "4 releases fit")):
            lending.policy(language=language)
            expect(page.locator(".asked-left")).to_have_text(left)
            expect(page.locator(".answer").nth(1)).to_be_focused()
        page.keyboard.press("Enter")
        self.expect_year(page)
        expect(page.locator("#announcement")).to_contain_text("Which year is printed on it?")
        # The next Tab leads to the first answer of the new question.
        page.keyboard.press("Tab")
        expect(page.locator(".answer").first).to_be_focused()
        self.assertIsNone(self.chosen(release))
        page.keyboard.press("2")
        expect(page.locator(".band-words")).to_have_text("Release chosen")
        self.assertTrue(self.chosen(release).endswith("3"))
        self.expect_facts(release, "EXJ 1", "Japan", 1994)
        # The copy is still in hand: its label or its tag can follow at once.
        copy = lending.staff("GET", f"/releases/{release['id']}")["copies"][0]["id"]
        line = page.get_by_role("region", name="Batch of additions")
        expect(line.get_by_role("link", name="Print label")).to_have_attribute("href", f"/labels?copies={copy}")
        expect(line.get_by_role("link", name="Write tag")).to_have_attribute("href", re.compile(f"^/write\\?copy={copy}&"))
        line.get_by_role("link", name="Print label").click()
        expect(page).to_have_url(re.compile("/labels"))

    def test_the_countries_of_the_library_decide_until_someone_answers(self):
        lending.set_setting("sources.countries", "Sweden, Japan")
        self.addCleanup(lambda: lending.set_setting("sources.countries", None))
        page = self.open(counter=False)
        release = self.asked(page, ("Japan", "UK"))
        self.expect_facts(release, "EXJ 1", "Japan", 1991)
        self.assertIsNone(self.chosen(release))

    def test_scanned_numbers_answer_it(self):
        page = self.open(counter=False)
        release = self.asked(page)
        self.assertEqual(hub.report(number_card(1))["outcome"]["code"], "choose-source")
        self.expect_year(page)
        self.assertEqual(hub.report(number_card(9))["outcome"]["code"], "choice-invalid")
        self.expect_year(page)
        self.assertEqual(hub.report(number_card(1))["outcome"]["code"], "source-chosen")
        expect(page.locator(".band-words")).to_have_text("Release chosen")
        self.assertTrue(self.chosen(release).endswith("0"))

    def test_an_answer_that_arrives_twice_or_from_a_second_page_counts_once(self):
        first, second = self.open(counter=False), self.open(counter=False)
        release = self.asked(first)
        self.expect_country(second)
        name = hub.station()["name"]
        seen = hub.call("GET", f"/api/v1/stations/{name}")["choosing"]["id"]

        def pick(key):
            return hub.call("POST", f"/api/v1/stations/{name}/pick", {"number": 2, "prompt": seen}, headers={"idempotency-key": key})

        # The same request twice is one answer, and the answer to a question that is over is refused.
        once = pick("0193489a-7c20-7e0b-a1c3-5d9e8f2740a1")
        self.assertEqual(pick("0193489a-7c20-7e0b-a1c3-5d9e8f2740a1")["version"], once["version"])
        for page in (first, second):
            self.expect_year(page)
        with self.assertRaisesRegex(AssertionError, " 409 "):
            pick("0193489a-7c20-7e0b-a1c3-5d9e8f2740a2")
        for page in (first, second):
            self.expect_year(page)
        # The second page answers the question that both show.
        second.locator(".answer").first.click()
        expect(second.locator(".band-words")).to_have_text("Release chosen")
        expect(first.locator(".asked-title")).to_have_count(0)
        self.assertTrue(self.chosen(release).endswith("2"))

    def test_a_page_that_loses_the_hub_asks_again_afterwards(self):
        self.may_fail = True
        page = self.open(counter=False)
        release = self.asked(page)
        page.locator(".answer").first.click()
        self.expect_year(page)
        page.context.set_offline(True)
        # Nothing is invited that cannot be done, and a key answers nothing.
        expect(page.locator(".answer")).to_have_count(0)
        expect(page.locator(".calm-words")).to_be_visible()
        page.keyboard.press("1")
        page.context.set_offline(False)
        self.expect_year(page)
        self.assertIsNone(self.chosen(release))
        page.locator(".answer").nth(1).click()
        expect(page.locator(".band-words")).to_have_text("Release chosen")
        self.assertTrue(self.chosen(release).endswith("1"))

    def test_undo_reverses_the_last_answer_and_then_the_choice(self):
        page = self.signed_in("/", counter=False)
        release = self.asked(page)
        page.locator(".answer").first.click()
        self.expect_year(page)
        undo = page.locator("#undo-button")
        undo.click()
        self.expect_country(page)
        page.locator(".answer").nth(1).click()
        self.expect_year(page)
        page.locator(".answer").first.click()
        expect(page.locator(".band-words")).to_have_text("Release chosen")
        self.assertTrue(self.chosen(release).endswith("2"))
        undo.click()
        expect(page.locator(".band-words")).to_have_text("Undone")
        self.assertIsNone(self.chosen(release))
        # It is in the inbox until someone decides.
        page.goto("/inbox")
        row = page.locator(f'#undecided [data-id="{release["id"]}"]')
        expect(row).to_contain_text("4 records at Discogs have this barcode.")

    def test_a_question_that_is_decided_elsewhere_disappears(self):
        page = self.open(counter=False)
        release = self.asked(page)
        page.locator(".answer").first.click()
        self.expect_year(page)
        path = f"/releases/{release['id']}"
        number = lending.staff("GET", f"{path}/alternatives")["items"][3]["id"]
        version = lending.staff("GET", path)["version"]
        lending.staff("PUT", f"{path}/source", {"id": number}, headers={"if-match": f'"{version}"'})
        expect(page.locator(".answer")).to_have_count(0)
        self.assertNotIn("choosing", hub.station())
        self.assertEqual(self.chosen(release), number)

    def shown(self, page, language, name):
        """Shows the question with as many answers as there are numbers, or the short one."""
        state = next(state for state in screens.desks(language) if state[0] == name)
        screens.show(page, *state[1:])
        expect(page.locator(".answer").first).to_be_visible()

    def test_nine_answers_are_seen_at_once_on_every_screen_of_a_station(self):
        page = self.open("about:blank", counter=False)
        for language in screens.LANGUAGES:
            self.shown(page, language, "question about the release")
            for size in screens.SCREENS[1:]:
                for font, family in screens.FONTS.items():
                    with self.subTest(language=language, size=size, font=font):
                        screens.settle(page, size, family)
                        self.assertEqual(page.locator(".answer").count(), 9)
                        for place in (".asked", ".answers"):
                            self.assertFalse(page.locator(place).evaluate("one => one.scrollHeight > one.clientHeight + 1"), place)
                        self.assertEqual(page.evaluate(UNSEEN), [])
                        large = page.locator(".answer-words").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
                        self.assertGreaterEqual(large, 16)

    def test_text_of_twice_the_size_loses_no_answer(self):
        page = self.open("about:blank", counter=False)
        for language in screens.LANGUAGES:
            self.shown(page, language, "question about the release")
            for size in (SMALL, MIDDLE, (1366, 650)):
                screens.settle(page, size, None)
                before = page.locator(".answer-words").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
                page.evaluate("document.documentElement.style.fontSize = '200%'")
                with self.subTest(language=language, size=size):
                    self.assertEqual(page.evaluate(UNSEEN), [])
                    after = page.locator(".answer-words").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
                    self.assertGreaterEqual(after, max(32, before))
                page.evaluate("document.documentElement.style.fontSize = ''")
