/// What a station is set to do with the next code.
package enum Mode: String, CaseIterable, Codable, Sendable {
  /// Works out what is meant: a card opens a session, a lent copy comes back, another copy waits for its partner.
  case auto
  case lookup = "look-up"
  case add
  /// Puts releases on the list of what the house would like to have.
  case wishlist
  case checkout = "check-out"
  case `return`
  case renew
  case shelve
  /// Moves copies, and places with all that is in them.
  case move
  case stocktake = "stock-take"
  /// Counts what was played.
  case played
  /// Grades the records that are held up.
  case condition
  /// Has labels made for what is held up.
  case label
  /// Works through the codes that nobody knew.
  case inbox
  /// Writes tags and binds them.
  case write
  /// Binds codes and tags without writing.
  case bind
}

/// An order to the desk, given by scanning its label. The raw value is the number in its `DW:C:` code and never changes.
package enum Command: UInt64, CaseIterable, Sendable {
  case lookup = 1
  case add = 2
  case checkout = 3
  case `return` = 4
  case shelve = 5
  case write = 6
  case bind = 7
  case auto = 8
  case renew = 9
  case move = 10
  case stocktake = 11
  case wishlist = 12
  case played = 13
  case label = 14
  case inbox = 15
  /// Ends what is open: a borrower's session, a half-made pair.
  case end = 16
  /// Answers the desk's question.
  case yes = 17
  case no = 18
  /// Takes back the last change of this desk.
  case undo = 19
  case help = 20
  case quiet = 21
  case loud = 22
  /// Renews every loan of the borrower whose session is open.
  case renewAll = 23
  case english = 24
  case german = 25
  case french = 26
  /// Marks the next returns as left in the book drop since the house closed; again ends it.
  case bookDrop = 27
  case condition = 28
  /// Picks one of the numbered choices.
  case choice1 = 32
  case choice2, choice3, choice4, choice5, choice6, choice7, choice8, choice9
  /// Grades the record in the hand, as Discogs grades media.
  case gradeMint = 48
  case gradeNearMint, gradeVeryGoodPlus, gradeVeryGood, gradeGoodPlus, gradeGood, gradeFair, gradePoor

  /// The mode it switches to; nil when it switches none.
  package var mode: Mode? {
    switch self {
    case .lookup: .lookup
    case .add: .add
    case .checkout: .checkout
    case .return: .return
    case .shelve: .shelve
    case .write: .write
    case .bind: .bind
    case .auto: .auto
    case .renew: .renew
    case .move: .move
    case .stocktake: .stocktake
    case .wishlist: .wishlist
    case .played: .played
    case .label: .label
    case .inbox: .inbox
    case .condition: .condition
    default: nil
    }
  }

  /// The number of the choice it picks, 1 to 9.
  package var choice: Int? {
    (Self.choice1.rawValue...Self.choice9.rawValue).contains(rawValue) ? Int(rawValue - 31) : nil
  }

  /// The grade it gives, in Discogs' short form.
  package var grade: String? {
    switch self {
    case .gradeMint: "M"
    case .gradeNearMint: "NM"
    case .gradeVeryGoodPlus: "VG+"
    case .gradeVeryGood: "VG"
    case .gradeGoodPlus: "G+"
    case .gradeGood: "G"
    case .gradeFair: "F"
    case .gradePoor: "P"
    default: nil
    }
  }

  /// The language it sets the desk to, as an ISO 639 code.
  package var language: String? {
    switch self {
    case .english: "en"
    case .german: "de"
    case .french: "fr"
    default: nil
    }
  }

  /// The code on its label.
  package var code: OwnCode { OwnCode(.command, number: rawValue) }
}
