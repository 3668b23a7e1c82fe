/// The library's own colours of the pages.
package struct Appearance: Hashable, Sendable {
  /// The colour of cards on light and on dark pages; nil for the standard one.
  package var card: Colour?
  package var cardDark: Colour?
  /// The colour of buttons, links and the selection on light and on dark pages; nil for the standard one.
  package var accent: Colour?
  package var accentDark: Colour?
  /// The strength of the main text in per cent.
  package var text = 100

  package init() {}

  package var light: Palette { Palette.light.with(card: card, accent: accent, text: text) }
  package var dark: Palette { Palette.dark.with(card: cardDark, accent: accentDark, text: text) }

  /// The reason for which these colours cannot be read, as a sentence; nil if they can.
  package var problem: String? { light.problem(on: "light pages") ?? dark.problem(on: "dark pages") }

  /// The stylesheet with the colours that differ from www/theme.css; without a rule for the standard ones, and for
  /// colours that cannot be read.
  package var stylesheet: String {
    guard problem == nil else { return "" }
    let standard = zip(Palette.light.named, Palette.dark.named)
    let lines = zip(zip(light.named, dark.named), standard).compactMap { own, standard -> String? in
      guard own.0.colour != standard.0.colour || own.1.colour != standard.1.colour else { return nil }
      return "  --\(own.0.name): light-dark(\(own.0.colour.text), \(own.1.colour.text));\n"
    }
    return lines.isEmpty ? "" : ":root {\n\(lines.joined())}\n"
  }
}
