/// An open choice. The numbers on the screen are the positions in this list, from 1: first the candidates, then the
/// actions.
package struct PendingChoice: Hashable, Codable, Sendable {
  /// The effect of an action's number in a choice for the inbox, about a record or about an occupied slot.
  package enum Act: String, CaseIterable, Codable, Sendable {
    /// Looks the code up online again.
    case lookUp = "look-up"
    /// Binds the code to the copy in hand.
    case claim
    case forget
    /// Shows further answers of a question about the record.
    case more
    /// The person does not know the answer.
    case unknown
    /// Puts the copy into the slot, and the copy of the slot where the other one was.
    case swap
    /// Puts the copy into the slot, and leaves the copy of the slot without a place.
    case push
    /// Checks in a copy that was scanned at a shelf.
    case checkIn = "check-in"
    /// Puts a returned copy into the offered slot.
    case putAway = "put-away"
    /// Moves a binding to the other record.
    case rebind
    /// Leaves everything as it is.
    case leave
  }

  /// The meaning of a number.
  package enum Choice: Hashable, Sendable {
    case thing(CodeTarget)
    case act(Act)
    /// An answer to the question about the record, by its position.
    case answer(Int)
  }

  /// The highest number of entries in a choice.
  package static let most = 9

  /// The type of choice: `chooseCopy`, `chooseRelease`, `ambiguousClass`, `inboxItem`,
  /// `chooseSource`, `slotOccupied`, `copyOnLoan`, `slotDisabled` or `boundElsewhere`.
  package var code: Outcome.Code
  /// The scan that opened the choice.
  package var scan: Reading.ID
  /// The candidates, at most nine.
  package var candidates: [CodeTarget]
  /// The code to decide about, for the inbox and for a binding; otherwise the tag or label that waits beneath it.
  package var key: Code.Key?
  /// The actions that are available for the code or the question.
  package var acts: [Act]
  /// True if the choice takes no number and needs a scan of the record's own label or tag. The candidates have no
  /// numbers then.
  package var needsLabel: Bool?
  /// The slot, place or copy of an earlier scan that waits beneath the choice.
  package var beneath: CodeTarget?

  /// The question that finds the record of a release, for `chooseSource`.
  package var source: SourceQuestion?
  /// The occupied slot, for `slotOccupied`.
  package var conflict: SlotConflict?

  /// The copy on loan that was scanned at a shelf, for `copyOnLoan`; the returned copy, for `slotDisabled`.
  package var copy: Copy.ID?
  /// The free slot that is offered in place of the disabled one, for `slotDisabled`.
  package var offered: Slot.ID?
  /// The place or the slot that a code belongs to, for `boundElsewhere`. The record of its new binding is `beneath`.
  package var bound: CodeTarget?

  package init(
    _ code: Outcome.Code, scan: Reading.ID, candidates: [CodeTarget], key: Code.Key? = nil, acts: [Act] = [],
    beneath: CodeTarget? = nil, needsLabel: Bool = false
  ) {
    self.code = code
    self.scan = scan
    self.candidates = candidates
    self.key = key
    self.acts = acts
    self.beneath = beneath
    self.needsLabel = needsLabel ? true : nil
  }

  /// Opens a question about the record that describes a release.
  package init(_ question: SourceQuestion, scan: Reading.ID) {
    self.init(
      .chooseSource, scan: scan, candidates: [], acts: question.hasPages ? [.more, .unknown] : [.unknown])
    source = question
  }

  /// True if the outcome that opened it asks what to do, with actions alone.
  package var isQuestion: Bool { conflict != nil || copy != nil || bound != nil }

  /// The number of entries that have a number.
  package var count: Int { (needsLabel ?? false) ? 0 : (source?.displayed.count ?? candidates.count) + acts.count }

  /// Returns the meaning of a number, or nil for a number that is not on the screen.
  package subscript(number: Int) -> Choice? {
    guard (1...max(1, count)).contains(number), count > 0 else { return nil }
    if let displayed = source?.displayed {
      return number <= displayed.count
        ? .answer(displayed.lowerBound + number - 1) : .act(acts[number - 1 - displayed.count])
    }
    return number <= candidates.count
      ? .thing(candidates[number - 1]) : .act(acts[number - 1 - candidates.count])
  }
}
