internal import CCurl

/// A URL parsed by libcurl's own parser, so that the checked URL and the requested URL are identical.
struct Address: ~Copyable {
  /// The URL scheme in lower case.
  let scheme: String
  /// The host in lower case, without brackets and zone. The parser normalises numeric IPv4 forms.
  let host: String
  private let parts: OpaquePointer

  /// - Parameter text: an absolute URL with the scheme `http` or `https`.
  /// - Throws: `invalidRequest` if the URL is not valid (`curl_url_set`).
  init(_ text: String) throws(HTTPClientError) {
    guard let parts = curl_url() else { throw .failed(code: 0, call: "curl_url", reason: "out of memory") }
    let code = curl_url_set(parts, CURLUPART_URL, text, UInt32(CURLU_NO_DEFAULT_PORT))
    guard code == CURLUE_OK, let scheme = Address.part(CURLUPART_SCHEME, of: parts),
      let host = Address.part(CURLUPART_HOST, of: parts), !host.isEmpty
    else {
      curl_url_cleanup(parts)
      throw .invalidRequest("the address is not a valid URL")
    }
    guard scheme == "https" || scheme == "http" else {
      curl_url_cleanup(parts)
      throw .invalidRequest("an address must begin with https or http, not with \(scheme.prefix(20))")
    }
    guard Address.part(CURLUPART_USER, of: parts) == nil, Address.part(CURLUPART_PASSWORD, of: parts) == nil else {
      curl_url_cleanup(parts)
      throw .invalidRequest(
        "an address must not contain a name or password, because logs would contain it; send it in a header")
    }
    self.scheme = scheme
    let name = host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) : host
    self.host = name.lowercased()
    self.parts = parts
  }

  deinit { curl_url_cleanup(parts) }

  /// True if the request stays on this machine. `localhost` counts: libcurl never sends it to a name server.
  var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return bytes.count == 4 && bytes.allSatisfy { $0 != nil } && bytes[0] == 127
  }

  /// Passes the parsed URL to `body` for `CURLOPT_CURLU`. The URL must outlive the transfer.
  func withParts<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(parts)
  }

  private static func part(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parts, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
