internal import CCurl

/// The header fields of one request in libcurl's form.
struct HeaderList: ~Copyable {
  private let list: UnsafeMutablePointer<curl_slist>?

  /// - Parameters:
  ///   - request: the request whose fields are listed.
  ///   - userAgent: the value of `User-Agent`, unless the request has its own.
  /// - Throws: `invalidRequest` for a name or value that could break out of its line (RFC 9110, 5.5).
  init(_ request: HTTPClientRequest, userAgent: String) throws(HTTPClientError) {
    var headers = request.headers
    if headers["User-Agent"] == nil { headers.add("User-Agent", userAgent) }
    var lines: [String] = []
    for (name, value) in headers.fields {
      guard !name.isEmpty, name.utf8.allSatisfy(\.isFieldNameByte) else {
        throw .invalidRequest("a header field has an invalid name")
      }
      guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw .invalidRequest("the header field \(name) has a control character in its value")
      }
      // A field without a value is written with a semicolon, because libcurl omits it if it is written with a colon.
      lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    // By default libcurl declares every body as a web form.
    if request.body != nil, headers["Content-Type"] == nil { lines.append("Content-Type:") }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl_slist_append(list, line) else {
        curl_slist_free_all(list)
        throw .failed(code: 0, call: "curl_slist_append", reason: "out of memory")
      }
      list = longer
    }
    self.list = list
  }

  deinit { curl_slist_free_all(list) }

  /// Passes the list to `body` for `CURLOPT_HTTPHEADER`. The list must outlive the transfer.
  func withList<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<curl_slist>?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(list)
  }
}

extension UInt8 {
  /// True if the byte is allowed in a field name (RFC 9110, 5.6.2).
  fileprivate var isFieldNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
