/// An open choice. The numbers on the screen are the positions in this list, from 1: first the candidates, then the
/// actions.
package struct PendingChoice: Hashable, Codable, Sendable {
  /// The effect of an action's number in a choice for the inbox.
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

  /// The type of choice: `chooseCopy`, `chooseRelease`, `ambiguousClass`, `inboxItem` or
  /// `chooseSource`.
  package var code: Outcome.Code
  /// The scan that opened the choice.
  package var scan: Reading.ID
  /// The candidates, at most nine.
  package var candidates: [CodeTarget]
  /// For the inbox, the code to decide about; otherwise the tag or label that waits beneath the choice.
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
