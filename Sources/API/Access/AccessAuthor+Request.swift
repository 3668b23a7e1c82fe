internal import Deadwax
internal import HTTPServer

extension AccessAuthor {
  /// The author of a request, for the history.
  ///
  /// - Parameters:
  ///   - caller: the caller; nil if it has not proved who it is.
  ///   - request: the request.
  init(_ caller: Access.Caller?, _ request: HTTPRequest) {
    self.init(name: caller?.name, station: caller?.station, origin: AccessAct.Origin(of: request))
  }
}

extension AccessAct.Origin {
  /// The origin of a request, from the address of its connection.
  init(of request: HTTPRequest) {
    let network = request.peerNetwork
    // An IPv4 address is mapped: 0xFFFF, then its four bytes. Of an IPv6 address, these are the first 64 bits.
    switch (network >> 32, UInt32(truncatingIfNeeded: network)) {
    case _ where request.peerIsLoopback: self = .thisMachine
    case (0, 1), (0xFFFF, 0x7F00_0000...0x7FFF_FFFF): self = .proxy
    case (0xFFFF, 0x0A00_0000...0x0AFF_FFFF), (0xFFFF, 0xAC10_0000...0xAC1F_FFFF),
      (0xFFFF, 0xC0A8_0000...0xC0A8_FFFF), (0xFFFF, 0xA9FE_0000...0xA9FE_FFFF):
      self = .localNetwork
    case (0xFC00_0000...0xFDFF_FFFF, _), (0xFE80_0000...0xFEBF_FFFF, _): self = .localNetwork
    default: self = .elsewhere
    }
  }
}
