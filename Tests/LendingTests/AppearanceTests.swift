import Foundation
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AppearanceTests {
  private static func colour(_ text: String) throws -> Colour { try #require(Colour(text)) }

  @Test(arguments: [
    ("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#0000ff", "#ffffff", 8.59),
    ("#ff0000", "#00ff00", 2.91), ("#123456", "#123456", 1.0),
  ])
  func `the contrast is that of WCAG`(_ one: String, _ other: String, _ ratio: Double) throws {
    let (one, other) = (try Self.colour(one), try Self.colour(other))
    #expect(abs(one.contrast(with: other) - ratio) < 0.005)
    #expect(one.contrast(with: other) == other.contrast(with: one))
  }

  @Test func `a colour has one text`() throws {
    #expect(try Self.colour("A3B4FF").text == "#a3b4ff")
    #expect(try Self.colour("#000010").text == "#000010")
    for wrong in ["", "#fff", "#fffffff", "white", "#-12345", "#12345g", "##23456"] { #expect(Colour(wrong) == nil) }
  }

  @Test func `the standard colours are those of the stylesheet, and can be read`() throws {
    let styles = try String(contentsOfFile: Repository.path("www/theme.css"), encoding: .utf8)
    for (light, dark) in zip(Palette.light.named, Palette.dark.named) {
      #expect(
        styles.contains("--\(light.name): light-dark(\(light.colour.text), \(dark.colour.text));"), "\(light.name)")
    }
    #expect(Appearance().problem == nil)
    #expect(Appearance().stylesheet.isEmpty)
  }

  @Test func `own colours are a stylesheet, with a label on buttons that can be read`() throws {
    var own = Appearance()
    own.card = Colour("#fff8e7")
    own.accent = Colour("#0b6b3a")
    own.accentDark = Colour("#7fe0a8")
    #expect(own.problem == nil)
    let styles = own.stylesheet
    #expect(styles.hasPrefix(":root {\n") && styles.hasSuffix("}\n"))
    #expect(styles.contains("  --card: light-dark(#fff8e7, #1e1c1a);\n"))
    #expect(styles.contains("  --accent: light-dark(#0b6b3a, #7fe0a8);\n"))
    // White on dark green, and dark on light green, which is the standard pair.
    #expect(!styles.contains("--on-accent") && !styles.contains("--paper") && !styles.contains("--ink"))
  }

  @Test(arguments: [
    (
      "appearance.card", "#777777",
      "On light pages, text (#1a1917) on cards (#777777) has a contrast of 3.9:1, and needs 4.5:1."
    ),
    ("appearance.card", "#8a857b", "(#8a857b)"),
    ("appearance.card-dark", "#ffffff", "On dark pages, text (#f4f1ec) on cards"),
    ("appearance.accent", "#f3b229", "a link (#f3b229) on cards (#ffffff)"),
    ("appearance.accent-dark", "#2b47d1", "On dark pages, a link (#2b47d1)"),
    ("appearance.text", "60", "On light pages, text (#767574) on the page"),
  ])
  func `colours that cannot be read are named with their contrast`(_ key: String, _ text: String, _ part: String) throws
  {
    var policy = LibraryPolicy()
    try #require(Setting.named(key)).set(text, in: &policy)
    let problem = try #require(policy.appearance.problem)
    #expect(problem.contains(part), "\(problem)")
    // Such colours can only come from an undone change; pages then have the standard ones.
    #expect(policy.appearance.stylesheet.isEmpty)
  }

  @Test func `no pair of an accepted appearance is below its contrast`() throws {
    var random = SeededRandom(seed: 77)
    var accepted = 0
    for _ in 0..<3000 {
      var own = Appearance()
      func any() -> Colour {
        Colour(
          red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
          blue: .random(in: 0...255, using: &random))
      }
      if Bool.random(using: &random) { own.card = Colour("#ffffff")?.mixed(with: any(), percent: 15) }
      if Bool.random(using: &random) { own.accent = any() }
      if Bool.random(using: &random) { own.accentDark = any() }
      own.text = Int.random(in: 70...100, using: &random)
      guard own.problem == nil else { continue }
      accepted += 1
      for palette in [own.light, own.dark] {
        for (front, ground) in [
          (palette.ink, palette.card), (palette.soft, palette.card), (palette.ink, palette.accentWash),
          (palette.accent, palette.card), (palette.onAccent, palette.accent),
        ] { #expect(front.contrast(with: ground) >= 4.5) }
        #expect(palette.edge.contrast(with: palette.card) >= 3)
      }
    }
    #expect(accepted > 100, "\(accepted)")
  }
}
