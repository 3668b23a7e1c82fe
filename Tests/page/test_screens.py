"""Tests of the page Desk on every screen, in every language and font, with the counter and a prompt open.

Nothing is covered, cut off or on top of anything else.
"""

import screens
from browser import PageCase, expect
from test_layout import FAULTS


class ScreenTests(PageCase):
    def desk_fits(self, language):
        for counter in (True, False):
            page = None
            # The font that the page has stays for the next size: each step changes one of the two.
            fonts = list(screens.FONTS.items())
            for name, desk, scans, ready in screens.desks(language):
                page = self.open("about:blank", counter=counter, on=page)
                screens.show(page, desk, scans, ready)
                if counter:
                    expect(page.locator(".item").first).to_be_visible()
                    # The items are alike, and the first and last are measured: the others take most of the time.
                    page.evaluate("[...document.querySelectorAll('.item')].slice(4, -4).forEach((item) => item.remove())")
                for size in screens.SCREENS:
                    for font, family in fonts:
                        with self.subTest(desk=name, counter=counter, size=size, language=language, font=font):
                            screens.settle(page, size, family)
                            self.assertEqual(page.evaluate(FAULTS), [])
                    fonts.reverse()

    def test_the_desk_fits_in_english(self):
        self.desk_fits("en")

    def test_the_desk_fits_in_german(self):
        self.desk_fits("de")

    def test_the_desk_fits_in_french(self):
        self.desk_fits("fr")
