internal import Deadwax
internal import Execution
internal import Lending
internal import Secrets

extension StaffContext {
  /// Passes a transaction without reasons against it, or one for which the caller supplied everything: a reason for an
  /// override of the blockers, and a confirmation of the rest.
  ///
  /// - Throws: `PolicyRefusal` with all reasons at once.
  func check(
    _ found: Assessment, _ pending: PendingConfirmation, yes: String?, why: String?, library: LibraryPolicy,
    at now: Timestamp
  ) throws {
    guard !found.isClear else { return }
    let isBlocked = !found.blockers.isEmpty && (why == nil || !found.isOverridable)
    let isUnrequested = !found.confirms.isEmpty && !isYes(yes, to: pending, at: now)
    guard isBlocked || isUnrequested else { return }
    let canBeSaid = found.isOverridable && !found.confirms.isEmpty
    throw PolicyRefusal(
      found.reasons.first ?? .notAllowed, reasons: found.reasons, notes: found.warnings,
      token: canBeSaid ? pending : nil, confirmation: canBeSaid ? text(of: pending, library: library, at: now) : nil,
      canOverride: isBlocked && found.isOverridable)
  }

  /// Returns the signed text of a confirmation. It is valid only for exactly this content and for the time that a
  /// question lasts.
  func text(of pending: PendingConfirmation, library: LibraryPolicy, at now: Timestamp) -> String {
    SignedText.text(of: Confirmation(pending, until: now + library.stations.questionTime).payload, key: key)
  }

  /// Returns true if a text is a valid confirmation of this content. A text that was not signed with this key is not.
  func isYes(_ text: String?, to pending: PendingConfirmation, at now: Timestamp) -> Bool {
    guard let text, let bytes = SignedText.bytes(of: text, key: key), let given = Confirmation(payload: bytes) else {
      return false
    }
    return given.worth(against: pending, at: now) == .good
  }
}
