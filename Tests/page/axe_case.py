"""The base of the tests that check pages with axe-core."""

import pathlib

import axe_playwright_python

from browser import PageCase

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
# WCAG 2.0, 2.1 and 2.2, levels A and AA.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
# The rules that depend on the appearance.
COLOURS = ["color-contrast", "link-in-text-block"]

# Runs every rule on every element, but describes only the violations: the elements without one are most of the page,
# and their description takes longer than the check.
RUN = """async ([type, values]) => {
  // For a shadow root, axe copies the style sheets into style elements, which the page's own policy forbids.
  const preload = ![...document.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot);
  const { passes, violations } = await axe.run(document, { runOnly: { type, values }, resultTypes: ["violations"], preload });
  return {
    passes: passes.length,
    violations: violations.map(({ id, impact, help, nodes }) => (
      { id, impact, help, nodes: nodes.map(({ target, failureSummary }) => [target, failureSummary]) })),
  };
}"""

# Waits for the end of each motion that has one, in shadow roots too. Resolves with whether the page has axe already.
AT_REST = """() => Promise.all([document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  .flatMap((root) => root.getAnimations()).filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {}))).then(() => typeof window.axe === "object")"""


class AxeCase(PageCase):
    def check(self, page, what, only=None):
        """Fails if axe finds a violation on the page as it is now. `only` names the rules; without it, all rules are checked."""
        # The colours of what is still fading in are not those that a person reads.
        if not page.evaluate(AT_REST):
            # Uses the debugger, since the page's own policy allows no script.
            page.evaluate(AXE)
        rules = ["rule", only] if only else ["tag", TAGS]
        found = page.evaluate(RUN, rules)
        if not found["passes"]:
            # The page was drawn again meanwhile.
            page.evaluate(AT_REST)
            found = page.evaluate(RUN, rules)
        self.assertGreater(found["passes"], 0 if only else 5, f"{what}: axe looked at almost nothing")
        violations = [
            f"{rule['id']} ({rule['impact']}): {rule['help']}\n    "
            + "\n    ".join(f"{target}: {summary or ''}" for target, summary in rule["nodes"])
            for rule in found["violations"]
        ]
        self.assertEqual(violations, [], f"{what}\n" + "\n".join(violations))
