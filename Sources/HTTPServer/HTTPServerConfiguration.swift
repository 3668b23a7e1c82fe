/// The address and the limits of a server.
package struct HTTPServerConfiguration: Sendable {
  /// A numeric IPv4 or IPv6 address.
  package var address: String

  /// The port; 0 lets the kernel choose.
  package var port: Int

  /// The names that the Host field may have, without port; IPv6 in brackets. Any other name is refused with 421. This
  /// blocks pages of other sites whose name resolves to this server (DNS rebinding).
  package var allowedHosts: [String]
  package var limits: Limits

  /// The certificate and key for TLS; nil for plain HTTP.
  package var identity: TLSIdentity?

  /// The addresses of reverse proxies whose header fields `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
  package var proxies: [String] = []

  package init(
    address: String = "127.0.0.1", port: Int = 0, allowedHosts: [String] = ["localhost", "127.0.0.1", "[::1]"],
    limits: Limits = Limits()
  ) {
    self.address = address
    self.port = port
    self.allowedHosts = allowedHosts
    self.limits = limits
  }

  package struct Limits: Sendable {
    /// The maximum number of concurrent connections.
    package var connections = 1024

    /// The maximum number of concurrent connections from one address of another machine.
    package var connectionsPerAddress = 32

    /// The maximum number of concurrent connections from this machine, where a proxy may represent many clients.
    package var connectionsOnLoopback = 512

    /// The memory of one connection in bytes, which limits the request line and the header.
    package var headerBytes = 32 * 1024

    /// The memory of all request bodies that may have more than `largeBody` bytes. A further one is refused with 503.
    package var largeBodies = 128 << 20

    /// The number of bytes above which a body is large.
    package var largeBody = 1 << 20

    /// The time after which a connection without traffic is closed, in whole seconds.
    package var idle = Duration.seconds(10)

    /// The time from the first byte of a request, or the opening of the connection, to the end of the header.
    package var header = Duration.seconds(10)

    /// The time from the end of the header to the end of the body.
    package var body = Duration.seconds(30)

    /// The time from the end of the header to the end of a body with a receiver, as long as no part of it takes longer
    /// than `body`: a phone at the edge of the wireless network is slow.
    package var receivedBody = Duration.seconds(600)

    /// The time from the call of a handler to its reply. After it the server responds with 503.
    package var reply = Duration.seconds(30)

    /// The time from the reply to its last byte. A file has this time for each 4 MiB that it begins. Streams have no such
    /// limit.
    package var sending = Duration.seconds(60)

    /// The time that `stop` waits for requests in progress.
    package var stopping = Duration.seconds(5)

    /// The number of threads; nil for one per core, at most four.
    package var threads: Int?

    package init() {}

    /// Returns the time for the sending of a body that is no stream.
    func sendingTime(of body: HTTPResponse.Body) -> Duration {
      guard case .file(let file) = body else { return sending }
      return sending * (file.count >> 22 + 1)
    }
  }
}
