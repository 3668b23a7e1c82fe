internal import Deadwax

extension Layout {
  /// The layout that a scanner really types by, where a line leaves no doubt: with it the line is a code of ours, or a
  /// number of the trade, whose check character fits; with this one it is nothing known.
  ///
  /// - Parameters:
  ///   - line: as read by this layout.
  ///   - framing: what the scanner puts around codes.
  /// - Returns: nil when this layout is right, or nothing tells.
  func mistaken(for line: String, framing: Framing) -> Layout? {
    if Self.isSure(line, framing) { return nil }
    return Layout.all.first { other in
      guard other.name != name, let text = retyped(line, by: other) else { return false }
      return Self.isSure(text, framing)
    }
  }

  /// What the same keys type by another layout; nil where they type no character.
  private func retyped(_ text: String, by other: Layout) -> String? {
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
    // Eight digits fit by chance too often.
    return content.text.utf8.count >= 12
      && GTIN(key: content.text.utf8.count == 12 ? "0" + content.text : content.text) != nil
  }
}
