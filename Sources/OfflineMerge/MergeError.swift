/// The reasons for which entries of a journal are not merged.
package enum MergeError: Error, Hashable, Sendable {
  /// The list is empty, too long, or not consecutive.
  case notInOrder
  /// Entries before them are missing: the sequence that is expected.
  case gap(expected: Int64)
  /// Another entry was merged with this sequence.
  case otherContent(sequence: Int64)
}
