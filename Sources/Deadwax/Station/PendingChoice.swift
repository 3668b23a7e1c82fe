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
  }

  /// The meaning of a number.
  package enum Choice: Hashable, Sendable {
    case thing(CodeTarget)
    case act(Act)
  }

  /// The highest number of entries in a choice.
  package static let most = 9

  /// The type of choice: `chooseCopy`, `chooseRelease`, `ambiguousClass` or `inboxItem`.
  package var code: Outcome.Code
  /// The scan that opened the choice.
  package var scan: Reading.ID
  /// The candidates, at most nine.
  package var candidates: [CodeTarget]
  /// For the inbox, the code to decide about; otherwise the tag or label that waits beneath the choice.
  package var key: Code.Key?
  /// The actions that are available for the code, for the inbox.
  package var acts: [Act]
  /// True if the choice takes no number and needs a scan of the record's own label or tag. The candidates have no
  /// numbers then.
  package var needsLabel: Bool?
  /// The slot, place or copy of an earlier scan that waits beneath the choice.
  package var beneath: CodeTarget?

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

  /// The number of entries that have a number.
  package var count: Int { (needsLabel ?? false) ? 0 : candidates.count + acts.count }

  /// Returns the meaning of a number, or nil for a number that is not on the screen.
  package subscript(number: Int) -> Choice? {
    guard (1...max(1, count)).contains(number), count > 0 else { return nil }
    return number <= candidates.count
      ? .thing(candidates[number - 1]) : .act(acts[number - 1 - candidates.count])
  }
}
