/// The cookie in which a browser stores its token. Scripts cannot read it.
enum TokenCookie {
  static let name = "deadwax"

  /// Returns the value of `Set-Cookie` that stores a token for a year.
  static func setting(_ token: String) -> String {
    "\(name)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
  }

  /// The header field that removes the cookie.
  static let removal = ("set-cookie", "\(name)=; Path=/; Max-Age=0")
}
