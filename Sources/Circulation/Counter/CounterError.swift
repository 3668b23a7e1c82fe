package import Deadwax

/// Why something of the counter was not done, though no rule stands against it: it is not there, it is not as it was
/// said to be, or it cannot be meant.
package enum CounterError: Error, Hashable, Sendable {
  case noSuchBorrower, noSuchCard, noSuchLoan, noSuchHold, noSuchFee, noSuchCopy, noSuchRelease, noSuchCode
  case noSuchItem, noSuchSetting, noSuchStation, noSuchVisit, noSuchChange, noSuchScan, noSuchEntry
  /// The row is not as the caller saw it; with the version that it has.
  case staleVersion(now: Int)
  /// A value that cannot be meant, with a sentence that says why.
  case badValue(field: String, sentence: String)
  /// A code that names something already, and what that is called where it may be told.
  case codeTaken(CodeTarget, title: String?)
  /// What was to be done to it can be done only while it is open.
  case isOver
  /// There is no such page.
  case badCursor
  /// What was asked for is switched off in this house.
  case switchedOff(setting: String)
}

/// Why something was not done by a rule of the house: every reason at once, and what a yes would be given to.
package struct CounterRefusal: Error, Hashable, Sendable {
  /// The weightiest of the reasons.
  package var code: Outcome.Code
  package var reasons: [Outcome.Code]
  /// What would be done all the same, and has to be known.
  package var notes: [Outcome.Code]
  /// What a yes would be given to; nil when a yes alone does not help.
  package var token: Confirming?
  /// The token as it goes over the network and comes back, good for as long as a question lasts.
  package var confirmation: String?
  /// Whether staff can do it all the same by giving a reason.
  package var canOverride: Bool
  /// A short word of its own, as the kind of change that stands in the way of an undo.
  package var word: String?
  /// How many parts have to be counted, for `parts-check`.
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

  /// Whether a yes is all that is missing. Where staff can override, the reason is missing too; where parts have to be
  /// counted, how many they are.
  package var needsConfirmation: Bool { confirmation != nil && !canOverride && parts == nil }
}
