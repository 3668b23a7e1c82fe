/// The identifier of an item at Archive.org. It is part of addresses and of the names of files, so it has few characters.
struct ArchiveIdentifier: Hashable {
  let text: String

  /// Accepts letters, digits, `.`, `-` and `_`, not beginning with a full stop; nil for any other text.
  init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || ".-_".utf8.contains(byte)
    }
    guard (1...100).contains(text.utf8.count), isPlain, text.utf8.first != 0x2E else { return nil }
    self.text = text
  }
}
