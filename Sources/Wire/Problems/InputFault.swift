/// A fault in what a client sent, as the reason of a problem. The meaning of a raw value never changes.
package enum InputFault: String, CaseIterable, Sendable {
  /// The request has no body, and needs one.
  case missingBody = "missing-body"
  /// A name in the query that the operation does not know.
  case unknownParameter = "unknown-parameter"
  /// A member of the body that the operation does not know.
  case unknownMember = "unknown-member"
  case missingMember = "missing-member"
  case invalidMember = "invalid-member"
  /// An entry of an offline station's journal is missing before this one.
  case sequenceGap = "sequence-gap"
  /// Another entry was merged with this sequence.
  case sequenceUsed = "sequence-used"
  /// A subject for which no label can be made.
  case skipped
}
