/// The colours of light or of dark pages that the library's own colours change, or lie beside.
package struct Palette: Hashable, Sendable {
  package var paper: Colour
  package var card: Colour
  package var well: Colour
  package var edge: Colour
  package var ink: Colour
  package var soft: Colour
  package var accent: Colour
  package var onAccent: Colour
  package var accentWash: Colour
  package var danger: Colour

  /// The least contrast of text, and of parts such as the edge of a field (WCAG 2.2, 1.4.3 and 1.4.11).
  package static let leastForText = 4.5
  package static let leastForParts = 3.0

  /// The colours of www/theme.css.
  package static let light = Palette(
    paper: "#f3f1ec", card: "#ffffff", well: "#e8e4dc", edge: "#8a857b", ink: "#1a1917", soft: "#5c5850",
    accent: "#2b47d1", onAccent: "#ffffff", accentWash: "#e4e8fb", danger: "#bd1f17")
  package static let dark = Palette(
    paper: "#121110", card: "#1e1c1a", well: "#2a2825", edge: "#8b857b", ink: "#f4f1ec", soft: "#b3ada3",
    accent: "#a3b4ff", onAccent: "#10142e", accentWash: "#262b47", danger: "#ff9a90")

  private init(
    paper: String, card: String, well: String, edge: String, ink: String, soft: String, accent: String,
    onAccent: String, accentWash: String, danger: String
  ) {
    let black = Colour(grey: 0)
    func colour(_ text: String) -> Colour { Colour(text) ?? black }
    self.paper = colour(paper)
    self.card = colour(card)
    self.well = colour(well)
    self.edge = colour(edge)
    self.ink = colour(ink)
    self.soft = colour(soft)
    self.accent = colour(accent)
    self.onAccent = colour(onAccent)
    self.accentWash = colour(accentWash)
    self.danger = colour(danger)
  }

  /// The colours by the names of their custom properties in www/theme.css.
  package var named: [(name: String, colour: Colour)] {
    [
      ("paper", paper), ("card", card), ("well", well), ("edge", edge), ("ink", ink), ("soft", soft),
      ("accent", accent), ("on-accent", onAccent), ("accent-wash", accentWash), ("danger", danger),
    ]
  }

  /// Returns the colours with those that a library chose.
  ///
  /// - Parameters:
  ///   - card: the colour of cards; nil for the standard one.
  ///   - accent: the colour of buttons and links; nil for the standard one.
  ///   - text: the strength of the main text in per cent.
  /// - Returns: the colours, which need not be readable.
  func with(card: Colour?, accent: Colour?, text: Int) -> Palette {
    var palette = self
    if let card { palette.card = card }
    palette.ink = ink.mixed(with: palette.card, percent: 100 - text)
    if let accent {
      let white = Colour(grey: 255)
      palette.accent = accent
      palette.onAccent =
        [white, Palette.dark.onAccent].max { accent.contrast(with: $0) < accent.contrast(with: $1) } ?? white
      palette.accentWash = palette.card.mixed(with: accent, percent: 12)
    }
    return palette
  }

  /// Returns the first pair of colours without enough contrast, in words; nil if all can be read.
  ///
  /// - Parameter pages: the pages that have the colours, such as `light pages`.
  /// - Returns: a sentence with both colours, their contrast and the least one.
  func problem(on pages: String) -> String? {
    let grounds = [("cards", card), ("the page", paper), ("wells", well)]
    let text =
      grounds.map { ("text", ink, $0.0, $0.1) } + grounds.map { ("soft text", soft, $0.0, $0.1) }
      + grounds.prefix(2).map { ("a link", accent, $0.0, $0.1) }
      + [
        ("a label", onAccent, "buttons", accent), ("text", ink, "the selection", accentWash),
        ("a warning", danger, "cards", card),
      ]
    let parts = [("the edge of a field", edge, "cards", card)]
    for (pairs, least) in [(text, Self.leastForText), (parts, Self.leastForParts)] {
      for (what, front, place, ground) in pairs where front.contrast(with: ground) < least {
        // Rounded down, so that the sentence never names the least contrast itself.
        let tenths = Int(front.contrast(with: ground) * 10)
        let needed = Int(least * 10)
        return "On \(pages), \(what) (\(front.text)) on \(place) (\(ground.text)) has a contrast of "
          + "\(tenths / 10).\(tenths % 10):1, and needs \(needed / 10).\(needed % 10):1. Choose a colour that differs more."
      }
    }
    return nil
  }
}

extension Colour {
  /// A grey.
  fileprivate init(grey: UInt8) { self.init(red: grey, green: grey, blue: grey) }
}
