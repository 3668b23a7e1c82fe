package import Deadwax

extension StationResource {
  /// The first half of a pair that waits for the other one.
  package struct Pending: Codable, Sendable {
    /// The title of the first half.
    package var title: String
    package var waitsFor: Partner
    /// The time at which the prompt expires. Nothing is changed then.
    package var endsAt: RFC3339Time
    /// The number of the tag that was read first.
    package var uid: String?
    /// The slot for the next copy. `/next-slot` leaves it empty.
    package var slot: Slot.ID?

    package init(
      title: String, waitsFor: Partner, endsAt: RFC3339Time, uid: String? = nil, slot: Slot.ID? = nil
    ) {
      self.title = title
      self.waitsFor = waitsFor
      self.endsAt = endsAt
      self.uid = uid
      self.slot = slot
    }
  }

  /// The kind of code that a station waits for.
  package enum Partner: String, CaseIterable, Codable, Sendable {
    case slot, copy, card, tag
  }

  /// Present while `state` is `question` and the question is about a tag. Answer with `/answer`, or with the labels
  /// of YES and NO.
  package struct Question: Codable, Sendable {
    /// The id of exactly this question. Send it with the answer.
    package var id: String
    /// The kind of question.
    package var code: OpenWord<Outcome.Code>
    /// A sentence about the effect of a yes.
    package var sentence: String
    /// The number of the tag; omitted if it is a card.
    package var uid: String?
    /// The code of the label, if the question is about a label.
    package var label: String?
    /// The copy that gets the tag.
    package var copy: CopySummary?
    package var release: ReleaseSummary?
    /// With `tag-bound`: the record that the tag is bound to, as text.
    package var bound: String?
    /// The time after which no answer counts as a no.
    package var endsAt: RFC3339Time

    package init(
      id: String, code: OpenWord<Outcome.Code>, sentence: String, uid: String? = nil, label: String? = nil,
      copy: CopySummary? = nil, release: ReleaseSummary? = nil, bound: String? = nil, endsAt: RFC3339Time
    ) {
      self.id = id
      self.code = code
      self.sentence = sentence
      self.uid = uid
      self.label = label
      self.copy = copy
      self.release = release
      self.bound = bound
      self.endsAt = endsAt
    }
  }

  /// Present while `state` is `choosing`. Answer with `/pick`, with the label of a number, or with a more specific
  /// code.
  package struct Choosing: Codable, Sendable {
    /// The id of exactly this choice, its borrower and its end. Send it with the number.
    package var id: String
    package var code: OpenWord<Outcome.Code>
    /// The prompt, as a sentence.
    package var sentence: String?
    /// The release that a question is about.
    package var release: ReleaseSummary?
    /// For a question about a release, the number of records that fit the answers so far.
    package var remaining: Int?
    /// The choices, at most nine.
    package var choices: [ChoiceDetail]
    /// The time at which the prompt expires. Nothing is changed then.
    package var endsAt: RFC3339Time
    /// True if a number is not accepted and the label or tag of the copy is needed. There are no choices then.
    package var needsLabel: Bool?

    package init(
      id: String, code: OpenWord<Outcome.Code>, sentence: String? = nil, release: ReleaseSummary? = nil,
      remaining: Int? = nil, choices: [ChoiceDetail], endsAt: RFC3339Time, needsLabel: Bool? = nil
    ) {
      self.id = id
      self.code = code
      self.sentence = sentence
      self.release = release
      self.remaining = remaining
      self.choices = choices
      self.endsAt = endsAt
      self.needsLabel = needsLabel
    }
  }

  /// Present while `state` is `question` and the question is about the rules. Answer with `/answer`, or with the
  /// labels of YES and NO.
  package struct Confirming: Codable, Sendable {
    /// The id of exactly this confirmation: scan, copy, borrower, reasons, row versions and end. Send it with the
    /// answer.
    package var id: String
    /// The action that a yes carries out.
    package var act: PendingConfirmation.Act
    /// All reasons, the most important first.
    package var reasons: [ReasonText]
    /// True if only staff can confirm.
    package var needsStaff: Bool
    package var copy: CopySummary?
    package var release: ReleaseSummary?
    /// The time at which the prompt expires. Nothing is changed then.
    package var endsAt: RFC3339Time

    package init(
      id: String, act: PendingConfirmation.Act, reasons: [ReasonText], needsStaff: Bool, copy: CopySummary? = nil,
      release: ReleaseSummary? = nil, endsAt: RFC3339Time
    ) {
      self.id = id
      self.act = act
      self.reasons = reasons
      self.needsStaff = needsStaff
      self.copy = copy
      self.release = release
      self.endsAt = endsAt
    }
  }

  /// Present while `state` is `pin`. Send the PIN to `/pin`.
  package struct PIN: Codable, Sendable {
    /// The number of wrong attempts.
    package var tries: Int
    /// True if the PIN belongs to a staff card that is to open the station. The previous state continues afterwards.
    package var isOfStaff: Bool?
    /// The time at which the prompt expires.
    package var endsAt: RFC3339Time

    package init(tries: Int, isOfStaff: Bool? = nil, endsAt: RFC3339Time) {
      self.tries = tries
      self.isOfStaff = isOfStaff
      self.endsAt = endsAt
    }
  }

  /// Present while a staff card has opened the station for actions of staff.
  package struct StaffPeriod: Codable, Sendable {
    package var endsAt: RFC3339Time

    package init(endsAt: RFC3339Time) {
      self.endsAt = endsAt
    }
  }

  /// The copy that was handled last.
  package struct LastCopy: Codable, Sendable {
    package var copy: CopySummary
    package var release: ReleaseSummary?
    package var endsAt: RFC3339Time

    package init(copy: CopySummary, release: ReleaseSummary? = nil, endsAt: RFC3339Time) {
      self.copy = copy
      self.release = release
      self.endsAt = endsAt
    }
  }

  /// The current batch of returns.
  package struct Batch: Codable, Sendable {
    /// The number of returns so far.
    package var count: Int
    /// The time to which the returns are backdated.
    package var dropDate: RFC3339Time?

    package init(count: Int, dropDate: RFC3339Time? = nil) {
      self.count = count
      self.dropDate = dropDate
    }
  }

  /// The last returned copy, if it is trapped for a hold, with the data for its slip. Only in the response for a
  /// single station, and not at a self-service station.
  package struct ReadyCopy: Codable, Sendable {
    package var copy: CopySummary
    /// The last four characters of the waiting borrower's card.
    package var card: String?
    /// The time until which the copy is ready for pick-up.
    package var until: RFC3339Time?

    package init(copy: CopySummary, card: String? = nil, until: RFC3339Time? = nil) {
      self.copy = copy
      self.card = card
      self.until = until
    }
  }

  /// Present while copies wait for their tags; `/tag-queue` has the details.
  package struct QueueProgress: Codable, Sendable {
    package var total: Int
    package var done: Int
    package var skipped: Int?
    /// True if the tag of the current copy was written and is still on the reader.
    package var isWritten: Bool?
    /// The current copy.
    package var next: CopySummary?
    /// The release of the current copy.
    package var release: ReleaseSummary?

    package init(
      total: Int, done: Int, skipped: Int? = nil, isWritten: Bool? = nil, next: CopySummary? = nil,
      release: ReleaseSummary? = nil
    ) {
      self.total = total
      self.done = done
      self.skipped = skipped
      self.isWritten = isWritten
      self.next = next
      self.release = release
    }
  }
}
