internal import Foundation

/// The file in the data folder that contains the address of the running hub, so that programs of the same user find it.
struct AddressFile {
  private let path: String

  init(in folder: String) { path = folder + "/deadwax.address" }

  /// Writes the address of the hub.
  ///
  /// - Parameters:
  ///   - scheme: `http` or `https`.
  ///   - host: the address that the hub listens on; a wildcard is replaced by the loopback address, which works too.
  ///   - port: the port that the hub listens on.
  /// - Throws: an error if the file cannot be written.
  func write(scheme: String, host: String, port: Int) throws {
    let reached = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
    let named = reached.contains(":") ? "[\(reached)]" : reached
    try Data("\(scheme)://\(named):\(port)\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Removes the file, because the hub no longer runs here.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
