extension StaticFiles.Page {
  /// Answers a request for the file: compressed if the client accepts that, and without the file if the client has it.
  ///
  /// - Parameters:
  ///   - request: the request, of which the header fields are read.
  ///   - cacheControl: the `Cache-Control` value.
  ///   - headers: the other header fields.
  /// - Returns: the response.
  func answer(_ request: HTTPRequest, cacheControl: String, headers: [(String, String)]) -> HTTPResponse {
    let packed = AcceptedCodings(request.header("accept-encoding")).hasGzip ? compressed : nil
    let entityTag = packed == nil ? self.entityTag : compressedEntityTag
    var response = HTTPResponse.file(packed ?? bytes, contentType: contentType, entityTag: entityTag)
    response.headers.append(("Cache-Control", cacheControl))
    response.headers.append(contentsOf: headers)
    if compressed != nil { response.headers.append(("Vary", "Accept-Encoding")) }
    if packed != nil { response.headers.append(("Content-Encoding", "gzip")) }
    if let known = request.header("if-none-match"), Self.matches(known, entityTag) {
      response.status = 304
      response.body = .bytes([])
    }
    return response
  }

  /// Compares weakly, as `If-None-Match` requires (RFC 9110, 13.1.2).
  private static func matches(_ list: String, _ entityTag: String) -> Bool {
    list.split(separator: ",").contains { entry in
      var entry = entry.drop { $0 == " " || $0 == "\t" }
      while entry.last == " " || entry.last == "\t" { entry.removeLast() }
      if entry.hasPrefix("W/") { entry = entry.dropFirst(2) }
      return entry == "*" || entry == entityTag
    }
  }
}

extension StaticFiles {
  /// Answers a request with a file that a program has just generated. The client asks each time whether it is the same.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: the name of the file, for its media type.
  ///   - request: the request.
  /// - Returns: the response.
  package static func generated(_ bytes: [UInt8], name: String, for request: HTTPRequest) -> HTTPResponse {
    Page(name: name, bytes: bytes).answer(
      request, cacheControl: "no-cache", headers: [("Cross-Origin-Resource-Policy", "same-origin")])
  }
}
