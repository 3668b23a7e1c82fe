/// The names that this server accepts in the Host field.
struct HostNames: Sendable {
  private let names: [[UInt8]]

  /// - Parameter names: host names without port; IPv6 addresses in brackets.
  init(_ names: [String]) { self.names = names.map { $0.utf8.map(lowercased) } }

  /// Returns true if the server accepts that name.
  ///
  /// - Parameter host: the value of a Host field, with or without a port.
  /// - Returns: false for any other name, and for a value that is not a valid name.
  func contains(_ host: [UInt8]) -> Bool {
    guard !host.isEmpty else { return false }
    let isBracketed = host[0] == UInt8(ascii: "[")
    let end: Int
    if isBracketed {
      guard let bracket = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      end = bracket + 1
    } else {
      end = host.firstIndex(of: UInt8(ascii: ":")) ?? host.count
    }
    if end < host.count {
      let port = host[(end + 1)...]
      guard host[end] == UInt8(ascii: ":"), port.count <= 5,
        port.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return false }
    }
    let name = host[..<end]
    return names.contains { $0.count == name.count && zip($0, name).allSatisfy { $0 == lowercased($1) } }
  }
}
