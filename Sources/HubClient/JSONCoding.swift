internal import Foundation
internal import HTTPClient

/// The JSON functions of this program.
package enum JSONCoding {
  /// Returns the document on one line.
  package static func encode(_ document: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only this program's own types are passed here, and all of them have a JSON form.
    guard let data = try? encoder.encode(document) else {
      preconditionFailure("the document cannot be encoded as JSON")
    }
    return Array(data)
  }

  /// Returns the document as text on one line.
  package static func text(_ document: some Encodable) -> String { String(decoding: encode(document), as: UTF8.self) }

  /// Returns the names of the members that a document has, in alphabetical order.
  package static func members(of document: some Encodable) -> [String] {
    let value = try? JSONSerialization.jsonObject(with: Data(encode(document)))
    return ((value as? [String: Any]) ?? [:]).keys.sorted()
  }

  /// Decodes a response of the hub.
  ///
  /// - Throws: `Failure` if the document does not have the expected form, for example from a hub of another version.
  package static func decode<Document: Decodable>(
    _ bytes: [UInt8], as type: Document.Type = Document.self
  ) throws(Failure) -> Document {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw Failure(
        .unavailable, "Cannot parse the hub's response.",
        advice: "Check that the hub and this command have the same version: deadwax doctor")
    }
  }

  /// Returns a document of the hub on one line, with every member unchanged.
  package static func line(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("\n"), let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return text }
    return line(value)
  }

  /// Returns a document that JSONSerialization has parsed, on one line.
  package static func line(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
    guard let data = try? JSONSerialization.data(withJSONObject: value, options: options) else {
      preconditionFailure("the value cannot be encoded as JSON")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
