internal import FoundationEssentials

/// The JSON form of the messages: UTF-8, one object per line, at most 64 KiB. A preview may be larger.
package enum ReaderLine {
  /// The maximum length of a line in bytes. A longer line is skipped.
  package static let lengthLimit = 64 * 1024
  /// The maximum length in bytes of a line with a picture.
  package static let previewLengthLimit = 1024 * 1024

  /// The reason a line was skipped.
  package struct Unreadable: Error, Equatable, CustomStringConvertible {
    package let reason: String
    package var description: String { reason }

    package init(_ reason: String) { self.reason = reason }
  }

  /// Returns the encoded line of a reader with its line feed.
  package static func encode(_ message: ReaderMessage) -> [UInt8] { line(message) }

  /// Returns the encoded line of a host with its line feed.
  package static func encode(_ message: HostMessage) -> [UInt8] { line(message) }

  /// Parses a line of a reader, with or without its line feed.
  package static func decodeReader(_ line: some Collection<UInt8>) throws(Unreadable) -> ReaderMessage {
    let message: ReaderMessage = try decode(line)
    guard line.count > lengthLimit else { return message }
    guard case .preview = message else { throw Unreadable("a line of \(line.count) bytes") }
    return message
  }

  /// Parses a line of a host, with or without its line feed.
  package static func decodeHost(_ line: some Collection<UInt8>) throws(Unreadable) -> HostMessage {
    guard line.count <= lengthLimit else { throw Unreadable("a line of \(line.count) bytes") }
    return try decode(line)
  }

  // MARK: - JSON

  private static func line(_ message: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, Booleans and finite numbers always have a JSON form.
    guard let data = try? encoder.encode(message) else {
      preconditionFailure("the message cannot be encoded as JSON")
    }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }

  private static func decode<Message: Decodable>(_ line: some Collection<UInt8>) throws(Unreadable) -> Message {
    guard line.count <= previewLengthLimit else { throw Unreadable("a line of \(line.count) bytes") }
    do {
      return try JSONDecoder().decode(Message.self, from: Data(line))
    } catch let error as DecodingError {
      throw Unreadable(reason(error, in: line))
    } catch {
      throw Unreadable("not JSON")
    }
  }

  private static func reason(_ error: DecodingError, in line: some Collection<UInt8>) -> String {
    func name(_ path: [any CodingKey]) -> String { "'\(path.map(\.stringValue).joined(separator: "."))'" }
    switch error {
    case .keyNotFound(let key, let context): return name(context.codingPath + [key]) + " is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return context.codingPath.isEmpty ? "not a JSON object" : name(context.codingPath) + " has the wrong type"
    case .dataCorrupted(let context):
      guard !context.codingPath.isEmpty else {
        // The decoder reports a fraction in a whole number as if the line was not JSON, and without a path.
        let isJSON = (try? JSONDecoder().decode(AnyValue.self, from: Data(line))) != nil
        return isJSON ? "a number that must be whole is not, or is too large" : "not JSON"
      }
      return name(context.codingPath) + ": " + context.debugDescription.prefix(200)
    @unknown default: return "not JSON"
    }
  }
}

/// Any valid JSON, whatever it contains.
private struct AnyValue: Decodable {
  init(from decoder: any Decoder) {}
}
