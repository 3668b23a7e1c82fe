"""Tests of the layout of every page in every state in other languages: nothing overlaps, is cut off or out of reach.

test_states measures them in English, in the same load as all else of a view. DEADWAX_VIEWS=all measures what opens over the pages
on every screen, too, and everything in every language.
"""

import os

import catalogue
from test_layout import FAULTS
from view_case import ViewCase
from views import NARROW, SCREENS, all_views, pages

ALL = os.environ.get("DEADWAX_VIEWS") == "all"
# A panel is at most 560 px wide: larger screens have nothing new for it.
OF_PANELS = SCREENS if ALL else [(360, 740), (800, 480), (1366, 650)]
LANGUAGES = list(catalogue.LOCALES) if ALL else ["de"]
# The states in which a page has its buttons.
WITH_BUTTONS = ("page", "one", "sign-ins", "tokens")

# Faults that a page can have, each with the beginning of the sentence that reports it.
BROKEN = {
    "the page is": "main { min-width: 3000px; }",
    "small: button": "#make-it { min-height: 0; height: 20px; padding: 0; }",
    "outside: button": "#make-it { position: fixed; left: -400px; }",
    "covered: button": "#over { position: fixed; inset: 0; z-index: 99; }",
    "text too wide": ".words { width: 20px; white-space: nowrap; }",
    "text cut": ".words { height: 8px; overflow: hidden; }",
    "overlap: p.words": ".words { margin-bottom: -20px; }",
    "too wide: div": "#panel { overflow: auto; width: 100px; } #panel .words { width: 400px; }",
}


class ViewTests(ViewCase):
    def test_every_page_has_its_views(self):
        self.assertEqual({view.page for view in all_views()}, set(pages()))

    def test_every_view_fits_the_narrow_screens_in_other_languages(self):
        for language in LANGUAGES:
            page = self.viewer(locale=catalogue.LOCALES[language])
            for view in all_views():
                # The page Desk speaks the language of its station: see test_screens.
                if view.page != "index":
                    self.show(page, view)
                    spoken = page.evaluate("document.documentElement.lang")
                    self.measure(page, view, SCREENS if ALL else NARROW, language=spoken)
                    # Words of other languages are longer.
                    self.fits_with_text_of_twice_the_size(page, view, language=spoken)

    def test_each_fault_of_a_page_is_found(self):
        page = self.viewer()
        view = next(view for view in all_views() if view.name == "loans-page")
        for sentence, style in BROKEN.items():
            with self.subTest(fault=sentence):
                self.show(page, view)
                self.assertEqual(page.evaluate(FAULTS), [])
                page.evaluate("""(style) => {
                  const make = (tag, name, words = "") => {
                    const element = document.createElement(tag);
                    Object.assign(element, { id: name, className: name === "words" ? name : "", textContent: words });
                    return element;
                  };
                  const panel = make("div", "panel");
                  panel.append(make("p", "words", "A sentence with some words."), make("p", "words", "Another sentence."),
                    make("button", "make-it", "Make"));
                  document.querySelector("#list").prepend(panel);
                  document.body.append(make("div", "over"));
                  const sheet = new CSSStyleSheet();
                  sheet.replaceSync(style);
                  document.adoptedStyleSheets = [sheet];
                }""", style)
                # The styles are those of the page at once, and stay.
                found = page.evaluate(FAULTS, 0)
                self.assertTrue([fault for fault in found if fault.startswith(sentence)], found)
