/// A prompt before the station writes or binds. A yes continues with all confirmations so far; a no changes nothing.
package struct TagPrompt: Hashable, Codable, Sendable {
  /// The type of prompt: `tagBound`, `tagForeignContent` or `copyHasTag`. In mode auto, `unknownTag` or `newLabel` ask
  /// whether to bind the code to the waiting copy.
  package var code: Outcome.Code
  /// The tag or label to bind to the copy.
  package var key: Code.Key
  package var copy: Copy.ID
  /// The prompts that were already answered with yes.
  package var confirmed: [Outcome.Code]

  package init(_ code: Outcome.Code, key: Code.Key, copy: Copy.ID, confirmed: [Outcome.Code] = []) {
    self.code = code
    self.key = key
    self.copy = copy
    self.confirmed = confirmed
  }

  /// The tag; nil for a label.
  package var uid: TagID? { key.uid }
}
