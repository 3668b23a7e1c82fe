internal import CCurl
internal import Threads

/// An HTTP client that uses libcurl.
///
/// Every call blocks its thread until the response has arrived, so callers use a lane. Calls from several threads run
/// concurrently, each on its own connection. Connections are retained for later calls. HTTPS is verified against the
/// system's certificates. Plain HTTP is limited to this machine unless the caller allows it. Redirects are returned as
/// responses and are not followed.
package final class HTTPClient: Sendable {
  private let userAgent: String
  private let connectTimeout: Duration
  private let timeout: Duration
  private let maximumBody: Int
  private let allowsPlainHTTP: Bool
  private let idle = Locked<[IdleHandle]>([])

  /// The maximum number of header bytes in a response. A response with more is refused.
  package static let headerLimit = 65_536

  /// The maximum number of idle handles with connections that are retained for later calls.
  private static let idleLimit = 32

  /// - Parameters:
  ///   - userAgent: the name of this program and an address with information about it, such as
  ///     `Deadwax/0.1 +https://…`.
  ///   - connectTimeout: the time for name resolution, connection and TLS together; at least one millisecond.
  ///   - timeout: the time for a whole `send`, including connecting.
  ///   - maximumBody: the maximum size of a response body in bytes, after decompression.
  ///   - allowsPlainHTTP: true if `http://` requests may leave this machine.
  package init(
    userAgent: String, connectTimeout: Duration = .seconds(5), timeout: Duration = .seconds(15),
    maximumBody: Int = 16 << 20, allowsPlainHTTP: Bool = false
  ) {
    self.userAgent = userAgent
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.maximumBody = maximumBody
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// Sends a request and waits for the complete response.
  ///
  /// libcurl replaces a retained connection that turns out to be dead before the first byte of the response, and sends
  /// the request once more. A request that must not be carried out twice needs an `Idempotency-Key`, or a new connection.
  ///
  /// - Parameters:
  ///   - request: the request to send.
  ///   - cancellation: an object that ends the call from another thread.
  /// - Returns: the response, with any status.
  /// - Throws: an error when no complete response is received (`curl_easy_perform`).
  package func send(
    _ request: HTTPClientRequest, cancellation: HTTPClientCancellation? = nil
  ) throws(HTTPClientError) -> HTTPClientResponse {
    let transfer = Transfer(bodyLimit: maximumBody, headerLimit: Self.headerLimit, cancellation: cancellation)
    try run(request, transfer, isStream: false, cancellation)
    return HTTPClientResponse(
      status: transfer.status, headers: HTTPClientHeaders(transfer.fields), body: transfer.body)
  }

  /// Sends a request and passes the bytes of the response on as they arrive, until it ends. Used for event streams.
  ///
  /// - Parameters:
  ///   - request: the request to send.
  ///   - silenceLimit: the maximum time without received bytes; longer than the server's heartbeat interval.
  ///   - cancellation: an object that ends the call from another thread.
  ///   - onBytes: a function that is called on this thread with one to a few thousand bytes, split at any point. It
  ///     returns false to end the stream.
  /// - Returns: the response, after the server or `onBytes` has ended the stream. A response that is not a success has
  ///   its body here, and none of it was passed to `onBytes`.
  /// - Throws: an error when the stream could not be opened, was cut off or exceeded `silenceLimit`
  ///   (`curl_easy_perform`).
  @discardableResult
  package func stream(
    _ request: HTTPClientRequest, silenceLimit: Duration = .seconds(60), cancellation: HTTPClientCancellation? = nil,
    onBytes: ([UInt8]) -> Bool
  ) throws(HTTPClientError) -> HTTPClientResponse {
    try withoutActuallyEscaping(onBytes) { (onBytes) throws(HTTPClientError) in
      let transfer = Transfer(
        bodyLimit: maximumBody, headerLimit: Self.headerLimit, cancellation: cancellation, onBytes: onBytes,
        silenceLimit: silenceLimit)
      try run(request, transfer, isStream: true, cancellation)
      return HTTPClientResponse(
        status: transfer.status, headers: HTTPClientHeaders(transfer.fields), body: transfer.body)
    }
  }

  private func run(
    _ request: HTTPClientRequest, _ transfer: Transfer, isStream: Bool, _ cancellation: HTTPClientCancellation?
  ) throws(HTTPClientError) {
    if let cancellation, cancellation.isCancelled { throw .cancelled }
    let address = try Address(request.url)
    guard address.scheme == "https" || allowsPlainHTTP || address.isLoopback else {
      throw .plainHTTP(host: address.host)
    }
    let headers = try HeaderList(request, userAgent: userAgent)
    let handle = try takeHandle()
    defer { recycle(handle) }
    do throws(HTTPClientError) {
      try handle.easy.deliver(to: transfer)
      try configure(handle.easy, address, request.method, isStream: isStream)
      // libcurl stores pointers to the list and the URL, so both are valid for the whole transfer.
      try headers.withList { (list) throws(HTTPClientError) in
        try handle.easy.set(CURLOPT_HTTPHEADER, list: list)
        try address.withParts { (parts) throws(HTTPClientError) in
          try handle.easy.set(CURLOPT_CURLU, UnsafeMutableRawPointer(parts))
          try perform(request, on: handle.easy, host: address.host)
        }
      }
    } catch {
      switch transfer.stop {
      case .enough: return
      case .failed(let reason): throw reason
      case nil:
        if case .tooLarge(.body, _) = error { throw .tooLarge(.body, limit: maximumBody) }
        throw error
      }
    }
    guard transfer.hasAllHeaders else { throw .cutOff }
    guard (200...999).contains(transfer.status) else { throw .malformed("no status in the response") }
  }

  private func configure(
    _ easy: borrowing EasyHandle, _ address: borrowing Address, _ method: HTTPClientRequest.Method, isStream: Bool
  ) throws(HTTPClientError) {
    try easy.set(CURLOPT_PROTOCOLS_STR, address.scheme)
    // Requests that stay on this machine must not go to a proxy named in the environment.
    if address.isLoopback { try easy.set(CURLOPT_NOPROXY, "*") }
    try easy.set(CURLOPT_NOSIGNAL, 1)
    try easy.set(CURLOPT_FOLLOWLOCATION, 0)
    try easy.set(CURLOPT_HTTP09_ALLOWED, 0)
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectTimeout.milliseconds))
    try easy.set(CURLOPT_TCP_KEEPALIVE, 1)
    if isStream { return }
    try easy.set(CURLOPT_TIMEOUT_MS, max(1, timeout.milliseconds))
    // The response to a HEAD only announces its size.
    if method != .head { try easy.set(CURLOPT_MAXFILESIZE_LARGE, size: maximumBody) }
    try easy.set(CURLOPT_ACCEPT_ENCODING, "gzip")
  }

  private func perform(
    _ request: HTTPClientRequest, on easy: borrowing EasyHandle, host: String
  ) throws(HTTPClientError) {
    if request.method == .head { try easy.set(CURLOPT_NOBODY, 1) }
    if request.needsNewConnection { try easy.set(CURLOPT_FRESH_CONNECT, 1) }
    if let size = request.file?.count ?? request.body?.count {
      try easy.set(CURLOPT_POST, 1)
      try easy.set(CURLOPT_POSTFIELDSIZE_LARGE, size: size)
    }
    try easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    if let file = request.file, file.count > 0 {
      try easy.set(CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: file.bytes.baseAddress))
      return try easy.perform(host: host)
    }
    guard let body = request.file == nil ? request.body : [] else { return try easy.perform(host: host) }
    var failure: HTTPClientError?
    // libcurl does not copy POSTFIELDS, so the bytes stay valid while the transfer runs. An empty array may have no
    // address, which libcurl would interpret as "read from a callback".
    (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
      do throws(HTTPClientError) {
        try easy.set(CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        try easy.perform(host: host)
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func takeHandle() throws(HTTPClientError) -> IdleHandle {
    if let handle = idle.withLock({ $0.popLast() }) { return handle }
    return IdleHandle(easy: try EasyHandle())
  }

  private func recycle(_ handle: IdleHandle) {
    handle.easy.reset()
    idle.withLock { idle in
      if idle.count < Self.idleLimit { idle.append(handle) }
    }
  }
}

/// A handle that is idle or in use by exactly one call.
private final class IdleHandle: @unchecked Sendable {
  // Sendable is sound: a handle leaves the list under its lock before it is used and returns to it afterwards. So only
  // one thread at a time uses it, and libcurl allows a handle to change threads between transfers.
  let easy: EasyHandle

  init(easy: consuming EasyHandle) { self.easy = easy }
}

extension Duration {
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
