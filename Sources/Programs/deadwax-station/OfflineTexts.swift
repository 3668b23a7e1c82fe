internal import Deadwax
internal import OfflineStation

/// The texts of an outcome while the station is offline: from the replica in the station's language, or in English if
/// there is no replica.
struct OfflineTexts: Hashable {
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
    .recordedOffline: (
      "Recorded, will be checked", "The hub does not respond. The scan is processed as soon as it does."
    ),
    .hubOffline: ("Not possible offline", "Staff will see the attempt."),
    .sessionStarted: ("Card accepted", ""),
    .switchBorrower: ("Another card", "The next scans are for this card."),
    .sessionEnded: ("Finished", ""),
    .nothingOpen: ("Nothing to end", ""),
    .modeChanged: ("Mode changed", ""),
    .cardNeeded: ("Scan a card first", ""),
    .cardBlocked: ("Card blocked", "Ask staff."),
    .cardExpired: ("Card expired", "Ask staff."),
    .notForLoan: ("Not for loan", ""),
    .wrongKind: ("Not valid here", ""),
    .duplicate: ("Already done", ""),
    .damagedCode: ("Damaged code", "Scan it again."),
    .wrongCheckDigit: ("Misread", "Scan it again."),
    .tagRandomUID: ("No permanent number", "This tag has a different number at each reading."),
    .unusableCode: ("No code", ""),
    .unknownCommand: ("Unknown command", ""),
    .notSaved: ("Not saved", "Nothing was done. Scan it again."),
  ]
}
