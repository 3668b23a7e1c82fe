internal import CommandLineArguments
internal import Foundation

/// The address of a hub.
package struct HubAddress: Equatable, CustomStringConvertible {
  /// Scheme, host, port and an optional path, without a slash at its end.
  package let base: String

  /// True if the hub is on this machine.
  package let isLocal: Bool

  /// The address of a hub on this machine with the standard configuration.
  package static let standard = "http://127.0.0.1:8740"

  /// - Parameter text: an address such as `http://hub.local:8740` or `hub.local:8740`.
  /// - Throws: `Failure` with the code `usage`.
  package init(_ text: String) throws(Failure) {
    let full = text.contains("://") ? text : "http://\(text)"
    guard let parts = URLComponents(string: full), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty, parts.user == nil,
      parts.password == nil, parts.query == nil, parts.fragment == nil, (1...65_535).contains(parts.port ?? 1)
    else {
      throw Failure(
        .usage, "\(printable(text)) is not the address of a hub.", advice: "An address has the form \(Self.standard).")
    }
    var base = full
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
  }

  /// Returns the address of the hub for a command, from the first source that has one: the `--hub` option, the address
  /// file in the given data folder, the newest address file in the usual data folders, the standard address.
  ///
  /// - Throws: `Failure` with the code `usage` for an invalid address, with `unavailable` if no hub runs on that
  ///   folder.
  package static func chosen(by invocation: Invocation) throws(Failure) -> HubAddress {
    if let text = invocation.text("hub", variable: "DEADWAX_HUB") { return try HubAddress(text) }
    if let folder = invocation.text("hub-data", variable: "DEADWAX_DATA") {
      guard let text = written(in: folder)?.text else {
        throw Failure(
          .unavailable, "No hub runs with the data folder \(printable(folder)).",
          advice: "Start it with: deadwaxd --data \(printable(folder)). Or give the hub's address: --hub URL")
      }
      return try HubAddress(text)
    }
    let known = usualFolders(invocation.environment).compactMap { written(in: $0) }
    return try HubAddress(known.max { $0.at < $1.at }?.text ?? standard)
  }

  /// Returns the usual data folders of a hub: that of the service, and that of `./dev run`.
  private static func usualFolders(_ environment: [String: String]) -> [String] {
    let own = environment["XDG_DATA_HOME"] ?? environment["HOME"].map { $0 + "/.local/share" }
    return ["/var/lib/deadwax"] + (own.map { [$0 + "/deadwax/demo"] } ?? [])
  }

  /// Returns the address that a running hub has written to its data folder, and the time of that write; nil if there is
  /// none.
  private static func written(in folder: String) -> (text: String, at: Date)? {
    let path = folder + "/deadwax.address"
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count < 300,
      let at = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    else { return nil }
    return (String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines), at)
  }

  package var description: String { base }
}
