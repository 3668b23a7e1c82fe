/// The kind of a reader in one word that its author chose, such as `camera`, `nfc`, `hid` or `gate`.
///
/// It is a name for people. What a reader can do follows from its capabilities.
package struct ReaderKind: RawRepresentable, Hashable, Codable, Sendable {
  package let rawValue: String

  /// Creates a kind; nil unless the word has 1 to 40 lower-case letters, digits or hyphens.
  package init?(rawValue: String) {
    let isWord = rawValue.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
    guard isWord, (1...40).contains(rawValue.utf8.count) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rawValue: String) { self.rawValue = rawValue }

  package static let camera = ReaderKind("camera")
  /// A reader of NFC tags.
  package static let nfc = ReaderKind("nfc")
  /// A barcode scanner that acts as a keyboard.
  package static let hid = ReaderKind("hid")
  /// The kind of a configured program that has not sent its hello yet.
  package static let unknown = ReaderKind("unknown")
}
