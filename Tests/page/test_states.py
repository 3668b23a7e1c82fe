"""Tests of every page in every state on every screen, also for people who see little, see it otherwise, or move it otherwise.

Nothing overlaps, is cut off or out of reach. WCAG 2.2, levels A and AA, by axe-core; text of twice the size; forced colours;
reduced motion. A view is loaded once for all of it: loading takes most of the time.
"""

from axe_case import COLOURS
from browser import MIDDLE
from test_views import OF_PANELS, WITH_BUTTONS
from view_case import ViewCase, opened, resize
from views import SCREENS, all_views

# Sends the form of the open panel as it is: something is missing, or the hub refuses it.
SEND = """async () => {
  const button = document.querySelector("dialog[open] [type=submit]");
  button?.click();
  const end = performance.now() + 400;
  const alert = () => [...document.querySelectorAll("dialog[open] [role=alert]")].some((one) => one.checkVisibility());
  while (button && !alert() && performance.now() < end) await new Promise((resolve) => { setTimeout(resolve, 20); });
  return alert();
}"""

# What is chosen looks different from what is not, without the colours of the page.
ALIKE = """() => {
  const look = (element) => {
    const { borderTopColor, borderTopWidth, borderTopStyle, outlineStyle, outlineWidth, outlineColor, color, backgroundColor,
      textDecorationLine, fontWeight } = getComputedStyle(element);
    return [borderTopColor, borderTopWidth, borderTopStyle, outlineStyle, outlineWidth, outlineColor, color, backgroundColor,
      textDecorationLine, fontWeight].join();
  };
  document.activeElement?.blur();
  return [...document.querySelectorAll("[aria-pressed=true], [aria-current]:not([aria-current=false]), [aria-selected=true]")]
    .filter((one) => one.checkVisibility()).filter((one) => {
      const other = [...document.querySelectorAll(`${one.tagName}.${[...one.classList].join(".") || "x"}`)].find((next) => (
        next !== one && next.checkVisibility() && !next.matches("[aria-pressed=true], [aria-current], [aria-selected=true]")));
      return other && look(one) === look(other);
    }).map((one) => `${one.className} ${one.textContent.trim()}`);
}"""

# What moves.
MOVING = """() => [...document.querySelectorAll("*")].filter((element) => {
  const style = getComputedStyle(element);
  return style.animationName !== "none" || (style.transitionDuration !== "0s" && style.transitionProperty !== "none");
}).map((element) => `${element.tagName} ${element.className}`)"""


class StateTests(ViewCase):
    def in_both_appearances(self, page, what):
        with self.subTest(view=what):
            page.emulate_media(color_scheme="light")
            self.check(page, f"{what}, light")
            page.emulate_media(color_scheme="dark")
            self.check(page, f"{what}, dark", only=COLOURS)

    def test_every_view_fits_every_screen_and_works_for_people_who_see_or_move_it_otherwise(self):
        page = self.viewer()
        self.chosen = self.moving = 0
        for view in all_views():
            page.emulate_media(color_scheme="light", forced_colors="none", reduced_motion="no-preference")
            page.set_viewport_size({"width": min(view.most, MIDDLE[0]), "height": MIDDLE[1]})
            self.show(page, view)
            self.in_both_appearances(page, view.name)
            self.can_be_seen_and_moved_otherwise(page, view)
            self.measure(page, view, SCREENS)
            self.fits_with_text_of_twice_the_size(page, view)
        self.assertGreater(self.chosen, 10)
        self.assertGreater(self.moving, 10, "nothing moves for the others either")

    def can_be_seen_and_moved_otherwise(self, page, view):
        self.moving += bool(page.evaluate(MOVING))
        page.emulate_media(color_scheme="light", forced_colors="active")
        self.chosen += page.locator("[aria-pressed=true], [aria-current]").count()
        with self.subTest(view=view.name, colours="forced"):
            self.assertEqual(page.evaluate(ALIKE), [])
        page.emulate_media(forced_colors="none", reduced_motion="reduce")
        with self.subTest(view=view.name, motion="reduced"):
            self.assertEqual(page.evaluate(MOVING), [])

    def test_what_opens_over_a_page_fits_the_screens_and_has_no_violation_also_with_an_error(self):
        page = self.viewer()
        errors = panels = 0
        for view in all_views():
            # The panels of one record are those of the lists.
            if view.state not in WITH_BUTTONS:
                continue
            page.emulate_media(color_scheme="light")
            resize(page, view, MIDDLE)
            self.show(page, view)
            for words, kind in opened(page):
                panels += kind == "dialog"
                self.measure(page, view, OF_PANELS, opened=words)
                resize(page, view, MIDDLE)
                if kind == "toast":
                    # It would leave by itself while it is measured.
                    page.locator("#toast").evaluate(
                        "(toast) => { toast.hidden = false; Object.defineProperty(toast, 'hidden', { get: () => false, set: () => {}, configurable: true }); }")
                self.in_both_appearances(page, f"{view.name}: {words}")
                if kind == "toast":
                    page.locator("#toast").evaluate("(toast) => { delete toast.hidden; toast.hidden = true; }")
                if kind == "dialog" and page.evaluate(SEND):
                    errors += 1
                    self.in_both_appearances(page, f"{view.name}: {words}, with an error")
        self.assertGreater(panels, 20, "almost no button opened a panel")
        self.assertGreater(errors, 15, "almost no form showed an error")
