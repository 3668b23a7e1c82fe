internal import Deadwax

extension KeyboardLayout {
  /// Returns the layout that the scanner really uses, if a line proves it. In that layout the line is a Deadwax code or
  /// a GTIN with a valid check character; in this layout it is neither.
  ///
  /// - Parameters:
  ///   - line: the line as decoded with this layout.
  ///   - framing: the text that the scanner adds to codes.
  /// - Returns: the other layout; nil if this layout is right, or the line proves nothing.
  func mistaken(for line: String, framing: Framing) -> KeyboardLayout? {
    if Self.isSure(line, framing) { return nil }
    return KeyboardLayout.all.first { other in
      guard other.name != name, let text = retyped(line, by: other) else { return false }
      return Self.isSure(text, framing)
    }
  }

  /// Returns the text that the same keys type in another layout; nil if a key has no character there.
  private func retyped(_ text: String, by other: KeyboardLayout) -> String? {
    var result = ""
    for character in text {
      guard let place = place(of: character) else { return nil }
      guard case .plain(let character) = other.character(place.key, place.level) else { return nil }
      result.append(character)
    }
    return result
  }

  private static func isSure(_ line: String, _ framing: Framing) -> Bool {
    guard let content = try? framing.read(line) else { return false }
    if case .code = OwnCode.read(content.text) { return true }
    // Codes of eight digits match by chance too often.
    return content.text.utf8.count >= 12
      && GTIN(key: content.text.utf8.count == 12 ? "0" + content.text : content.text) != nil
  }
}
