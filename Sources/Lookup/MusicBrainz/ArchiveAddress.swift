/// The addresses to which a redirect of the Cover Art Archive may lead: its own, and hosts of archive.org by HTTPS.
package struct ArchiveAddress: Sendable {
  /// The address of the Cover Art Archive without a slash at its end.
  let base: String

  /// - Parameter base: the address of the service without a slash at its end.
  package init(base: String) { self.base = base }

  /// Returns the address to follow; nil for any other host, port or scheme. The archive writes some addresses with
  /// `http`; those of archive.org are requested by HTTPS.
  ///
  /// - Parameter location: the value of `Location`.
  /// - Returns: the address of the next request.
  package func next(_ location: String) -> String? {
    guard location.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else { return nil }
    if location.hasPrefix("/"), !location.hasPrefix("//") { return Self.origin(of: base).map { $0 + location } }
    if location.hasPrefix(base + "/") { return location }
    guard let scheme = ["https://", "http://"].first(where: { location.lowercased().hasPrefix($0) }) else { return nil }
    let rest = location.dropFirst(scheme.count)
    let host = rest.prefix { !"/?#".contains($0) }.lowercased()
    // A name before an at sign and a port are no part of these hosts.
    guard host == "archive.org" || host.hasSuffix(".archive.org"),
      host.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E })
    else { return nil }
    return "https://\(rest)"
  }

  /// Returns the address to follow at the same origin; nil for every other address.
  func own(_ location: String) -> String? {
    if location.hasPrefix("/"), !location.hasPrefix("//") { return Self.origin(of: base).map { $0 + location } }
    return location.hasPrefix(base + "/") ? location : nil
  }

  /// Returns the scheme, the host and the port of an address.
  private static func origin(of address: String) -> String? {
    guard let mark = address.firstRange(of: "://") else { return nil }
    return String(address[..<mark.upperBound] + address[mark.upperBound...].prefix { $0 != "/" })
  }
}
