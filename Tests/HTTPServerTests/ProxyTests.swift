import HTTPServer
import TestSupport
import Testing

/// Tests of what a reverse proxy states about its clients.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(10)))
struct ProxyTests {
  private let routes = [
    Route(.get, "/who") { request, reply in
      reply(
        .text("\(request.peerNetwork) \(request.isEncrypted) \(request.peerIsLoopback)")
          .with("Set-Cookie", "c=d; secure").with("Set-Cookie", "a=b; Path=/"))
    }
  ]

  private func request(_ headers: String, trusting proxies: [String]) throws -> (body: String, cookies: String) {
    try serving(routes, adjust: { $0.proxies = proxies }) { server in
      let client = try Client(port: server.port)
      client.send("GET /who HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
      let response = try client.response()
      return (response.body, response.headers["set-cookie"] ?? "")
    }
  }

  private let forwarded = "X-Forwarded-For: 9.9.9.9, 192.0.2.7\r\nX-Forwarded-Proto: https\r\n"

  @Test func `no proxy is believed unless its address is set`() throws {
    let plain = try request("", trusting: [])
    let (body, cookies) = try request(forwarded, trusting: [])
    #expect(plain.body.hasSuffix("false true"))
    #expect(body == plain.body.replacing("false true", with: "false false") && !cookies.contains("Secure"))
    #expect(try request(forwarded, trusting: ["192.0.2.1", "::2"]).body == body)
  }

  @Test func `a proxy that is set names its client, and the encryption of its client`() throws {
    let (body, cookies) = try request(forwarded, trusting: ["127.0.0.1"])
    // The last address: those before it come from the client.
    #expect(body == "\(0xFFFF_0000_0000 + (192 << 24 | 2 << 8 | 7)) true false")
    #expect(cookies == "a=b; Path=/; Secure")
    #expect(try request("X-Forwarded-For: nonsense\r\n", trusting: ["127.0.0.1"]).body.hasSuffix("false false"))
    let six = try request("X-Forwarded-For: 2001:db8::1\r\nX-Forwarded-Proto: http\r\n", trusting: ["127.0.0.1"])
    #expect(six.body == "\(0x2001_0db8_0000_0000) false false" && !six.cookies.contains("Secure"))
  }

  @Test func `an address of a proxy that is no address is refused at the start`() {
    #expect(throws: HTTPServerError.badAddress("proxy.local")) {
      try serving(routes, adjust: { $0.proxies = ["proxy.local"] }) { _ in }
    }
  }
}
