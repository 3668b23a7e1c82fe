internal import Glibc

/// The names and addresses by which other machines reach this one. A hub that listens on all addresses accepts and
/// prints them.
enum OwnAddresses {
  /// Returns the numeric addresses of this machine's networks, without the loopback ones. IPv6 addresses are in
  /// brackets; link-local ones are omitted, because no browser accepts them.
  static func all() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var addresses: [String] = []
    var next = first
    while let entry = next {
      next = entry.pointee.ifa_next
      guard entry.pointee.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.pointee.ifa_addr,
        let text = text(of: address), !addresses.contains(text)
      else { continue }
      addresses.append(text)
    }
    return addresses
  }

  /// Returns the host name, and the mDNS name.
  static func names() -> [String] {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return [] }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
    guard !name.isEmpty, name != "localhost" else { return [] }
    let short = String(name.prefix { $0 != "." })
    return [name, short, "\(short).local"].reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func text(of address: UnsafePointer<sockaddr>) -> String? {
    let family = Int32(address.pointee.sa_family)
    var bytes = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let raw = UnsafeRawPointer(address)
    switch family {
    case AF_INET:
      guard raw.loadUnaligned(fromByteOffset: 4, as: UInt8.self) != 127 else { return nil }
      guard inet_ntop(family, raw + 4, &bytes, socklen_t(bytes.count)) != nil else { return nil }
      return text(bytes)
    case AF_INET6:
      let head = raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self).bigEndian
      guard head & 0xFFC0 != 0xFE80, inet_ntop(family, raw + 8, &bytes, socklen_t(bytes.count)) != nil else {
        return nil
      }
      let number = text(bytes)
      return number == "::1" ? nil : "[\(number)]"
    default: return nil
    }
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
