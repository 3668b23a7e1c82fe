/// An International Standard Recording Code (ISO 3901), which names one recording of one track.
package struct ISRC: Hashable, Sendable, CustomStringConvertible {
  /// The 12 characters without hyphens, in upper case.
  package let text: String

  /// Accepts the code with or without hyphens, blanks and the word ISRC before it; nil for any other text.
  package init?(_ text: String) {
    var bytes = text.utf8.filter { !" -\t".utf8.contains($0) }.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    if bytes.starts(with: "ISRC".utf8) {
      bytes.removeFirst(4)
      if bytes.first == UInt8(ascii: ":") { bytes.removeFirst() }
    }
    let isForm =
      bytes.count == 12 && bytes[..<2].allSatisfy(Self.isLetter)
      && bytes[2..<5].allSatisfy { Self.isLetter($0) || Self.isDigit($0) } && bytes[5...].allSatisfy(Self.isDigit)
    guard isForm else { return nil }
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  package var description: String { text }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
