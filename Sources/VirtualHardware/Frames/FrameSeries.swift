package import Labels

/// A set of recipes: every combination of what is asked for, each several times with another text, place and noise.
package struct FrameSeries: Sendable {
  package var kinds: [Symbol.Kind] = [.ean13]
  /// Pixels to a module.
  package var modules = [0.9, 1.0, 1.2, 1.5, 2, 3]
  /// Degrees.
  package var angles = [0.0, 10, 25, 45, 90]
  /// Pixels; the hand is still in a frame with 0.
  package var motions = [0.0, 3]
  /// How many of each combination.
  package var each = 8
  /// All that the recipes have in common.
  package var pattern = FrameRecipe(.ean13, "")
  package var seed: UInt64 = 1

  package init() {}

  /// The recipes in a fixed order; the same series gives the same.
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

  /// A random text that a kind can say, with its check digit where it has one.
  static func text(of kind: Symbol.Kind, random: inout SeededGenerator) -> String {
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
      // The last digit tells how the middle was shortened; with 5 to 9 any other digits make a number that is allowed.
      let body = characters("0123456789", 4) + characters("123456789", 1) + characters("56789", 1)
      let long = "0" + body.prefix(5) + "0000" + body.suffix(1)
      return "0" + body + String(withCheckDigit(long).suffix(1))
    case .code128: return "DW:I:" + characters("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 14)
    case .code39: return characters(capitals, Int.random(in: 6...9, using: &random))
    case .itf: return characters("0123456789", 14)
    case .qr:
      return "https://example.org/" + characters(capitals.lowercased(), Int.random(in: 4...40, using: &random))
    }
  }

  /// The digits and their check digit (GS1 General Specifications, 7.9.1).
  private static func withCheckDigit(_ digits: String) -> String {
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }
}
