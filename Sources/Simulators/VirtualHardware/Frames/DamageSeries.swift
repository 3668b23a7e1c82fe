internal import Foundation
internal import Imaging
package import LabelDrawing

/// Pictures of damaged codes from one seed. Each depends on its number only, whichever others are rendered.
package struct DamageSeries: Sendable {
  private let seed: UInt64
  private let backgrounds: [LumaFrame]

  /// The size of a picture in pixels.
  package static let size = (width: 400, height: 300)
  /// The kinds printed on sleeves, mostly retail codes.
  private static let kinds: [BarcodeSymbol.Kind] = [
    .ean13, .upcA, .ean13, .upcE, .ean13, .upcA, .ean8, .code128, .ean13, .code39, .upcA, .itf, .ean13, .codabar, .upcE,
    .ean13, .qr,
  ]

  /// - Parameter seed: the seed; the same seed gives the same pictures.
  /// - Throws: `LabelError.undrawable`.
  package init(seed: UInt64) throws(LabelError) {
    self.seed = seed
    // Text takes longer to draw than everything else, so parts of a few large backgrounds serve all pictures.
    var random = SeededGenerator(seed: seed)
    let (width, height) = (Self.size.width * 3 / 2, Self.size.height * 3 / 2)
    var backgrounds: [LumaFrame] = []
    for _ in 0..<4 {
      backgrounds.append(Backdrops.tabletop(width: width, height: height, random: &random))
      backgrounds.append(try Backdrops.print(width: width, height: height, random: &random))
      backgrounds.append(try Backdrops.sleeve(width: width, height: height, random: &random))
    }
    self.backgrounds = backgrounds
  }

  /// Returns the recipe with a number.
  package func recipe(_ number: Int) -> DamageRecipe {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(number) &* 0x1_0000_01B3)
    let kind = Self.kinds[number % Self.kinds.count]
    // Every kind of damage meets every kind of code, because the two counts have no common divisor.
    let damage = Damage.allCases[number % Damage.allCases.count]
    let text = FrameSeries.text(of: kind, random: &random)
    var frame = FrameRecipe(kind, text)
    (frame.width, frame.height) = Self.size
    let modules = Self.modulesAcross(kind, text)
    let turn = Int.random(in: 0..<4, using: &random)
    frame.angle =
      turn < 2
      ? Double.random(in: -15...15, using: &random)
      : turn == 2 ? Double.random(in: 80...100, using: &random) : Double.random(in: 0..<360, using: &random)
    let lean = abs(sin(frame.angle * .pi / 180))
    let room = Double(Self.size.width) * (1 - lean) + Double(Self.size.height) * lean
    frame.module = min(Double.random(in: 1.3...3.3, using: &random), 0.95 * room / modules)
    frame.barHeight = Double.random(in: 18...60, using: &random)
    frame.blur = Double.random(in: 0.4...1.3, using: &random)
    frame.noise = Double.random(in: 1...6, using: &random)
    frame.tilt = Int.random(in: 0..<4, using: &random) == 0 ? Double.random(in: 0...0.2, using: &random) : 0
    frame.paper = Double.random(in: 170...255, using: &random)
    frame.ink = Double.random(in: 15...80, using: &random)
    frame.inverted = Int.random(in: 0..<40, using: &random) == 0
    frame.seed = random.next()
    let needsRival = damage == .overdrawn || damage == .several
    let rival = needsRival ? CheckedRivals.of(text, kind).randomElement(using: &random) : nil
    return DamageRecipe(frame, damage, rival: rival, seed: random.next())
  }

  /// Renders the picture with a number.
  ///
  /// - Throws: `LabelError`.
  package func picture(_ number: Int) throws(LabelError) -> DamageRecipe.Picture {
    try recipe(number).drawn(before: backgrounds[number / 7 % backgrounds.count])
  }

  /// Returns the approximate width of a code in modules, with its quiet zones.
  private static func modulesAcross(_ kind: BarcodeSymbol.Kind, _ text: String) -> Double {
    switch kind {
    case .ean13, .upcA: 113
    case .ean8: 81
    case .upcE: 67
    case .code128: Double(11 * text.utf8.count + 60)
    case .code39: Double(16 * (text.utf8.count + 2) + 20)
    case .itf: Double(9 * text.utf8.count + 30)
    case .codabar: Double(12 * text.utf8.count + 20)
    case .qr, .dataMatrix: 50
    }
  }
}
