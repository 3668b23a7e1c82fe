internal import Deadwax

/// A yes to a confirmation, with the person who gave it.
struct Consent {
  let pending: PendingConfirmation
  let isStaff: Bool
  /// The member of staff, if identified by a card.
  let by: Borrower.ID?
  /// The reason for the override; nil if none was entered.
  let reason: String?
  /// True if the staff card itself was the yes.
  var isByCard = false
  /// The answer about the parts; nil if all parts are present.
  var parts: Parts?

  enum Parts {
    case some(Int)
    /// Some parts are missing, and their number is unknown.
    case notAll
  }

  /// The reason to store. At a station, where no text is entered, it says how the yes was given.
  var storedReason: String {
    if let reason, !reason.isEmpty { return reason }
    return isByCard ? Effect.yesByCard : Effect.yesAfterCard
  }
}
