package import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// A borrower with the cards that identify them.
package struct BorrowerView: Hashable, Sendable {
  package var borrower: Borrower
  package var cards: [Card]

  package init(borrower: Borrower, cards: [Card]) {
    self.borrower = borrower
    self.cards = cards
  }

  package struct Card: Hashable, Sendable {
    /// The text of the code on the card.
    package var code: String
    package var kind: Code.Class

    package init(code: String, kind: Code.Class) {
      self.code = code
      self.kind = kind
    }
  }
}

extension Queryable {
  func borrowerView(_ id: Borrower.ID) throws -> BorrowerView {
    guard let borrower = try borrower(id) else { throw StaffError.noSuchBorrower }
    return BorrowerView(borrower: borrower, cards: try shownCards(of: id))
  }

  /// Returns the cards of a borrower. A number that is bound both as text and as a 13-digit barcode counts as one card.
  func shownCards(of id: Borrower.ID) throws -> [BorrowerView.Card] {
    let bound = try cards(of: id).map(\.key)
    let twins = Set(bound.filter { $0.class == .text }.flatMap { (try? CardText($0.value).keys.dropFirst()) ?? [] })
    return bound.filter { !twins.contains($0) }
      .map { BorrowerView.Card(code: $0.value, kind: $0.class) }
  }
}

extension WriteTransaction {
  /// - Throws: `StaffError.noSuchBorrower` or `.staleVersion`.
  func check(_ id: Borrower.ID, _ version: Int?) throws {
    guard let borrower = try borrower(id) else { throw StaffError.noSuchBorrower }
    if let version, version != borrower.version { throw StaffError.staleVersion(now: borrower.version) }
  }

  func publishBorrowerChange(_ id: Borrower.ID, _ change: EventBody.BorrowerChange) throws {
    try publish(.borrowerChanged(change: change), subject: id.text)
  }
}
