/// A text with its language, in a record of the well-known type `T` (NFC Forum, Text Record Type Definition 1.0).
package struct TextRecord: Hashable, Sendable {
  package let text: String
  /// A BCP 47 language tag, such as `en` or `de-CH`; at most 63 bytes of ASCII.
  package let language: String

  package init(_ text: String, language: String = "en") {
    precondition(
      !language.isEmpty && language.utf8.count <= 63 && language.utf8.allSatisfy { $0 < 0x80 },
      "a text record's language is 1 to 63 bytes of ASCII")
    self.text = text
    self.language = language
  }

  /// Nil if the record does not have type `T` or its fields are inconsistent.
  package init?(_ record: NDEFRecord) {
    guard record.isWellKnown("T"), let status = record.payload.first else { return nil }
    let languageLength = Int(status & 0x3F)
    guard record.payload.count > languageLength,
      let language = String(validating: record.payload[1..<1 + languageLength], as: UTF8.self)
    else { return nil }
    let rest = record.payload.dropFirst(1 + languageLength)
    guard let text = status & 0x80 == 0 ? String(validating: rest, as: UTF8.self) : Self.utf16(rest) else { return nil }
    self.text = text
    self.language = language
  }

  /// The encoded record, in UTF-8.
  package var record: NDEFRecord {
    NDEFRecord(
      format: .wellKnown, type: Array("T".utf8),
      payload: [UInt8(language.utf8.count)] + Array(language.utf8) + Array(text.utf8))
  }

  /// Decodes UTF-16, big-endian unless a byte order mark indicates otherwise (Text RTD 1.0, 3.4).
  private static func utf16(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count % 2 == 0 else { return nil }
    var units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    if units.first == 0xFFFE {
      units = units.map(\.byteSwapped)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    return String(validating: units, as: UTF16.self)
  }
}
