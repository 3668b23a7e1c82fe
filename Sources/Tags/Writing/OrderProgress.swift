internal import ReaderProtocol

/// What is known about an order while it is carried out, and after the tag was taken away in the middle of it.
struct OrderProgress {
  /// Something was sent that changes the tag: from now on it is to be finished.
  var hasBegun = false
  var form: String?
  var kind: String?
  var capacity: Int?
  var writes = 0
  var reads = 0
  /// The blocks in front of the message when it began; a tear may have destroyed them.
  var front: [UInt8]?

  /// The result that the host gets.
  ///
  /// - Parameters:
  ///   - id: of the order.
  ///   - outcome: how it ended.
  ///   - detail: the same in a sentence.
  ///   - time: since the tag was taken in hand; nil when it never was.
  /// - Returns: with nothing about the tag where the tag was never there.
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
