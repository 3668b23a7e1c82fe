/// A request for a queue. Exactly one of `copies`, `place` and `untagged` is set.
struct TagQueueRequest: Encodable {
  var copies: [String]?
  var place: String?
  var untagged: Bool?
  var seal: Bool?
}
