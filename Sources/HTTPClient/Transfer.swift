internal import CCurl

/// The state of one request while libcurl runs it. Only the thread inside `curl_easy_perform` uses it.
final class Transfer {
  /// The reason why this program, and not libcurl, ended the transfer.
  enum Stop {
    case enough
    case failed(HTTPClientError)
  }

  private(set) var status = 0
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  private(set) var stop: Stop?
  /// True if the empty line after the header fields has arrived. libcurl treats a connection that ends before it as a
  /// complete response.
  private(set) var hasAllHeaders = false

  private let bodyLimit: Int
  private let headerLimit: Int
  private let cancellation: HTTPClientCancellation?
  /// For a stream: a function that receives the bytes of a successful response and returns false to end the stream.
  private let onBytes: (([UInt8]) -> Bool)?
  private let silenceLimit: Duration?
  private var headerBytes = 0
  private var heard = ContinuousClock.now

  init(
    bodyLimit: Int, headerLimit: Int, cancellation: HTTPClientCancellation?, onBytes: (([UInt8]) -> Bool)? = nil,
    silenceLimit: Duration? = nil
  ) {
    self.bodyLimit = bodyLimit
    self.headerLimit = headerLimit
    self.cancellation = cancellation
    self.onBytes = onBytes
    self.silenceLimit = silenceLimit
  }

  /// Handles one header line. Returns false to end the transfer.
  fileprivate func take(header line: UnsafeRawBufferPointer) -> Bool {
    heard = .now
    headerBytes += line.count
    guard headerBytes <= headerLimit else { return end(.failed(.tooLarge(.headers, limit: headerLimit))) }
    if line.starts(with: "HTTP/".utf8) {
      // A new response begins. The previous one was a 100 Continue or 103 Early Hints.
      fields = []
      hasAllHeaders = false
      status =
        line.split(separator: 0x20).dropFirst().first.flatMap { Int(String(decoding: $0.prefix(3), as: UTF8.self)) }
        ?? 0
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), !hasAllHeaders {
      let name = String(decoding: line[..<colon], as: UTF8.self)
      let value = line[(colon + 1)...].drop(while: \.isBlank)
      let end = value.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? value.startIndex
      fields.append((name: name, value: String(decoding: value[value.startIndex..<end], as: UTF8.self)))
    } else if line.allSatisfy(\.isBlank) {
      hasAllHeaders = true
    }
    return true
  }

  /// Handles uncompressed bytes of the body. Returns false to end the transfer.
  fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    heard = .now
    if let onBytes, (200..<300).contains(status) {
      return onBytes(Array(bytes)) || end(.enough)
    }
    guard body.count + bytes.count <= bodyLimit else { return end(.failed(.tooLarge(.body, limit: bodyLimit))) }
    body.append(contentsOf: bytes)
    return true
  }

  /// Checks, about once a second, for cancellation and for silence. Returns false to end the transfer.
  fileprivate func goesOn() -> Bool {
    if let cancellation, cancellation.isCancelled { return end(.failed(.cancelled)) }
    if let silenceLimit, ContinuousClock.now - heard > silenceLimit { return end(.failed(.timeout(.listening))) }
    return true
  }

  private func end(_ reason: Stop) -> Bool {
    if stop == nil { stop = reason }
    return false
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}

// These are file-scope functions: a closure from an isolated context would trap when it is called on another thread.

/// Implements `CURLOPT_HEADERFUNCTION`.
func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer else { return 0 }
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().take(header: line) ? line.count : 0
}

/// Implements `CURLOPT_WRITEFUNCTION`.
func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer else { return 0 }
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  // A callback that accepts fewer bytes than it was given ends the transfer. CURL_WRITEFUNC_PAUSE is never returned
  // here.
  return Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().take(body: part) ? part.count : 0
}

/// Implements `CURLOPT_XFERINFOFUNCTION`.
func watchProgress(
  _ transfer: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> CInt {
  guard let transfer else { return 1 }
  return Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().goesOn() ? 0 : 1
}
