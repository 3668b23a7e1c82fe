/// What a desk wants to be told before it writes or binds: yes goes on with all that was asked so far, no leaves
/// everything as it is.
package struct Question: Hashable, Codable, Sendable {
  /// Which question it is: `tagBound`, `tagForeignContent` or `copyHasTag`; in mode auto `unknownTag` or `newLabel`,
  /// whether it is to name the record that waits.
  package var code: Outcome.Code
  /// The tag or label that is to name the copy.
  package var key: Code.Key
  package var copy: Copy.ID
  /// What was said yes to before.
  package var confirmed: [Outcome.Code]

  package init(_ code: Outcome.Code, key: Code.Key, copy: Copy.ID, confirmed: [Outcome.Code] = []) {
    self.code = code
    self.key = key
    self.copy = copy
    self.confirmed = confirmed
  }

  /// The tag it is about; nil for a label.
  package var uid: TagUID? { key.uid }
}
