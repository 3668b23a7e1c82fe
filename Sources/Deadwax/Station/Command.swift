/// A command to the station, given by a scan of its label. The raw value is the number in its `DW:C:` code and never
/// changes.
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
  /// Ends the open interaction: a borrower's session, an incomplete pair.
  case end = 16
  /// Answers the station's prompt.
  case yes = 17
  case no = 18
  /// Undoes the last change of this station.
  case undo = 19
  case help = 20
  case quiet = 21
  case loud = 22
  /// Renews every loan of the borrower with the open session.
  case renewAll = 23
  case english = 24
  case german = 25
  case french = 26
  /// Marks the next returns as left in the book drop after closing time. The second scan switches it off.
  case bookDrop = 27
  case condition = 28
  case collect = 29
  /// Leaves the next slot of a sequence empty and goes on to the one after it.
  case next = 30
  /// Selects one of the numbered choices.
  case choice1 = 32
  case choice2, choice3, choice4, choice5, choice6, choice7, choice8, choice9
  /// Grades the record in hand on Discogs' media scale.
  case gradeMint = 48
  case gradeNearMint, gradeVeryGoodPlus, gradeVeryGood, gradeGoodPlus, gradeGood, gradeFair, gradePoor

  /// The mode that the command switches to; nil for any other command.
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
    case .collect: .collect
    default: nil
    }
  }

  /// The number of the choice that the command selects, 1 to 9.
  package var choice: Int? {
    (Self.choice1.rawValue...Self.choice9.rawValue).contains(rawValue) ? Int(rawValue - 31) : nil
  }

  /// The grade that the command sets, in Discogs' short form.
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

  /// The language that the command sets, as an ISO 639 code.
  package var language: String? {
    switch self {
    case .english: "en"
    case .german: "de"
    case .french: "fr"
    default: nil
    }
  }

  /// The code on the command's label.
  package var code: OwnCode { OwnCode(.command, number: rawValue) }
}
