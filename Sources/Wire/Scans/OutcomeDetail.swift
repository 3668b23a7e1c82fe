package import Deadwax

/// The answer to a scan.
package struct OutcomeDetail: Codable, Sendable {
  package var status: OpenWord<Outcome.Status>
  package var code: OpenWord<Outcome.Code>
  /// A word or two for the screen.
  package var title: String
  /// A sentence; may be empty.
  package var detail: String
  /// The mode of the station; for `mode-changed`, the new mode.
  package var mode: Mode
  package var release: ReleaseSummary?
  package var copy: CopySummary?
  /// The slot, as text.
  package var slot: String?
  /// The due time.
  package var dueAt: RFC3339Time?
  /// With `needs-choice`: the possible choices. Choose by `pick`, by the label of a number, or by a more specific
  /// code.
  package var choices: [ChoiceDetail]?
  /// All blockers and confirmations, the most important first.
  package var reasons: [ReasonText]?
  /// Warnings about an action that was carried out.
  package var notes: [ReasonText]?
  /// True if the station waits for a yes or a no.
  package var isQuestion: Bool?
  /// True if only staff can confirm.
  package var needsStaff: Bool?
  /// The number of parts that the copy has or should have come with.
  package var parts: Int?
  /// The number of parts that came back.
  package var partsBack: Int?
  /// The number of overdue days: the days on which the library is open, or all days with `fees.closed-days-count`.
  package var overdueDays: Int?
  /// The number of renewals.
  package var renewals: Int?
  /// The maximum number of renewals.
  package var renewalLimit: Int?
  /// The number of affected records.
  package var count: Int?
  /// The number of records that were not changed, such as loans that could not be renewed.
  package var left: Int?
  /// The individual loans, if the outcome concerns several. Only in the response to a scan, in one scan, and in
  /// actions on a screen, from the role `station` on. Never in lists or events.
  package var loans: [OutcomeLoan]?
  /// An amount in minor units of the currency.
  package var fee: Int?
  /// A grade, a language, or the kind of change that prevents an undo.
  package var word: String?
  /// The number of copies in the batch of additions, with this one.
  package var inBatch: Int?
  /// The last time the copy was played, in look-up; in an addition, any earlier copy of the release.
  package var lastPlayedAt: RFC3339Time?
  /// The beginning of the copy's last loan that has ended; in look-up.
  package var lastLentAt: RFC3339Time?
  /// The show that the copy has a recording of; in look-up.
  package var show: ShowFacts?
  /// The place or slot that the copy or the place was moved from, as text.
  package var from: String?
  /// The number of the slot into which the next copy goes, in a sequence of slots.
  package var nextSlot: Int?
  /// The numbers of the slots that a sequence passed over, such as `119-121, 130`.
  package var skippedSlots: String?

  /// Creates the answer of an outcome. A function sets its records, and the texts of its reasons and loans.
  package init(_ outcome: Outcome, title: String, detail: String, _ set: (inout OutcomeDetail) -> Void) {
    let facts = outcome.facts
    status = OpenWord(outcome.status)
    code = OpenWord(outcome.code)
    self.title = title
    self.detail = detail
    mode = outcome.mode
    slot = outcome.location?.text
    dueAt = RFC3339Time(outcome.dueAt)
    isQuestion = facts.isQuestion ? true : nil
    needsStaff = facts.needsStaff ? true : nil
    parts = facts.parts
    partsBack = facts.partsBack
    overdueDays = facts.overdueDays
    renewals = facts.renewals
    renewalLimit = facts.renewalLimit
    count = facts.count
    left = facts.left
    fee = facts.fee
    word = facts.word
    inBatch = facts.inBatch
    lastPlayedAt = RFC3339Time(facts.lastPlayedAt)
    lastLentAt = RFC3339Time(facts.lastLentAt)
    show = facts.show
    from = facts.from?.text
    nextSlot = facts.nextSlot
    skippedSlots = facts.skippedSlots
    set(&self)
  }
}
