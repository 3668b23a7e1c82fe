internal import Glibc

/// The reverse proxies whose statements about their clients are believed. No other client's are.
struct TrustedProxies: Sendable {
  private let addresses: Set<PeerAddress>

  /// - Parameter texts: numeric addresses.
  /// - Throws: `HTTPServerError.badAddress`.
  init(_ texts: [String]) throws(HTTPServerError) {
    var addresses: Set<PeerAddress> = []
    for text in texts {
      guard let address = PeerAddress(text: text) else { throw .badAddress(text) }
      addresses.insert(address)
    }
    self.addresses = addresses
  }

  /// Returns the client for whom a proxy sent a request: the last address of `X-Forwarded-For`, which the proxy itself
  /// has added. It is the peer if that is not a proxy, or names no client.
  func client(_ fields: HeaderFields, from peer: PeerAddress) -> PeerAddress {
    guard addresses.contains(peer), let named = Self.last(fields, "x-forwarded-for") else { return peer }
    return PeerAddress(text: named) ?? peer
  }

  /// Returns true if a proxy states that its client used TLS.
  func saysEncrypted(_ fields: HeaderFields, from peer: PeerAddress) -> Bool {
    addresses.contains(peer) && Self.last(fields, "x-forwarded-proto")?.lowercased() == "https"
  }

  private static func last(_ fields: HeaderFields, _ name: String) -> String? {
    guard let value = fields.all.last(where: { $0.name == name })?.value.split(separator: ",").last else { return nil }
    return String(value.drop { $0 == " " }.prefix { $0 != " " })
  }
}
