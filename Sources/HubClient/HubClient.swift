package import Deadwax
internal import Foundation
package import HTTPClient
internal import Secrets
internal import Wire

/// A client of the hub's HTTP API.
package struct HubClient {
  /// The address of the hub.
  package let address: HubAddress
  /// The token of the requests; nil for none.
  package let token: String?
  private let client: HTTPClient
  private let cancellation: HTTPClientCancellation?

  /// The maximum size of a response in bytes. The replica of a library with ten million codes has 90 MB.
  private static let mostBytes = 256 << 20

  /// - Parameters:
  ///   - invocation: the command, with the hub's address and the token's file.
  ///   - connecting: the timeout of a connection.
  ///   - patience: the timeout of a whole request.
  ///   - cancellation: an object that ends every request from another thread.
  ///   - isAnonymous: true to send no token and no sign-in.
  /// - Throws: `Failure` if the address is invalid, or the token's file cannot be used.
  package init(
    _ invocation: Invocation, connecting: Duration = .seconds(5), patience: Duration = .seconds(35),
    cancellation: HTTPClientCancellation? = nil, isAnonymous: Bool = false
  ) throws(Failure) {
    client = HTTPClient(
      userAgent: "deadwax/\(ProgramVersion.current)", connectTimeout: connecting, timeout: patience,
      maximumBody: Self.mostBytes, allowsPlainHTTP: true)
    self.cancellation = cancellation
    address = try HubAddress.chosen(by: invocation)
    guard !isAnonymous, let file = invocation.text("token-file", variable: "DEADWAX_TOKEN_FILE") else {
      let signIn = isAnonymous ? nil : SignInFile(of: address, environment: invocation.environment)
      token = try signIn?.token()
      return
    }
    do {
      token = try SecretFile.read(file)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
  }

  /// Sends a GET request.
  ///
  /// - Parameters:
  ///   - path: the absolute path, such as `/api/v1/scans`.
  ///   - query: names and values, not encoded.
  /// - Returns: a successful response.
  /// - Throws: `Failure` with the hub's problem, or if there is no response.
  package func get(_ path: String, _ query: [(String, String)] = []) throws(Failure) -> HTTPClientResponse {
    let answer = try perform(HTTPClientRequest(.get, url(path, query), headers: headers()))
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// Sends a GET request like `get`, but returns any response. The check of the hub needs this.
  ///
  /// - Parameters:
  ///   - path: the absolute path.
  ///   - known: the `ETag` of the stored version; with it the response may be 304.
  /// - Returns: the response, with any status.
  /// - Throws: `Failure` if there is no response.
  package func look(_ path: String, unless known: String? = nil) throws(Failure) -> HTTPClientResponse {
    var headers = headers()
    if let known { headers["if-none-match"] = known }
    return try perform(HTTPClientRequest(.get, url(path, []), headers: headers))
  }

  /// Sends a POST request.
  ///
  /// - Parameters:
  ///   - path: the absolute path.
  ///   - document: the document, sent as JSON.
  /// - Returns: a successful response.
  /// - Throws: like `get`.
  package func post(_ path: String, _ document: some Encodable) throws(Failure) -> HTTPClientResponse {
    var headers = headers()
    headers["content-type"] = "application/json"
    let answer = try perform(
      HTTPClientRequest(.post, url(path, []), headers: headers, body: JSONCoding.encode(document)))
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// Sends a file, whose content decides about its kind. A request without a response is sent once more.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - path: the absolute path.
  ///   - query: names and values, not encoded.
  /// - Returns: a successful response.
  /// - Throws: like `get`.
  package func upload(
    _ bytes: [UInt8], to path: String, _ query: [(String, String)]
  ) throws(Failure) -> HTTPClientResponse {
    try upload(HTTPClientRequest(.post, url(path, query), body: bytes))
  }

  /// Sends a file without reading it into memory whole. A request without a response is sent once more.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - path: the absolute path.
  ///   - query: names and values, not encoded.
  /// - Returns: a successful response.
  /// - Throws: like `get`.
  package func upload(
    _ file: MappedFile, to path: String, _ query: [(String, String)]
  ) throws(Failure) -> HTTPClientResponse {
    var request = HTTPClientRequest(.post, url(path, query))
    request.file = file
    return try upload(request)
  }

  private func upload(_ request: HTTPClientRequest) throws(Failure) -> HTTPClientResponse {
    var request = request
    request.headers = headers()
    request.headers["content-type"] = "application/octet-stream"
    request.headers["idempotency-key"] = UUID().uuidString.lowercased()
    let answer: HTTPClientResponse
    do throws(Failure) {
      answer = try perform(request)
    } catch {
      guard error.code == .tryAgain else { throw error }
      answer = try perform(request)
    }
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// Sends a request and returns any response, for callers that distinguish refusals.
  ///
  /// - Parameters:
  ///   - method: the request method.
  ///   - path: the absolute path.
  ///   - body: the JSON document; nil for none.
  ///   - key: the idempotency key. With a key, the request is sent once more if the response timed out or was cut off.
  ///   - version: the expected version; the hub refuses the request if the record has another one.
  /// - Returns: the response, with any status.
  /// - Throws: `Failure` if there is no response.
  package func send(
    _ method: HTTPClientRequest.Method, _ path: String, _ body: [UInt8]? = nil, key: String? = nil,
    version: String? = nil
  ) throws(Failure) -> HTTPClientResponse {
    var headers = headers()
    if body != nil { headers["content-type"] = "application/json" }
    if let key { headers["idempotency-key"] = key }
    if let version { headers["if-match"] = version }
    let request = HTTPClientRequest(method, url(path, []), headers: headers, body: body)
    do throws(Failure) {
      return try perform(request)
    } catch {
      guard key != nil, error.code == .tryAgain else { throw error }
      return try perform(request)
    }
  }

  /// Sends a request like `send`, for callers that treat every refusal alike.
  ///
  /// - Returns: a successful response.
  /// - Throws: like `get`.
  package func change(
    _ method: HTTPClientRequest.Method, _ path: String, _ body: [UInt8]? = nil
  ) throws(Failure) -> HTTPClientResponse {
    let answer = try send(method, path, body)
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// Receives the event stream until it ends or `onBytes` returns false.
  ///
  /// - Parameters:
  ///   - position: the id of the last known event; nil to receive only new events.
  ///   - onBytes: a function that is called with the received bytes.
  /// - Throws: like `get`.
  package func listen(after position: String?, onBytes: ([UInt8]) -> Bool) throws(Failure) {
    var headers = headers()
    headers["accept"] = "text/event-stream"
    if let position { headers["last-event-id"] = position }
    let answer: HTTPClientResponse
    do {
      answer = try client.stream(
        HTTPClientRequest(.get, url("/api/v1/events", []), headers: headers), silenceLimit: .seconds(45),
        onBytes: onBytes)
    } catch {
      throw HubProblem.failure(error, at: address)
    }
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
  }

  /// Receives a long document, and passes its bytes on as they arrive.
  ///
  /// - Parameters:
  ///   - path: the absolute path.
  ///   - query: names and values, not encoded.
  ///   - patience: the time in which the hub must begin to answer, and without which no further byte may be.
  ///   - onBytes: a function that is called with the received bytes.
  /// - Returns: the response without its body.
  /// - Throws: like `get`.
  @discardableResult
  package func fetch(
    _ path: String, _ query: [(String, String)], patience: Duration = .seconds(60), onBytes: ([UInt8]) -> Void
  ) throws(Failure) -> HTTPClientResponse {
    let answer: HTTPClientResponse
    do {
      answer = try client.stream(
        HTTPClientRequest(.get, url(path, query), headers: headers()), silenceLimit: patience
      ) { bytes in
        onBytes(bytes)
        return true
      }
    } catch {
      throw HubProblem.failure(error, at: address)
    }
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  private func perform(_ request: HTTPClientRequest) throws(Failure) -> HTTPClientResponse {
    do {
      return try client.send(request, cancellation: cancellation)
    } catch {
      throw HubProblem.failure(error, at: address)
    }
  }

  private func headers() -> HTTPClientHeaders {
    guard let token else { return [:] }
    return ["authorization": "Bearer \(token)"]
  }

  private func url(_ path: String, _ query: [(String, String)]) -> String {
    let pairs = query.map { "\(Self.encoded($0))=\(Self.encoded($1))" }
    return address.base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// Returns the id, which needs no encoding.
  package static func encoded(_ id: Identifier<some Any>) -> String { id.text }

  /// Returns the text with percent-encoding. Only the unreserved characters of RFC 3986, 2.3 are unchanged.
  package static func encoded(_ text: String) -> String { PercentEncoding.encoded(text) }
}
