internal import Foundation

/// Where the hub is.
struct HubAddress: Equatable, CustomStringConvertible {
  /// Scheme, host, port and perhaps a path, without a slash at its end.
  let base: String

  /// It is on this machine.
  let isLocal: Bool

  static let standard = "http://127.0.0.1:8740"

  /// - Parameter text: as `http://desk.local:8740`, or `desk.local:8740`.
  /// - Throws: `Failure` with the code `usage`.
  init(_ text: String) throws(Failure) {
    let full = text.contains("://") ? text : "http://\(text)"
    guard let parts = URLComponents(string: full), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty, parts.user == nil,
      parts.password == nil, parts.query == nil, parts.fragment == nil, (1...65_535).contains(parts.port ?? 1)
    else {
      throw Failure(
        .usage, "\(printable(text)) is not the address of a hub.", advice: "It looks like \(Self.standard).")
    }
    var base = full
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
  }

  var description: String { base }
}
