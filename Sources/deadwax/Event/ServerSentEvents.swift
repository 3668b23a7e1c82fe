/// One event of a stream.
struct ServerSentEvent: Equatable {
  var id: String?
  var name: String
  var data: String
}

/// Takes a stream of events apart as its bytes come (HTML Living Standard, 9.2.6).
struct ServerSentEvents {
  /// How long the other side wants us to wait before we connect anew.
  private(set) var retry: Duration?
  /// The id of the last event, to resume from.
  private(set) var lastID: String?

  private var line: [UInt8] = []
  private var name = ""
  private var data: [String] = []
  private var endedWithCR = false

  /// More than any event has; beyond it a line is not ours.
  private static let longestLine = 4 * 1024 * 1024

  /// - Parameter bytes: cut anywhere.
  /// - Returns: the events that are complete now.
  /// - Throws: `Failure` for a line without end.
  mutating func take(_ bytes: [UInt8]) throws(Failure) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { endedWithCR = byte == UInt8(ascii: "\r") }
      if byte == UInt8(ascii: "\n"), endedWithCR { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if let event = endLine() { events.append(event) }
        line.removeAll(keepingCapacity: true)
      } else {
        guard line.count < Self.longestLine else { throw Failure(.unavailable, "The hub sent a line without end.") }
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
