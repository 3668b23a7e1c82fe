package import Imaging
package import LabelDrawing

/// The complete input for a picture of a damaged code. The same recipe gives the same pixels on every machine.
package struct DamageRecipe: Sendable, Equatable {
  /// The code, its place, the lens and the sensor.
  package var frame: FrameRecipe
  package var damage: Damage
  /// The text whose characters overprint two of the code's own; nil if none do.
  package var rival: String?
  /// The seed of the damage alone.
  package var seed: UInt64

  /// A picture, and the other texts that it shows completely: the rival, if it covers the bars from top to bottom.
  package struct Picture: Sendable, Equatable {
    package var frame: LumaFrame
    package var others: [String]
  }

  package init(_ frame: FrameRecipe, _ damage: Damage, rival: String?, seed: UInt64) {
    self.frame = frame
    self.damage = damage
    self.rival = rival
    self.seed = seed
  }

  /// Renders the picture.
  ///
  /// - Parameter background: the picture behind the sheet; at least as large as the frame.
  /// - Returns: the frame, and the other texts that it shows completely.
  /// - Throws: `LabelError` if the text cannot be encoded as this kind.
  package func drawn(before background: LumaFrame) throws(LabelError) -> Picture {
    var random = SeededGenerator(seed: seed)
    let symbol = try BarcodeSymbol.encode(frame.kind, frame.text)
    var effects = DamageEffects(Sheet(symbol, barHeight: frame.barHeight))
    var others: [String] = []
    let choices = Damage.allCases.filter { ![.none, .several].contains($0) }
    let kinds =
      damage == .several
      ? [choices.randomElement(using: &random) ?? .pen, choices.randomElement(using: &random) ?? .glare] : [damage]
    for kind in kinds {
      if kind == .overdrawn, let rival {
        let other = try BarcodeSymbol.encode(frame.kind, rival)
        if effects.addModules(of: other, insteadOf: symbol, random: &random) { others.append(rival) }
      } else {
        effects.add(kind, random: &random)
      }
    }
    let across = max(0, background.width - frame.width)
    let down = max(0, background.height - frame.height)
    let part = PixelRectangle(
      x: Int.random(in: 0...across, using: &random), y: Int.random(in: 0...down, using: &random), width: frame.width,
      height: frame.height)
    return Picture(frame: frame.drawn(effects, before: background.cropped(to: part) ?? background), others: others)
  }
}
