"""Tests of the drawn sleeves: neighbours differ, and the initials are large enough to recognise."""

from browser import PageCase

# The kind of a shape: an element, and for a path the letters of its first outline.
KIND = """const kindOf = (shape) => `${shape.localName} ${(shape.getAttribute("d") ?? "").slice(1).split("M")[0].replace(/[^a-z]/gi, "")}`;"""

# Draws sleeves of a small list, and returns the look of each: its ground, and the shapes on it.
DRAW = "async (releases) => {" + KIND + """
  const { sleeve } = await import("/record/sleeve.js");
  return releases.map((release) => {
    const element = sleeve(release, { lettered: false });
    const front = element.querySelector(".sleeve-front");
    return { ground: front.style.backgroundColor, kind: kindOf(front.querySelector("svg g").firstElementChild),
      shapes: front.querySelector("svg").innerHTML, initials: front.querySelector(".sleeve-initials").textContent,
      ink: front.querySelector(".sleeve-initials").style.color };
  });
}"""


# Draws the sleeves of many titles. Returns each ground with its letters, and the highest edge of a shape of each kind.
MANY = "async (count) => {" + KIND + """
  const { sleeve } = await import("/record/sleeve.js");
  const inks = new Set();
  const highest = {};
  for (let n = 0; n < count; n += 1) {
    const isLettered = n % 2 === 1;
    const element = sleeve({ title: `Title ${n}`, artist: `Artist ${n % 91}` }, { lettered: isLettered });
    const front = element.querySelector(".sleeve-front");
    const words = front.querySelector(isLettered ? ".sleeve-words" : ".sleeve-initials");
    inks.add(`${front.style.backgroundColor} ${words.style.color}`);
    if (n > 800) continue;
    document.body.append(element);
    const [ground, ...shapes] = front.querySelectorAll("svg > rect, svg > g > *");
    const unit = ground.getBoundingClientRect().height / 100;
    for (const shape of shapes) {
      const kind = kindOf(shape);
      const top = (shape.getBoundingClientRect().top - ground.getBoundingClientRect().top) / unit;
      highest[kind] = Math.min(highest[kind] ?? 100, top);
    }
    element.remove();
  }
  return { inks: [...inks].map((pair) => pair.split(/ (?=rgb)/)), highest };
}"""


def contrast(one, other):
    """Returns the contrast of two colours in CSS's form rgb(r, g, b), as WCAG defines it."""

    def light(colour):
        parts = [int(part) / 255 for part in colour[4:-1].split(",")]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class SleeveTests(PageCase):
    def test_neighbours_differ_and_the_same_record_is_always_the_same(self):
        page = self.open(counter=False)
        words = ["Blue", "Train", "Night", "Songs", "River", "Greatest Hits", "Live", "Symphony No. 5", "Volume", "Love"]
        releases = [{"title": f"{words[n % 10]} {words[n * 7 // 10 % 10]} {n // 10}", "artist": f"Artist {n % 37}"} for n in range(600)]
        looks = page.evaluate(DRAW, releases)
        self.assertEqual(looks, page.evaluate(DRAW, releases))
        alike = [releases[n]["title"] for n in range(1, len(looks))
                 if looks[n]["ground"] == looks[n - 1]["ground"] and looks[n]["kind"] == looks[n - 1]["kind"]]
        # Twice as many as two independent choices of 24 grounds and 7 kinds of shapes give.
        self.assertLess(len(alike), 8, alike)
        self.assertEqual(len({look["shapes"] for look in looks}), len(looks), "no two records have one picture")
        # The same title by another artist is another record.
        hits = page.evaluate(DRAW, [{"title": "Greatest Hits", "artist": f"Artist {n}"} for n in range(20)])
        self.assertGreater(len({look["ground"] for look in hits}), 8)
        for look in looks:
            self.assertGreaterEqual(contrast(look["ground"], look["ink"]), 4.5, look["ground"])

    def test_the_letters_of_every_sleeve_are_readable(self):
        page = self.open("/library", counter=False)
        page.locator(".thumb .sleeve-initials").first.wait_for()
        found = page.evaluate(MANY, 10_000)
        self.assertEqual(len(found["inks"]), 24, "all grounds occur")
        for ground, ink in found["inks"]:
            self.assertGreaterEqual(contrast(ground, ink), 4.5, ground)
        # The letters end above 40: they never lie on a shape, whose colour they may not stand out from.
        self.assertGreater(len(found["highest"]), 7)
        for kind, top in found["highest"].items():
            self.assertGreater(top, 41, kind)

    def test_initials_can_be_recognised_on_a_small_sleeve(self):
        page = self.open("/library", counter=False)
        page.locator(".thumb .sleeve-initials").first.wait_for()
        found = page.evaluate("""() => [...document.querySelectorAll(".thumb .sleeve-front")].slice(0, 20).map((front) => {
          const word = front.querySelector(".sleeve-initials");
          const [outer, inner] = [front.getBoundingClientRect(), word.getBoundingClientRect()];
          return { share: parseFloat(getComputedStyle(word).fontSize) / outer.height, isWithin: inner.right <= outer.right + 1 };
        })""")
        self.assertGreater(len(found), 3)
        for one in found:
            self.assertGreaterEqual(one["share"], 0.38)
            self.assertTrue(one["isWithin"], found)
