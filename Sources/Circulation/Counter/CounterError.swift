package import Deadwax

/// The errors of staff operations that do not come from the library policy: a missing row, a stale version, or an
/// invalid value.
package enum CounterError: Error, Hashable, Sendable {
  case noSuchBorrower, noSuchCard, noSuchLoan, noSuchHold, noSuchFee, noSuchCopy, noSuchRelease, noSuchCode
  case noSuchItem, noSuchSetting, noSuchStation, noSuchVisit, noSuchChange, noSuchScan, noSuchEntry
  /// The row has a newer version than the caller saw: the current version.
  case staleVersion(now: Int)
  /// The value is invalid: the field, and a sentence with the reason.
  case badValue(field: String, sentence: String)
  /// The code is bound to something already; the title of that, where the caller may see it.
  case codeTaken(CodeTarget, title: String?)
  /// The operation needs an open row, and this one has ended.
  case isOver
  /// The cursor is not one that a page returned.
  case badCursor
  /// The feature is switched off in this library.
  case switchedOff(setting: String)
}

/// A refusal by the library policy: every reason at once, and the confirmation that would allow the operation.
package struct CounterRefusal: Error, Hashable, Sendable {
  /// The most important of the reasons.
  package var code: Outcome.Code
  package var reasons: [Outcome.Code]
  /// Notes that do not prevent the operation, but that the caller has to know.
  package var notes: [Outcome.Code]
  /// The content to confirm; nil if a confirmation alone does not help.
  package var token: Confirming?
  /// The content to confirm as signed text for the client to send back; valid for as long as a question lasts.
  package var confirmation: String?
  /// True if staff can override the refusal by giving a reason.
  package var canOverride: Bool
  /// A detail of the refusal, for example the kind of the change that prevents an undo.
  package var word: String?
  /// The number of parts to count, for `parts-check`.
  package var parts: Int?

  package init(
    _ code: Outcome.Code, reasons: [Outcome.Code]? = nil, notes: [Outcome.Code] = [], token: Confirming? = nil,
    confirmation: String? = nil, canOverride: Bool = false, word: String? = nil
  ) {
    self.code = code
    self.reasons = reasons ?? [code]
    self.notes = notes
    self.token = token
    self.confirmation = confirmation
    self.canOverride = canOverride
    self.word = word
  }

  /// True if only a confirmation is missing. False if staff also have to give a reason for an override, or the number
  /// of counted parts.
  package var needsConfirmation: Bool { confirmation != nil && !canOverride && parts == nil }
}
