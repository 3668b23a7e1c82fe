/// A choice that is open: the numbers on the screen are the places in this list, from 1. First come the candidates, then
/// the acts.
package struct Choosing: Hashable, Codable, Sendable {
  /// What a number of the inbox does.
  package enum Act: String, CaseIterable, Codable, Sendable {
    /// Asks the network again.
    case lookUp = "look-up"
    /// Makes it a code of the record in the hand.
    case claim
    case forget
  }

  /// What a number stands for.
  package enum Choice: Hashable, Sendable {
    case thing(CodeTarget)
    case act(Act)
  }

  /// The most that can be chosen from by number.
  package static let most = 9

  /// Which question it is: `chooseCopy`, `chooseRelease`, `ambiguousClass`, `inboxItem`.
  package var code: Outcome.Code
  /// The scan that asked.
  package var scan: Reading.ID
  /// At most nine.
  package var candidates: [CodeTarget]
  /// The code that has to be decided about, for the inbox; else the tag or label that waits beneath the choice.
  package var key: Code.Key?
  /// What can be done with the code, for the inbox.
  package var acts: [Act]
  /// True where no number will do: the label or the tag of the thing itself has to be held up. The candidates are none of
  /// the numbers then.
  package var needsLabel: Bool?
  /// The slot, the place or the copy that had been seen before and waits beneath the choice.
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

  /// How many numbers there are.
  package var count: Int { (needsLabel ?? false) ? 0 : candidates.count + acts.count }

  /// What a number stands for; nil for one that is not on the screen.
  package subscript(number: Int) -> Choice? {
    guard (1...max(1, count)).contains(number), count > 0 else { return nil }
    return number <= candidates.count
      ? .thing(candidates[number - 1]) : .act(acts[number - 1 - candidates.count])
  }
}
