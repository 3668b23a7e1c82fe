/// The condition of a record on Discogs' scale (the Goldmine standard), from the worst to the best.
package enum Grade: String, CaseIterable, Comparable, Sendable {
  case poor = "P"
  case fair = "F"
  case good = "G"
  case goodPlus = "G+"
  case veryGood = "VG"
  case veryGoodPlus = "VG+"
  case nearMint = "NM"
  case mint = "M"

  /// Parses the short form, the long one, or both as Discogs writes them: `VG+`, `very good plus`, `Near Mint (NM or
  /// M-)`. Nil for a text that is not a grade, such as a sleeve's "Generic".
  package init?(_ text: String) {
    let word = text.prefix { $0 != "(" }.lowercased().filter { !$0.isWhitespace }
    switch word {
    case "m", "mint": self = .mint
    case "nm", "m-", "nmorm-", "nearmint": self = .nearMint
    case "vg+", "verygoodplus": self = .veryGoodPlus
    case "vg", "verygood": self = .veryGood
    case "g+", "goodplus": self = .goodPlus
    case "g", "good": self = .good
    case "f", "fair": self = .fair
    case "p", "poor": self = .poor
    default: return nil
    }
  }

  package static func < (left: Grade, right: Grade) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .poor: 0
    case .fair: 1
    case .good: 2
    case .goodPlus: 3
    case .veryGood: 4
    case .veryGoodPlus: 5
    case .nearMint: 6
    case .mint: 7
    }
  }
}
