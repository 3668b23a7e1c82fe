internal import Glibc

/// The address of a client, without its port.
struct PeerAddress: Hashable, Sendable {
  // IPv4 addresses are stored as IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2).
  private let high: UInt64
  private let low: UInt64

  /// - Parameter address: an IPv4 or IPv6 address; any other family becomes the unspecified address.
  init(_ address: UnsafePointer<sockaddr>?) {
    guard let address else {
      (high, low) = (0, 0)
      return
    }
    let raw = UnsafeRawPointer(address)
    switch Int32(raw.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET:
      let four = raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self).bigEndian
      (high, low) = (0, 0xFFFF_0000_0000 | UInt64(four))
    case AF_INET6:
      high = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
      low = raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self).bigEndian
    default:
      (high, low) = (0, 0)
    }
  }

  /// Parses a numeric address; nil for any other text.
  init?(text: String) {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 {
      (high, low) = (0, 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: four.s_addr)))
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      (high, low) = withUnsafeBytes(of: &six) { raw in
        (
          raw.loadUnaligned(as: UInt64.self).bigEndian, raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
        )
      }
    } else {
      return nil
    }
  }

  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// The address under which connections are counted. All loopback addresses count as one.
  var counted: PeerAddress { isLoopback ? PeerAddress(high: 0, low: 1) : self }

  /// The network of the client, by which attempts are counted: an IPv4 address, or the first 64 bits of an IPv6 address.
  var network: UInt64 { high == 0 ? low : high }

  /// True for 127.0.0.0/8 and ::1.
  var isLoopback: Bool { high == 0 && (low == 1 || low >> 24 == 0xFFFF_7F) }
}
