package import Deadwax

/// The web address on a tag, `https://<base>/t/<13 characters of base32>`: what a phone opens, and the second way to
/// tell which code the tag carries.
package struct TagAddress: Hashable, Sendable {
  /// Where addresses lead while nobody has set up a site; the domain is reserved for examples (RFC 2606).
  package static let standard = TagAddress(checked: "https://deadwax.example")

  /// Scheme, host and path, without a slash at the end.
  private let base: String

  /// Takes `music.example.org`, `music.example.org/desk` or the same with `http://` or `https://` before it.
  ///
  /// Nil for an empty text, another scheme, characters that do not stand in an address, and more than 64 characters
  /// behind the scheme: address and record together must fit an NTAG213.
  package init?(base: String) {
    var rest = base[...]
    var scheme = "https://"
    for known in ["https://", "http://"] where rest.lowercased().hasPrefix(known) {
      scheme = known
      rest = rest.dropFirst(known.count)
    }
    while rest.hasSuffix("/") { rest.removeLast() }
    guard let first = rest.utf8.first, first != UInt8(ascii: "/"), !rest.contains("//"), rest.utf8.count <= 64,
      rest.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    self.init(checked: scheme + rest)
  }

  private init(checked base: String) { self.base = base }

  /// The address for a number.
  package func uri(for code: OwnCode) -> String { "\(base)/t/\(code.base32)" }

  /// The number in an address of anybody's: its path must end in `/t/` and 13 characters of base32.
  ///
  /// The host is not looked at, since a collection keeps its tags when it moves to another domain. What follows `?` or
  /// `#` does not count.
  package static func number(in uri: String) -> UInt64? {
    let path = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let folded = path.lazy.map(\.lowerCased)
    guard folded.starts(with: "https://".utf8) || folded.starts(with: "http://".utf8),
      path.dropLast(13).suffix(3).elementsEqual("/t/".utf8)
    else { return nil }
    return OwnCode.number(base32: path.suffix(13))
  }

  /// Unreserved characters, and what else stands in a host, port or path (RFC 3986).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/:[]%".utf8.contains(byte)
    }
  }
}
