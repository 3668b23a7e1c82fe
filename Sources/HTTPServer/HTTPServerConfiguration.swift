/// Where a server listens and how much it takes.
package struct HTTPServerConfiguration: Sendable {
  /// An IPv4 or IPv6 address in numbers.
  package var address: String

  /// 0 lets the kernel choose.
  package var port: Int

  /// Names that the Host field may have, without port; IPv6 in brackets. Others are 421, which is what keeps a page
  /// from elsewhere away when its name is made to point here (DNS rebinding).
  package var allowedHosts: [String]
  package var limits: Limits

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
    /// Connections at once.
    package var connections = 1024

    /// Connections at once from one address of another machine; this machine has no limit of its own.
    package var connectionsPerAddress = 32

    /// Memory of one connection, in bytes: what request line and header may take.
    package var headerBytes = 32 * 1024

    /// A connection on which nothing moves is closed; whole seconds.
    package var idle = Duration.seconds(10)

    /// From the first byte of a request, or the opening of the connection, to the end of the header.
    package var header = Duration.seconds(10)

    /// From the end of the header to the end of the body.
    package var body = Duration.seconds(30)

    /// From the call of a handler to its reply; after that the server answers 503.
    package var reply = Duration.seconds(30)

    /// From the reply to its last byte; streams have none.
    package var sending = Duration.seconds(60)

    /// How long `stop` waits for requests that are under way.
    package var stopping = Duration.seconds(5)

    /// Threads; nil is one a core, at most four.
    package var threads: Int?

    package init() {}
  }
}
