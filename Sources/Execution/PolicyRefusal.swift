package import Deadwax

/// A refusal by the library policy: every reason at once, and the confirmation that would allow the operation.
package struct PolicyRefusal: Error, Hashable, Sendable {
  /// The most important of the reasons.
  package var code: Outcome.Code
  package var reasons: [Outcome.Code]
  /// Notes that do not prevent the operation, but that the caller has to know.
  package var notes: [Outcome.Code]
  /// The content to confirm; nil if a confirmation alone does not help.
  package var token: PendingConfirmation?
  /// The content to confirm as signed text for the client to send back; valid for as long as a question lasts.
  package var confirmation: String?
  /// True if staff can override the refusal by giving a reason.
  package var canOverride: Bool
  /// A detail of the refusal, for example the kind of the change that prevents an undo.
  package var word: String?
  /// The number of parts to count, for `parts-check`.
  package var parts: Int?

  package init(
    _ code: Outcome.Code, reasons: [Outcome.Code]? = nil, notes: [Outcome.Code] = [], token: PendingConfirmation? = nil,
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
