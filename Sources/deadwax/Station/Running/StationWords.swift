internal import Away
internal import Deadwax

/// The texts of an outcome while the station is offline: from the replica in the station's language, or in English if
/// there is no replica.
struct StationWords: Hashable {
  var title: String
  var detail: String

  init(_ code: Outcome.Code, _ meta: Replica.Meta?) {
    if let words = meta?.words[code.rawValue] {
      (title, detail) = (words.title, words.detail)
    } else if let words = Self.english[code] {
      (title, detail) = words
    } else {
      (title, detail) = (code.rawValue, "")
    }
  }

  private static let english: [Outcome.Code: (String, String)] = [
    .recordedAway: ("Recorded, will be checked", "The hub does not answer. It is done as soon as it is back."),
    .hubAway: ("Not without the hub", "Staff will see that it was wanted."),
    .sessionStarted: ("Card accepted", ""),
    .switchBorrower: ("Another card", "What follows is for this one."),
    .sessionEnded: ("Finished", ""),
    .nothingOpen: ("Nothing is open", ""),
    .modeChanged: ("Mode changed", ""),
    .cardNeeded: ("Show a card first", ""),
    .cardBlocked: ("Card is blocked", "Ask staff."),
    .cardExpired: ("Card has expired", "Ask staff."),
    .notForLoan: ("Not for loan", ""),
    .wrongKind: ("Not for this", ""),
    .duplicate: ("Already done", ""),
    .damagedCode: ("Damaged code", "Scan it again."),
    .wrongCheckDigit: ("Misread", "Scan it again."),
    .tagRandomUID: ("No fixed number", "This tag has another number each time."),
    .unusableCode: ("No code", ""),
    .unknownCommand: ("Unknown order", ""),
    .notSaved: ("Not saved", "Nothing was done. Scan it again."),
  ]
}
