/// The scheme of a tag's number: what its bytes are, and which rules apply to them. The set is open, because a reader
/// may support tags that this version does not know.
package struct TagScheme: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  /// Creates a scheme; nil unless the word has 1 to 20 lower-case letters, digits or hyphens. One letter after f is
  /// required, so that no hexadecimal text looks like a scheme.
  package init?(rawValue: String) {
    let isWord = rawValue.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
    let isDistinct = rawValue.utf8.contains { (0x67...0x7A).contains($0) }
    guard isWord, isDistinct, (1...20).contains(rawValue.utf8.count) else { return nil }
    self.rawValue = rawValue
  }

  private init(known word: String) { rawValue = word }

  package var description: String { rawValue }

  /// The UID of an ISO 14443 A tag: 4, 7 or 10 bytes (ISO/IEC 14443-3, cascade levels 1 to 3).
  package static let nfcA = TagScheme(known: "nfc-a-uid")
  /// The electronic product code of a UHF tag: 4 to 62 bytes in words of 16 bits (EPC Gen2, 6.3.2.1.2).
  package static let epc = TagScheme(known: "epc")

  /// The largest number of bytes in any scheme.
  package static let lengthLimit = 62

  /// Returns true if a number of this scheme may have that many bytes.
  func allows(_ count: Int) -> Bool {
    switch self {
    case .nfcA: [4, 7, 10].contains(count)
    case .epc: (4...Self.lengthLimit).contains(count) && count.isMultiple(of: 2)
    default: (1...Self.lengthLimit).contains(count)
    }
  }

  /// True if readers of both byte orders exist, so that look-ups try both.
  var hasTwoByteOrders: Bool { self == .nfcA }

  /// True if orders to change a tag exist for this scheme. Others are only read and bound.
  package var takesOrders: Bool { self == .nfcA }
}
