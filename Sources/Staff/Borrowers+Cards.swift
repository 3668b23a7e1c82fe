internal import Deadwax
internal import Execution
internal import Storage

extension WriteTransaction {
  /// Binds a card, or a new own code if none is given.
  ///
  /// - Throws: `StaffError.codeTaken`.
  func bindCard(_ card: CardText?, to id: Borrower.ID) throws {
    let keys = card?.keys ?? [Code.Key(class: .own, value: newOwnCode(.borrower).description)]
    for key in keys {
      if let old = try binding(of: key) {
        if case .borrower(id) = old.target { continue }
        throw StaffError.codeTaken(old.target, title: try title(of: old.target))
      }
      try bind(key, to: .borrower(id))
    }
    // Scans of this code from before it was a card no longer wait in the inbox.
    let numbers = keys.compactMap { GTIN(key: $0.value) }.map { Code.Key(class: .gtin, value: $0.key) }
    for key in keys + numbers {
      guard let item = try openInboxItem(key), try decide(item.id, as: .claimed, target: .borrower(id)) else {
        continue
      }
      try publish(.inboxChanged(state: .claimed), subject: item.id.text)
    }
  }
}
