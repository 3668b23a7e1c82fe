internal import Deadwax
internal import Secrets
internal import Staff
internal import Wire

extension BorrowerResource {
  /// - Parameters:
  ///   - view: the borrower with the cards.
  ///   - isWhole: true to include the cards.
  init(_ view: BorrowerView, isWhole: Bool) {
    let cards = view.cards.map { CardResource(id: $0.id(of: view.borrower.id), code: $0.code, kind: $0.kind) }
    self.init(view.borrower, cards: isWhole ? cards : nil)
  }
}

extension BorrowerView.Card {
  /// Returns the id of the card for use in a path, which must not contain the card's code.
  func id(of borrower: Borrower.ID) -> String {
    let (high, low) = Digest.of(Array("card \(borrower) \(kind.rawValue) \(code)".utf8))
    return Identifier<BorrowerView.Card>(digest: high, low).text
  }
}
