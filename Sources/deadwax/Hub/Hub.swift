internal import Foundation
internal import HTTPClient
internal import Secrets

/// The hub, asked over its HTTP interface.
struct Hub {
  let address: HubAddress
  private let token: String?
  private let client: HTTPClient
  private let cancellation: HTTPClientCancellation?

  /// - Parameters:
  ///   - invocation: says where the hub is, and in which file the token.
  ///   - connecting: how long a connection may take to come about.
  ///   - patience: how long an answer may take in all.
  ///   - cancellation: ends every call from another thread.
  /// - Throws: `Failure` when the address is none, or the token's file cannot be used.
  init(
    _ invocation: Invocation, connecting: Duration = .seconds(5), patience: Duration = .seconds(35),
    cancellation: HTTPClientCancellation? = nil
  ) throws(Failure) {
    client = HTTPClient(
      userAgent: "deadwax/\(Main.version)", connectTimeout: connecting, timeout: patience, allowsPlainHTTP: true)
    self.cancellation = cancellation
    address = try HubAddress(invocation.text("hub", variable: "DEADWAX_HUB") ?? HubAddress.standard)
    guard let file = invocation.text("token-file", variable: "DEADWAX_TOKEN_FILE") else {
      token = nil
      return
    }
    do {
      token = try SecretFile.read(file)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
  }

  /// - Parameters:
  ///   - path: from the root, as `/api/v1/scans`.
  ///   - query: names and values, not encoded.
  /// - Returns: a successful answer.
  /// - Throws: `Failure` that says what the hub said, or that there is none.
  func get(_ path: String, _ query: [(String, String)] = []) throws(Failure) -> HTTPClientResponse {
    let answer = try ask(HTTPClientRequest(.get, url(path, query), headers: headers()))
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// As `get`, but every answer counts: what a check of the hub needs.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - known: the `ETag` of what is there already; then the answer may be 304.
  /// - Returns: the answer, whatever its status.
  /// - Throws: `Failure` when there is none.
  func look(_ path: String, unless known: String? = nil) throws(Failure) -> HTTPClientResponse {
    var headers = headers()
    if let known { headers["if-none-match"] = known }
    return try ask(HTTPClientRequest(.get, url(path, []), headers: headers))
  }

  /// - Parameters:
  ///   - path: from the root.
  ///   - document: JSON.
  /// - Returns: a successful answer.
  /// - Throws: as `get`.
  func post(_ path: String, _ document: some Encodable) throws(Failure) -> HTTPClientResponse {
    var headers = headers()
    headers["content-type"] = "application/json"
    let answer = try ask(HTTPClientRequest(.post, url(path, []), headers: headers, body: JSONText.encode(document)))
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// Sends something, and takes every answer: for who has to tell the refusals apart.
  ///
  /// - Parameters:
  ///   - method: what is asked.
  ///   - path: from the root.
  ///   - body: JSON; nil for none.
  ///   - key: makes a repeated request the same one; then it is sent once more when no answer came.
  ///   - version: what is to be changed is refused when it has another one by now.
  /// - Returns: the answer, whatever its status.
  /// - Throws: `Failure` when there is none.
  func send(
    _ method: HTTPClientRequest.Method, _ path: String, _ body: [UInt8]? = nil, key: String? = nil,
    version: String? = nil
  ) throws(Failure) -> HTTPClientResponse {
    var headers = headers()
    if body != nil { headers["content-type"] = "application/json" }
    if let key { headers["idempotency-key"] = key }
    if let version { headers["if-match"] = version }
    let request = HTTPClientRequest(method, url(path, []), headers: headers, body: body)
    do throws(Failure) {
      return try ask(request)
    } catch {
      guard key != nil, error.code == .tryAgain else { throw error }
      return try ask(request)
    }
  }

  /// As `send`, for who can do nothing about a refusal.
  ///
  /// - Returns: a successful answer.
  /// - Throws: as `get`.
  func change(
    _ method: HTTPClientRequest.Method, _ path: String, _ body: [UInt8]? = nil
  ) throws(Failure) -> HTTPClientResponse {
    let answer = try send(method, path, body)
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// Listens to the stream of events until it ends or `onBytes` says false.
  ///
  /// - Parameters:
  ///   - position: the id of the last event that is known; nil for what comes from now on.
  ///   - onBytes: gets what arrives.
  /// - Throws: as `get`.
  func listen(after position: String?, onBytes: ([UInt8]) -> Bool) throws(Failure) {
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

  /// Takes a long document, and hands out its bytes as they arrive.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - query: names and values, not encoded.
  ///   - onBytes: gets what arrives.
  /// - Throws: as `get`.
  func fetch(_ path: String, _ query: [(String, String)], onBytes: ([UInt8]) -> Void) throws(Failure) {
    let answer: HTTPClientResponse
    do {
      answer = try client.stream(HTTPClientRequest(.get, url(path, query), headers: headers())) { bytes in
        onBytes(bytes)
        return true
      }
    } catch {
      throw HubProblem.failure(error, at: address)
    }
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
  }

  /// Sends something whose answer takes its time, as the repetition of a whole day.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - body: what is sent.
  ///   - type: its media type.
  /// - Returns: a successful answer.
  /// - Throws: as `get`.
  func postPatiently(_ path: String, _ body: [UInt8], type: String) throws(Failure) -> HTTPClientResponse {
    var headers = headers()
    headers["content-type"] = type
    let patient = HTTPClient(userAgent: "deadwax/\(Main.version)", timeout: .seconds(3600), allowsPlainHTTP: true)
    let answer: HTTPClientResponse
    do {
      answer = try patient.send(HTTPClientRequest(.post, url(path, []), headers: headers, body: body))
    } catch {
      throw HubProblem.failure(error, at: address)
    }
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  private func ask(_ request: HTTPClientRequest) throws(Failure) -> HTTPClientResponse {
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

  /// Only what RFC 3986, 2.3 leaves unreserved stays as it is.
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
