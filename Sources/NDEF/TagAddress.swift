package import Deadwax

/// The web address on a tag, `https://<base>/t/<13 characters of base32>`. Phones open it, and it is the second source
/// of the code that the tag carries.
package struct TagAddress: Hashable, Sendable {
  /// The default address until a site is configured. Its domain is reserved for examples (RFC 2606).
  package static let standard = TagAddress(checked: "https://deadwax.example")

  /// The scheme, host and path, without a trailing slash.
  private let base: String

  /// Parses a base such as `music.example.org` or `music.example.org/desk`, with or without `http://` or `https://`.
  ///
  /// Nil if the text is empty, has another scheme, or contains characters that are not valid in an address. Nil also
  /// for more than 64 bytes after the scheme, because address and record together must fit an NTAG213.
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

  /// Returns the address for a code.
  package func uri(for code: OwnCode) -> String { CopyAddress.text(of: code, below: base) }

  /// The scheme, host and path as configured, for callers that pass it on as text.
  package var text: String { base }

  /// Returns true if a URI has this host and path and contains a code. The scheme and the case are ignored.
  package func leads(_ uri: String) -> Bool {
    Self.number(in: uri) != nil && Self.bare(uri).starts(with: Self.bare(base) + Array("/t/".utf8))
  }

  /// Returns true if the beginning of such a URI occurs anywhere in bytes that are not a message.
  package func leavesTrace(in bytes: some Collection<UInt8>) -> Bool {
    var name = Self.bare(base) + Array("/t/".utf8)
    // A URI record encodes this prefix as a code, not as letters.
    if name.starts(with: Array("www.".utf8)) { name.removeFirst(4) }
    let bytes = bytes.map(\.lowerCased)
    guard bytes.count >= name.count else { return false }
    return (0...bytes.count - name.count).contains { bytes[$0..<$0 + name.count].elementsEqual(name) }
  }

  /// Returns an address without its scheme, in lower case.
  private static func bare(_ address: String) -> [UInt8] {
    let folded = address.utf8.map(\.lowerCased)
    for scheme in ["https://", "http://"] where folded.starts(with: scheme.utf8) {
      return Array(folded.dropFirst(scheme.utf8.count))
    }
    return folded
  }

  /// Returns the number in an address of any host, as `CopyAddress` does.
  package static func number(in uri: String) -> UInt64? { CopyAddress.number(in: uri) }

  /// Returns true for unreserved characters and the others that are valid in a host, port or path (RFC 3986).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/:[]%".utf8.contains(byte)
    }
  }
}
