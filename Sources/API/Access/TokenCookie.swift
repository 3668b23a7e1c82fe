internal import Deadwax
internal import HTTPServer

/// The cookie in which a browser stores its token. Scripts cannot read it.
package struct TokenCookie: Sendable {
  /// The transport between browsers and the hub.
  package enum Transport: Sendable {
    /// HTTP without TLS.
    case plain
    /// The hub itself serves TLS, and nothing else.
    case tls
    /// A trusted reverse proxy, which states in `X-Forwarded-Proto` whether the browser uses TLS.
    case proxy
  }

  static let name = "deadwax"

  private let transport: Transport

  init(transport: Transport) { self.transport = transport }

  /// Returns the value of `Set-Cookie` that stores a token for a year. Over TLS the browser sends the cookie over TLS only.
  func setting(_ token: String, for request: HTTPRequest) -> String {
    let secure = isSecure(request) ? "; Secure" : ""
    return "\(Self.name)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000\(secure)"
  }

  /// The header field that removes the cookie.
  static let removal = ("set-cookie", "\(name)=; Path=/; Max-Age=0")

  private func isSecure(_ request: HTTPRequest) -> Bool {
    switch transport {
    case .plain: false
    case .tls: true
    // The proxy nearest to the hub adds its word at the end.
    case .proxy: request.header("x-forwarded-proto")?.split(separator: ",").last?.lowercased().trimmed == "https"
    }
  }
}
