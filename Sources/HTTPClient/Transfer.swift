internal import CCurl

/// What one request gathers while libcurl runs it. Touched only by the thread inside `curl_easy_perform`.
final class Transfer {
  /// Why the transfer was ended from here, rather than by libcurl.
  enum Stop {
    case enough
    case failed(HTTPClientError)
  }

  private(set) var status = 0
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  private(set) var stop: Stop?
  /// Whether the empty line behind the header fields has come. libcurl takes a connection that ends before it for a
  /// whole answer.
  private(set) var hasAllHeaders = false

  private let bodyLimit: Int
  private let headerLimit: Int
  private let cancellation: HTTPClientCancellation?
  /// For a stream: takes the bytes of a successful answer, and says whether there shall be more.
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

  /// Takes one header line; false ends the transfer.
  fileprivate func take(header line: UnsafeRawBufferPointer) -> Bool {
    heard = .now
    headerBytes += line.count
    guard headerBytes <= headerLimit else { return end(.failed(.tooLarge(.headers, limit: headerLimit))) }
    if line.starts(with: "HTTP/".utf8) {
      // A new answer: what stood before was a 100 Continue or 103 Early Hints.
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

  /// Takes bytes of the body, uncompressed; false ends the transfer.
  fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    heard = .now
    if let onBytes, (200..<300).contains(status) {
      return onBytes(Array(bytes)) || end(.enough)
    }
    guard body.count + bytes.count <= bodyLimit else { return end(.failed(.tooLarge(.body, limit: bodyLimit))) }
    body.append(contentsOf: bytes)
    return true
  }

  /// Looks, about once a second, whether to go on; false ends the transfer.
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

// File-scope functions: a closure made in an isolated context would trap when called on another thread.

/// `CURLOPT_HEADERFUNCTION`
func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer else { return 0 }
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().take(header: line) ? line.count : 0
}

/// `CURLOPT_WRITEFUNCTION`
func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer else { return 0 }
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  // A callback that takes nothing of something ends the transfer; CURL_WRITEFUNC_PAUSE can never be returned here.
  return Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().take(body: part) ? part.count : 0
}

/// `CURLOPT_XFERINFOFUNCTION`
func watchProgress(
  _ transfer: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> CInt {
  guard let transfer else { return 1 }
  return Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().goesOn() ? 0 : 1
}
