internal import HubClient

/// An incremental parser of server-sent events (HTML Living Standard, 9.2.6).
struct ServerSentEvents {
  /// The time that the server requests before a reconnect.
  private(set) var retry: Duration?
  /// The id of the last event, from which to resume.
  private(set) var lastID: String?

  private var line: [UInt8] = []
  private var name = ""
  private var data: [String] = []
  private var endedWithCR = false

  /// The maximum length of a line in bytes. A longer line is not from a hub.
  private static let longestLine = 4 * 1024 * 1024

  /// - Parameter bytes: received bytes, split at any point.
  /// - Returns: the events that are now complete.
  /// - Throws: `Failure` for a line longer than the maximum.
  mutating func take(_ bytes: [UInt8]) throws(Failure) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { endedWithCR = byte == UInt8(ascii: "\r") }
      if byte == UInt8(ascii: "\n"), endedWithCR { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if let event = endLine() { events.append(event) }
        line.removeAll(keepingCapacity: true)
      } else {
        guard line.count < Self.longestLine else {
          throw Failure(.unavailable, "The hub sent a line that is too long.")
        }
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    guard !line.isEmpty else {
      defer {
        name = ""
        data = []
      }
      guard !data.isEmpty else { return nil }
      return ServerSentEvent(id: lastID, name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[min(colon + 1, line.endIndex)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": name = text
    case "data": data.append(text)
    case "id" where !text.contains("\0"): lastID = text
    case "retry": retry = Int(text).map { .milliseconds(min($0, 60_000)) } ?? retry
    default: break
    }
    return nil
  }
}
