/// A point in time as RFC 3339 text in UTC with milliseconds, such as `2026-11-20T09:05:20.000Z`.
package struct RFC3339Time: Hashable, Codable, Sendable, CustomStringConvertible {
  package let time: Timestamp

  package init(_ time: Timestamp) { self.time = time }

  /// Returns nil for an absent time.
  package init?(_ time: Timestamp?) {
    guard let time else { return nil }
    self.time = time
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = Timestamp(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is not an RFC 3339 time")
    }
    self.time = time
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(time.description)
  }

  package var description: String { time.description }
}
