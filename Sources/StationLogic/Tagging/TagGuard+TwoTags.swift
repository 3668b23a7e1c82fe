package import Deadwax

extension TagGuard {
  /// Refuses a job while more than one tag is in the field of the reader: nothing shows which of them is meant.
  ///
  /// The hub decides this here alone. The reader checks again when it writes, because a second tag may have come since.
  ///
  /// - Parameter count: the number of tags on that reader.
  /// - Returns: the refusal; empty for one tag or none.
  package static func twoTags(present count: Int) -> [Outcome.Code] { count > 1 ? [.twoTags] : [] }
}
