package import Deadwax
package import StationLogic

extension StationFacts.Resolution {
  /// The borrower whose card it is or could be.
  package var card: Borrower? {
    switch self {
    case .borrower(let card), .cardAnd(let card, _): card
    default: nil
    }
  }

  package func mapCard(_ change: (Borrower) -> Borrower) -> StationFacts.Resolution {
    switch self {
    case .borrower(let card): .borrower(change(card))
    case .cardAnd(let card, let other): .cardAnd(change(card), other)
    default: self
    }
  }

  /// The copies that it can refer to.
  package var copies: [Copy] {
    switch self {
    case .copy(let copy): [copy]
    case .release(_, let copies): copies
    case .releases(let shelved): shelved.flatMap(\.copies)
    case .cardAnd(_, let other): other.copies
    case .borrower, .place, .slot, .command, .nothing, .disagreement, .ambiguous: []
    }
  }
}
