/// The web address of a copy, `https://<host and path>/t/<13 characters of base32>`. Tags and labels carry it, and phones
/// open it.
package enum CopyAddress {
  /// The last part of the path before the number.
  private static let folder = "/t/"

  /// Returns the address of a copy's code below a base without a trailing slash.
  package static func text(of code: OwnCode, below base: String) -> String { "\(base)\(folder)\(code.base32)" }

  /// Returns the number in an address of any host; nil for any other text. The path must end in `/t/` and 13 characters
  /// of base32.
  ///
  /// The host is ignored, because a library retains its tags and labels when it moves to another domain. A query and a
  /// fragment are ignored too, and the case of every letter.
  package static func number(in address: String) -> UInt64? {
    let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let upper = path.lazy.map(\.upperCased)
    guard upper.starts(with: "HTTPS://".utf8) || upper.starts(with: "HTTP://".utf8),
      upper.dropLast(13).suffix(3).elementsEqual("/T/".utf8)
    else { return nil }
    return OwnCode.number(base32: path.suffix(13))
  }
}
