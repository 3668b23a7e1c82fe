/// Conversion of notes to plain text.
enum DiscogsNotes {
  /// Returns notes with single newlines, without Discogs' markup, and trimmed.
  ///
  /// `[b]`, `[i]`, `[u]` and `[s]` are removed. `[url=…]text[/url]` leaves its text. `[a=Name]` and similar tags leave
  /// the name, and a bare number such as `[r249504]` leaves nothing.
  static func plain(_ notes: String?) -> String? {
    guard let notes else { return nil }
    var result = ""
    var rest = notes.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")[...]
    while let open = rest.firstIndex(of: "[") {
      result += rest[..<open]
      let tail = rest[open...]
      guard let close = tail.firstIndex(of: "]"), let text = replacement(tail[tail.index(after: open)..<close]) else {
        result += "["
        rest = rest[rest.index(after: open)...]
        continue
      }
      result += text
      rest = rest[rest.index(after: close)...]
    }
    return (result + rest).trimmingBlanks.nonEmpty
  }

  /// Returns the replacement for a tag; nil if it is not one of Discogs' tags.
  private static func replacement(_ tag: Substring) -> Substring? {
    let word = tag.lowercased()
    if ["b", "/b", "i", "/i", "u", "/u", "s", "/s", "url", "/url", "img", "/img"].contains(word) { return "" }
    if word.hasPrefix("url=") || word.hasPrefix("img=") { return "" }
    guard let letter = word.first, "alrmgtp".contains(letter) else { return nil }
    let value = tag.dropFirst()
    if value.hasPrefix("=") {
      let name = value.dropFirst()
      return name.allSatisfy(\.isNumber) ? "" : name
    }
    return !value.isEmpty && value.allSatisfy(\.isNumber) ? "" : nil
  }
}
