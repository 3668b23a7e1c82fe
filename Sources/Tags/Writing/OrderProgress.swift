internal import ReaderProtocol

/// The progress of an order. It is retained if the tag is removed before the order ends.
struct OrderProgress {
  /// True after a command that changes the tag was sent. From then on the order must be completed.
  var hasBegun = false
  var form: String?
  var kind: String?
  var capacity: Int?
  var writes = 0
  var reads = 0
  /// The TLVs in front of the message at the start; a torn write may have destroyed them.
  var front: [UInt8]?

  /// Returns the result for the host.
  ///
  /// - Parameters:
  ///   - id: the id of the order.
  ///   - outcome: the outcome.
  ///   - detail: the outcome as a sentence.
  ///   - time: the time since work on the tag began; nil if it never did.
  /// - Returns: the result; without facts about the tag if the tag was never present.
  func result(
    of id: String, _ outcome: OrderOutcome, _ detail: String, after time: Duration?
  ) -> ReaderMessage.Result {
    let milliseconds = time.map {
      Int($0.components.seconds) * 1000 + Int($0.components.attoseconds / 1_000_000_000_000_000)
    }
    return ReaderMessage.Result(
      of: id, isDone: outcome.isDone, detail: detail, outcome: outcome.rawValue, hasBegun: hasBegun,
      form: outcome.isDone ? form : nil, kind: kind, capacity: capacity, writes: writes, reads: reads,
      milliseconds: milliseconds ?? 0)
  }
}
