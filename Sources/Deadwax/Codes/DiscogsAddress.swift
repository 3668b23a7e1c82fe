/// The web address of a release at Discogs, such as `https://www.discogs.com/release/288308-Some-Title`. People copy it
/// from a browser, or scan it from a QR code.
package struct DiscogsAddress: Hashable, Sendable {
  /// Discogs' number of the release, at least 1.
  package let release: Int64

  /// - Parameter release: Discogs' number of the release, at least 1.
  package init(release: Int64) { self.release = release }

  /// Parses an address. The scheme, `www.`, a language (`/de/release/…`), the title after the number, a query and a
  /// fragment may be there or not. An older address, `/Artist-Title/release/288308`, and the reference of Discogs' own
  /// texts, `[r288308]`, are read too. Every other text is nil, also an address of a master, an artist or a label.
  ///
  /// - Parameter text: the text as typed or scanned, without surrounding white space.
  package init?(_ text: String) {
    let lower = text.lowercased()
    if lower.hasPrefix("[r"), lower.hasSuffix("]") {
      let digits = lower.dropFirst(2).dropLast()
      guard let number = Self.number(digits.hasPrefix("=") ? digits.dropFirst() : digits) else { return nil }
      release = number
      return
    }
    var rest = lower[...]
    for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) { rest = rest.dropFirst(scheme.count) }
    for host in ["www.", "m."] where rest.hasPrefix(host) { rest = rest.dropFirst(host.count) }
    guard rest.hasPrefix("discogs.com/") else { return nil }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
    // `release` comes first, or after a language or the old form's artist and title.
    guard let word = parts.prefix(2).firstIndex(of: "release"), word + 1 < parts.endIndex, parts.count <= 3 else {
      return nil
    }
    guard let number = Self.number(parts[word + 1].prefix { $0 != "-" }) else { return nil }
    release = number
  }

  /// The one spelling that the library stores.
  package var text: String { "https://www.discogs.com/release/\(release)" }

  private static func number(_ digits: Substring) -> Int64? {
    guard (1...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(digits).flatMap { $0 > 0 ? $0 : nil }
  }
}
