package import Catalogue
package import Deadwax

/// People and their cards, as staff keep them.
package struct Borrowers: Sendable {
  let room: CounterRoom

  /// What is written down of somebody who joins.
  package struct Enrolment: Hashable, Sendable {
    package var name: String
    /// First name and initial are made of the name when none is given.
    package var shortName: String?
    package var group: String?
    package var isStaff: Bool
    package var email: String?
    package var language: String?
    package var expiresAt: Timestamp?
    package var loanLimit: Int?
    package var note: String?
    package var pin: String?
    /// What is on the card: one of our codes, a tag's number, or a text. One of our own is made when none is given.
    package var card: String?

    package init(
      name: String, shortName: String? = nil, group: String? = nil, isStaff: Bool = false, email: String? = nil,
      language: String? = nil, expiresAt: Timestamp? = nil, loanLimit: Int? = nil, note: String? = nil,
      pin: String? = nil, card: String? = nil
    ) {
      self.name = name
      self.shortName = shortName
      self.group = group
      self.isStaff = isStaff
      self.email = email
      self.language = language
      self.expiresAt = expiresAt
      self.loanLimit = loanLimit
      self.note = note
      self.pin = pin
      self.card = card
    }
  }

  /// What is to be different about somebody; what is nil stays as it is, `.some(nil)` empties a field.
  package struct Patch: Hashable, Sendable {
    package var name: String?
    package var shortName: String?
    package var group: String?
    package var isStaff: Bool?
    package var email: String??
    package var language: String??
    package var expiresAt: Timestamp??
    package var loanLimit: Int??
    package var note: String??

    package init() {}
  }

  /// Writes somebody down, with a card.
  ///
  /// - Parameters:
  ///   - enrolment: what is known of the person.
  ///   - id: for the new row; one is made when none is given.
  ///   - by: who does it.
  /// - Throws: `CounterError.badValue`, or `.codeTaken` when the card names something already.
  package func enrol(_ enrolment: Enrolment, id: Borrower.ID? = nil, by: String?) throws -> BorrowerView {
    throw CounterError.notYet
  }

  /// - Throws: `CounterError.noSuchBorrower`, `.staleVersion` or `.badValue`.
  package func change(_ id: Borrower.ID, _ patch: Patch, ifVersion: Int?, by: String?) throws -> BorrowerView {
    throw CounterError.notYet
  }

  /// Lends nothing more to somebody until it is lifted.
  ///
  /// - Throws: `CounterError.noSuchBorrower`, `.staleVersion`, or `.badValue` without a reason.
  package func block(_ id: Borrower.ID, reason: String, ifVersion: Int?, by: String?) throws -> BorrowerView {
    throw CounterError.notYet
  }

  package func unblock(_ id: Borrower.ID, ifVersion: Int?, by: String?) throws -> BorrowerView {
    throw CounterError.notYet
  }

  /// Sets the PIN, or takes it away with nil, and lifts the lock that wrong ones led to. The hash is made on the calling
  /// thread, which takes a tenth of a second.
  ///
  /// - Throws: `CounterError.noSuchBorrower`, `.staleVersion`, or `.badValue` for what is not four to twelve digits.
  package func setPIN(_ id: Borrower.ID, _ pin: String?, ifVersion: Int? = nil, by: String?) throws -> BorrowerView {
    throw CounterError.notYet
  }

  /// Whether this is somebody's PIN. It takes a tenth of a second on the calling thread, counts nothing and changes
  /// nothing: the desk does that with the event.
  ///
  /// - Throws: `CounterError.noSuchBorrower`; somebody without a PIN has none that is right.
  package func isPIN(_ pin: String, of id: Borrower.ID) throws -> Bool { throw CounterError.notYet }

  /// Makes a code name somebody.
  ///
  /// - Parameters:
  ///   - id: whose card it is.
  ///   - code: one of our codes, a tag's number, or any other text; nil makes a new one of ours.
  ///   - by: who does it.
  /// - Throws: `CounterError.noSuchBorrower`, `.badValue`, or `.codeTaken`.
  package func addCard(_ id: Borrower.ID, code: String?, by: String?) throws -> BorrowerView {
    throw CounterError.notYet
  }

  /// - Throws: `CounterError.noSuchBorrower` or `.noSuchCard`.
  package func removeCard(_ id: Borrower.ID, code: String, by: String?) throws -> BorrowerView {
    throw CounterError.notYet
  }

  /// By name.
  ///
  /// - Parameters:
  ///   - search: the beginning of a name or of a word of it, or what is on a card; nil for everybody.
  ///   - cursor: `next` of the page before; nil for the first.
  ///   - limit: 1 to 200.
  /// - Throws: `CounterError.badCursor`.
  package func list(search: String?, cursor: String?, limit: Int) throws -> Catalogue.Page<BorrowerView> {
    throw CounterError.notYet
  }

  /// - Throws: `CounterError.noSuchBorrower`.
  package func view(_ id: Borrower.ID) throws -> BorrowerView { throw CounterError.notYet }

  /// Everything that is kept of somebody, as one JSON document: the person, cards, loans, holds, fees, visits, reminders.
  ///
  /// - Throws: `CounterError.noSuchBorrower`.
  package func export(_ id: Borrower.ID) throws -> String { throw CounterError.notYet }

  /// Forgets somebody: name, cards, PIN, and who had which loan.
  ///
  /// - Throws: `CounterError.noSuchBorrower`, `.staleVersion`, or `CounterRefusal` with every reason against it:
  ///   `copy-on-loan`, `hold-waiting`, `fee-due`.
  package func erase(_ id: Borrower.ID, ifVersion: Int?, by: String?) throws { throw CounterError.notYet }
}

/// Somebody with the cards that name them.
package struct BorrowerView: Hashable, Sendable {
  package var borrower: Borrower
  package var cards: [Card]

  package init(borrower: Borrower, cards: [Card]) {
    self.borrower = borrower
    self.cards = cards
  }

  package struct Card: Hashable, Sendable {
    /// As it stands on the card.
    package var code: String
    package var kind: Code.Class

    package init(code: String, kind: Code.Class) {
      self.code = code
      self.kind = kind
    }
  }
}
