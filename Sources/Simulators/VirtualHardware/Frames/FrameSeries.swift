package import LabelDrawing

/// A set of recipes: every combination of the parameters, each several times with another text, place and noise.
package struct FrameSeries: Sendable {
  package var kinds: [BarcodeSymbol.Kind] = [.ean13]
  /// The widths of a module in pixels.
  package var modules = [0.9, 1.0, 1.2, 1.5, 2, 3]
  /// The angles in degrees.
  package var angles = [0.0, 10, 25, 45, 90]
  /// The movements in pixels; 0 for a hand that is still.
  package var motions = [0.0, 3]
  /// The number of recipes for each combination.
  package var each = 8
  /// The values that all recipes have in common.
  package var pattern = FrameRecipe(.ean13, "")
  package var seed: UInt64 = 1

  package init() {}

  /// Returns the recipes in a fixed order. The same series gives the same recipes.
  package func recipes() -> [FrameRecipe] {
    var random = SeededGenerator(seed: seed)
    var recipes: [FrameRecipe] = []
    for kind in kinds {
      for module in modules {
        for angle in angles {
          for motion in motions {
            for _ in 0..<each {
              var recipe = pattern
              recipe.kind = kind
              recipe.text = Self.text(of: kind, random: &random)
              (recipe.module, recipe.angle, recipe.motion) = (module, angle, motion)
              recipe.barHeight = Double.random(in: 40...69, using: &random)
              recipe.paper += Double.random(in: -20...20, using: &random)
              recipe.ink += Double.random(in: -20...20, using: &random)
              recipe.seed = random.next()
              recipes.append(recipe)
            }
          }
        }
      }
    }
    return recipes
  }

  /// Returns a random text that a kind can encode, with its check digit if it has one.
  static func text(of kind: BarcodeSymbol.Kind, random: inout SeededGenerator) -> String {
    func characters(_ alphabet: String, _ count: Int) -> String {
      let signs = Array(alphabet)
      return String((0..<count).map { _ in signs.randomElement(using: &random) ?? "0" })
    }
    let capitals = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    switch kind {
    case .ean13: return withCheckDigit(characters("123456789", 1) + characters("0123456789", 11))
    case .upcA: return withCheckDigit(characters("0123456789", 11))
    case .ean8: return withCheckDigit(characters("0123456789", 7))
    case .upcE:
      // The last digit encodes how the middle was shortened; with 5 to 9, any other digits make a valid number.
      let body = characters("0123456789", 4) + characters("123456789", 1) + characters("56789", 1)
      let long = "0" + body.prefix(5) + "0000" + body.suffix(1)
      return "0" + body + String(withCheckDigit(long).suffix(1))
    case .code128: return "DW:I:" + characters("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 14)
    case .code39: return characters(capitals, Int.random(in: 6...9, using: &random))
    case .itf: return characters("0123456789", 14)
    case .codabar: return characters("ABCD", 1) + characters("0123456789", 10) + characters("ABCD", 1)
    case .qr, .dataMatrix:
      return "https://example.org/" + characters(capitals.lowercased(), Int.random(in: 4...40, using: &random))
    }
  }

  /// Returns the digits followed by their check digit (GS1 General Specifications, 7.9.1).
  private static func withCheckDigit(_ digits: String) -> String {
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }
}
