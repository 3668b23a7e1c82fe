"""Tests of the page Desk on every screen and in every language, with the counter and a prompt open, and in each font.

Nothing is covered, cut off or on top of anything else. Each state is measured on each screen in each language with the counter and in
the wide font, which leaves the least room, and in one other combination of both in turn: each screen has each of them in some states.
DEADWAX_VIEWS=all measures each with each.
"""

import itertools

import screens
from browser import PageCase, expect
from test_layout import FAULTS
from test_steps import NONE
from test_views import ALL

# Waits until every motion of the beginning has ended, then until the clock of the page has ticked twice. Returns what moves for
# more than five seconds, and what a tick has moved.
MOVES = """async () => {
  const name = (element) => `${element.tagName.toLowerCase()}.${element.className.baseVal ?? element.className}`;
  const ends = (motion) => motion.effect.getComputedTiming().endTime;
  const found = document.getAnimations().filter((one) => ends(one) > 5000).map((one) => `${name(one.effect.target)} for ${ends(one)} ms`);
  await Promise.all(document.getAnimations().filter((one) => ends(one) <= 5000).map((one) => one.finished.catch(() => {})));
  for (const type of ["transitionrun", "animationstart"]) addEventListener(type, ({ target }) => found.push(`${name(target)} at a tick`));
  const arcs = () => [...document.querySelectorAll(".ring-arc")].map((arc) => arc.getAttribute("stroke-dashoffset")).join();
  for (let tick = 0, before = arcs(); arcs() && tick < 2; ) {
    await new Promise(requestAnimationFrame);
    if (arcs() !== before) [before, tick] = [arcs(), tick + 1];
  }
  await new Promise(requestAnimationFrame);
  return [...new Set(found)];
}"""


class ScreenTests(PageCase):
    @staticmethod
    def looks(state, screen, language):
        """Returns whether the counter is open, and the font, for a state on a screen: all, or the narrowest and another in turn."""
        every = list(itertools.product((True, False), screens.FONTS))
        if ALL:
            return every
        narrowest = (True, screens.WIDE)
        others = [one for one in every if one != narrowest]
        return [narrowest, others[(state + screen + screens.LANGUAGES.index(language)) % len(others)]]

    def desk_fits(self, language):
        # How often each screen had each look.
        had = dict.fromkeys(itertools.product(screens.SCREENS, (True, False), screens.FONTS), 0)
        page = {}
        for state, (name, desk, scans, ready) in enumerate(screens.desks(language)):
            wanted = [(size, *look) for place, size in enumerate(screens.SCREENS) for look in self.looks(state, place, language)]
            for counter in (True, False):
                # What moves for good is drawn 60 times a second, also while nothing else happens.
                page[counter] = self.open("about:blank", counter=counter, on=page.get(counter), reduced_motion="reduce")
                screens.show(page[counter], desk, scans, ready)
                if counter:
                    expect(page[counter].locator(".item").first).to_be_visible()
                    # The items are alike, and the first and last are measured: the others take most of the time.
                    page[counter].evaluate("[...document.querySelectorAll('.item')].slice(4, -4).forEach((item) => item.remove())")
                # The font that the page has stays for the next size: each step changes one of the two.
                for font, group in itertools.groupby(sorted(
                        (one for one in wanted if one[1] == counter), key=lambda one: one[2]), key=lambda one: one[2]):
                    for size, _, _ in group:
                        had[size, counter, font] += 1
                        with self.subTest(desk=name, counter=counter, size=size, language=language, font=font):
                            screens.settle(page[counter], size, screens.FONTS[font])
                            self.assertEqual(page[counter].evaluate(FAULTS), [])
        self.assertGreater(min(had.values()), 1, "a screen has not had each look")

    def test_the_desk_fits_in_english(self):
        self.desk_fits("en")

    def test_the_desk_fits_in_german(self):
        self.desk_fits("de")

    def test_the_desk_fits_in_french(self):
        self.desk_fits("fr")

    def test_nothing_moves_for_long_while_a_station_waits(self):
        # What moves is drawn 60 times a second, which loads a small machine for as long as it waits.
        page, rings = None, 0
        for name, desk, scans, ready in screens.desks("en"):
            page = self.open("about:blank", counter=False, on=page)
            screens.show(page, desk, scans, ready)
            rings += page.locator(".ring-arc").count()
            with self.subTest(desk=name):
                self.assertEqual(page.evaluate(MOVES), [])
        self.assertGreater(rings, 3, "almost no state has a countdown")

    def test_the_hint_at_the_first_record_moves_for_a_moment(self):
        page = self.open("about:blank")
        page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
        page.route("**/api/v1/first-steps", lambda route: route.fulfill(json=NONE))
        self.visit(page, "/", counter=True)
        expect(page.locator(".has-hint .item[aria-selected=true]")).to_be_visible()
        self.assertEqual(page.evaluate(MOVES), [])
