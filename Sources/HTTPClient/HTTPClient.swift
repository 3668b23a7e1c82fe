internal import CCurl
internal import Lanes

/// Asks servers over HTTP, through libcurl.
///
/// Every call blocks its thread until the answer is there: callers bring a lane. Calls from several threads run side by
/// side, each on a connection of its own, and connections are kept for the next call. HTTPS is verified against the
/// system's certificates; plain HTTP goes to this machine only, unless it was allowed. Redirects are answers like any
/// other and are not followed.
package final class HTTPClient: Sendable {
  private let userAgent: String
  private let connectTimeout: Duration
  private let timeout: Duration
  private let maximumBody: Int
  private let allowsPlainHTTP: Bool
  private let idle = Guarded<[IdleHandle]>([])

  /// Answers with more header bytes than this are refused.
  package static let headerLimit = 65_536

  /// Connections kept for later calls.
  private static let idleLimit = 32

  /// - Parameters:
  ///   - userAgent: names this program and where to learn about it, as `Deadwax/0.1 +https://…`.
  ///   - connectTimeout: for name look-up, connection and TLS together; at least a millisecond.
  ///   - timeout: for the whole of a `send`, connecting included.
  ///   - maximumBody: the most bytes of an answer, after unpacking.
  ///   - allowsPlainHTTP: whether `http://` may leave this machine.
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

  /// Sends a request and waits for the whole answer.
  ///
  /// A kept connection that turns out to be dead before the answer's first byte is replaced, and the request sent once
  /// more; what must not happen twice needs an `Idempotency-Key`.
  ///
  /// - Parameters:
  ///   - request: what to ask.
  ///   - cancellation: ends the call from another thread.
  /// - Returns: the answer, whatever its status.
  /// - Throws: when there is no whole answer (`curl_easy_perform`).
  package func send(
    _ request: HTTPClientRequest, cancellation: HTTPClientCancellation? = nil
  ) throws(HTTPClientError) -> HTTPClientResponse {
    let transfer = Transfer(bodyLimit: maximumBody, headerLimit: Self.headerLimit, cancellation: cancellation)
    try run(request, transfer, isStream: false, cancellation)
    return HTTPClientResponse(
      status: transfer.status, headers: HTTPClientHeaders(transfer.fields), body: transfer.body)
  }

  /// Sends a request and hands out the answer's bytes as they arrive, for as long as they do: for event streams.
  ///
  /// - Parameters:
  ///   - request: what to ask.
  ///   - silenceLimit: how long nothing may arrive; longer than the server's heartbeat.
  ///   - cancellation: ends the call from another thread.
  ///   - onBytes: called on this thread with one to some thousand bytes, cut anywhere; false ends the stream.
  /// - Returns: when the server or `onBytes` ended the stream. An answer that is not a success has its body here and
  ///   nothing of it went to `onBytes`.
  /// - Throws: when the stream could not be opened, was cut off or fell silent (`curl_easy_perform`).
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
    defer { giveBack(handle) }
    do throws(HTTPClientError) {
      try handle.easy.deliver(to: transfer)
      try configure(handle.easy, address, request.method, isStream: isStream)
      // Everything libcurl keeps a pointer to is lent around the transfer.
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
    guard (200...999).contains(transfer.status) else { throw .malformed("no status in the answer") }
  }

  private func configure(
    _ easy: borrowing EasyHandle, _ address: borrowing Address, _ method: HTTPClientRequest.Method, isStream: Bool
  ) throws(HTTPClientError) {
    try easy.set(CURLOPT_PROTOCOLS_STR, address.scheme)
    // What stays on this machine must not be handed to a proxy from the environment.
    if address.isLoopback { try easy.set(CURLOPT_NOPROXY, "*") }
    try easy.set(CURLOPT_NOSIGNAL, 1)
    try easy.set(CURLOPT_FOLLOWLOCATION, 0)
    try easy.set(CURLOPT_HTTP09_ALLOWED, 0)
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectTimeout.milliseconds))
    try easy.set(CURLOPT_TCP_KEEPALIVE, 1)
    if isStream { return }
    try easy.set(CURLOPT_TIMEOUT_MS, max(1, timeout.milliseconds))
    // A HEAD only announces its bytes.
    if method != .head { try easy.set(CURLOPT_MAXFILESIZE_LARGE, size: maximumBody) }
    try easy.set(CURLOPT_ACCEPT_ENCODING, "gzip")
  }

  private func perform(
    _ request: HTTPClientRequest, on easy: borrowing EasyHandle, host: String
  ) throws(HTTPClientError) {
    if request.method == .head { try easy.set(CURLOPT_NOBODY, 1) }
    if let body = request.body {
      try easy.set(CURLOPT_POST, 1)
      try easy.set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
    }
    try easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    guard let body = request.body else { return try easy.perform(host: host) }
    var failure: HTTPClientError?
    // POSTFIELDS is not copied: the bytes are lent for as long as the transfer runs. An empty array may have no
    // address at all, and libcurl would take that for "ask a callback".
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

  private func giveBack(_ handle: IdleHandle) {
    handle.easy.reset()
    idle.withLock { idle in
      if idle.count < Self.idleLimit { idle.append(handle) }
    }
  }
}

/// A handle that nobody uses at the moment, or exactly one call does.
private final class IdleHandle: @unchecked Sendable {
  // Sendable is sound: a handle leaves the list under its lock before it is used and returns after, so one thread at a
  // time has it, and libcurl allows a handle to change threads between transfers.
  let easy: EasyHandle

  init(easy: consuming EasyHandle) { self.easy = easy }
}

extension Duration {
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
