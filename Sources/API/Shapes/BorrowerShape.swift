internal import Circulation
internal import Deadwax
internal import Secrets

extension JSONWriter {
  /// Writes a borrower, for staff.
  ///
  /// - Parameters:
  ///   - view: the borrower with the cards.
  ///   - isWhole: true to include the cards.
  mutating func borrower(_ view: BorrowerView, isWhole: Bool) {
    let borrower = view.borrower
    object { json in
      json.member("id", borrower.id.text)
      json.member("name", borrower.name)
      json.member("shortName", borrower.shortName)
      json.member("group", borrower.group)
      json.member("isStaff", borrower.isStaff)
      json.member("email", borrower.email)
      json.member("language", borrower.language)
      json.member("expiresAt", borrower.expiresAt?.description)
      if let block = borrower.block {
        json.key("block")
        json.object { json in
          json.member("reason", block.reason)
          json.member("at", block.at.description)
        }
      }
      json.member("loanLimit", borrower.loanLimit)
      json.member("hasPIN", borrower.hasPIN)
      json.member("note", borrower.note)
      json.member("open", borrower.openLoans)
      json.member("overdue", borrower.overdueLoans)
      json.key("feesDue")
      json.array(borrower.feesDue.sorted { $0.key < $1.key }) { json, due in
        json.object { json in
          json.member("amount", due.value)
          json.member("currency", due.key)
        }
      }
      json.member("createdAt", borrower.createdAt.description)
      json.member("version", borrower.version)
      guard isWhole else { return }
      json.key("cards")
      json.array(view.cards) { json, card in
        json.object { json in
          json.member("id", card.id(of: borrower.id))
          json.member("code", card.code)
          json.member("kind", card.kind.rawValue)
        }
      }
    }
  }

  /// Writes a borrower's id and short name as a member; nothing if the borrower is nil.
  mutating func brief(_ name: StaticString, _ borrower: Borrower?) {
    guard let borrower else { return }
    key(name)
    object { json in
      json.member("id", borrower.id.text)
      json.member("shortName", borrower.shortName)
    }
  }
}

extension BorrowerView.Card {
  /// Returns the id of the card for use in a path, which must not contain the card's code.
  func id(of borrower: Borrower.ID) -> String {
    let (high, low) = Digest.of(Array("card \(borrower) \(kind.rawValue) \(code)".utf8))
    return Identifier<BorrowerView.Card>(digest: high, low).text
  }
}
