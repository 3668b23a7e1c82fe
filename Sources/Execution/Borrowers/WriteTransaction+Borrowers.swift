package import Deadwax
package import Storage

extension WriteTransaction {
  /// Binds a card, or a new own code if none is given.
  ///
  /// - Throws: `StaffError.codeTaken`.
  package func bindCard(_ card: CardText?, to id: Borrower.ID) throws { try bindCard(keys: card?.keys, to: id) }

  /// Binds the keys of a card, or a new own code if they are nil.
  ///
  /// - Throws: `StaffError.codeTaken`.
  package func bindCard(keys: [Code.Key]?, to id: Borrower.ID) throws {
    let keys = keys ?? [Code.Key(class: .own, value: newOwnCode(.borrower).description)]
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

  /// Stores a new borrower. An empty short name is derived from the name.
  ///
  /// - Throws: a `StorageError`.
  package func enrol(_ borrower: Borrower, createdAt: Timestamp) throws {
    var borrower = borrower
    borrower.createdAt = createdAt
    if borrower.shortName.isEmpty {
      borrower.shortName = try ShortName.made(of: borrower.name, isTaken: isShortName)
    }
    try insert(borrower, createdAt: createdAt)
  }

  /// Returns true if a borrower has this short name already.
  private func isShortName(_ name: String) throws -> Bool {
    try borrowers(matching: name, limit: 100).contains { $0.shortName.lowercased() == name.lowercased() }
  }
}
