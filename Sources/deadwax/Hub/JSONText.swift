internal import Foundation
internal import HTTPClient

/// JSON as this program reads and prints it.
enum JSONText {
  /// Null, as JSONSerialization has it.
  static var null: Any { NSNull() }

  /// - Returns: a document on one line.
  static func encode(_ document: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only our own small types come here; all of them have a JSON form.
    guard let data = try? encoder.encode(document) else { preconditionFailure("a document without a JSON form") }
    return Array(data)
  }

  /// Reads what the hub sent.
  ///
  /// - Throws: `Failure` when it is not what this program expects, as from a hub of another version.
  static func decode<Document: Decodable>(
    _ bytes: [UInt8], as type: Document.Type = Document.self
  ) throws(Failure) -> Document {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw Failure(
        .unavailable, "The hub's answer was not understood.",
        advice: "Are hub and command of the same version? See: deadwax doctor")
    }
  }

  /// A document of the hub's on one line, every member as it came.
  static func line(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("\n"), let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return text }
    return line(value)
  }

  /// A document taken apart by JSONSerialization, on one line.
  static func line(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
    guard let data = try? JSONSerialization.data(withJSONObject: value, options: options) else {
      preconditionFailure("a value without a JSON form")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
