internal import CMicroHTTPD
internal import Glibc

/// The header of a request. One pass copies its fields and finds faults that libmicrohttpd accepts although two readers
/// could interpret them in two ways (RFC 9112, 3.2, 5.2 and 6.3).
struct HeaderCheck {
  private(set) var fields = HeaderFields()
  private(set) var host: [UInt8]?
  private(set) var contentLength: Int?
  private(set) var isChunked = false

  /// True if the body has a content encoding, such as `gzip`.
  private(set) var isEncoded = false

  /// True if the client waits for permission to send the body (`Expect`).
  private(set) var isExpecting = false

  /// True if a proxy declares that it forwards the request.
  private(set) var isForwarded = false

  /// The first fault, as a sentence.
  private(set) var fault: String?

  // The end of the previous text. libmicrohttpd splits the header into C strings in place, so that two bytes that were
  // CR and LF are between them. A NUL in the request, or a folded line, leaves a different gap.
  private var end: UnsafePointer<CChar>

  /// - Parameters:
  ///   - connection: libmicrohttpd's connection, whose header is complete.
  ///   - method: the address of the method in libmicrohttpd's buffer, which is the first byte of the request.
  ///   - targetEnd: the address of the end of the target in that buffer.
  ///   - version: the address of the version in that buffer.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, targetEnd: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>
  ) {
    end = version + strlen(version)
    if targetEnd.map({ $0 + 1 }) != version { fault = "The request line contains a NUL or too many spaces." }
    withUnsafeMutablePointer(to: &self) { own in
      _ = MHD_get_connection_values_n(connection, .HEADER_KIND, takeField, own)
    }
    // The rest is the end of the last line and the empty line: 4 bytes.
    if method + deadwax_mhd_header_size(connection) - end != 4 { refuseGap() }
  }

  private mutating func refuseGap() {
    fault = fault ?? "A header field contains a NUL, is folded over two lines, or does not end with CR LF."
  }

  /// True if the body of a refused request is read to its end. A client that still sends when the connection closes
  /// would see a reset in place of the response.
  var isReadWhenRefused: Bool { !isExpecting && (isChunked || contentLength ?? 0 <= Self.refusedLimit) }

  private static let refusedLimit = 256 << 20

  /// True if the header announces a body.
  var hasBody: Bool { isChunked || contentLength ?? 0 > 0 }

  fileprivate mutating func take(_ name: UnsafeBufferPointer<CChar>, _ value: UnsafeBufferPointer<CChar>) {
    name.withMemoryRebound(to: UInt8.self) { name in
      value.withMemoryRebound(to: UInt8.self) { value in
        check(name, value)
        fields.append(name: name, value: value)
      }
    }
    guard let nameStart = name.baseAddress, let valueStart = value.baseAddress else { return refuseGap() }
    if nameStart - end != 2 { refuseGap() }
    end = valueStart + value.count
  }

  private mutating func check(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    if name.isEmpty || !name.allSatisfy(isTokenByte) { fault = fault ?? "A header field has an invalid name." }
    switch name.count {
    case 4 where name.spells("host"):
      if host != nil { fault = fault ?? "There are two Host fields." }
      host = Array(value)
    case 14 where name.spells("content-length"):
      if contentLength != nil { fault = fault ?? "There are two Content-Length fields." }
      contentLength = Self.number(value)
      if contentLength == nil { fault = fault ?? "Content-Length is not a number." }
      if isChunked { fault = fault ?? "There are both Content-Length and Transfer-Encoding." }
    case 17 where name.spells("transfer-encoding"):
      if isChunked { fault = fault ?? "There are two Transfer-Encoding fields." }
      isChunked = true
      if !value.spells("chunked") { fault = fault ?? "The only supported Transfer-Encoding is chunked." }
      if contentLength != nil { fault = fault ?? "There are both Content-Length and Transfer-Encoding." }
    case 6 where name.spells("expect"): isExpecting = true
    case 16 where name.spells("content-encoding"): isEncoded = !value.spells("identity")
    case 3 where name.spells("via"), 9 where name.spells("forwarded") || name.spells("x-real-ip"),
      15 where name.spells("x-forwarded-for"):
      isForwarded = true
    default:
      break
    }
  }

  private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if the bytes equal a lower-case word, without regard to case.
  fileprivate func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where lowercased(self[index]) != word.utf8Start[index] { return false }
    return true
  }
}

/// Returns true if a field name may contain the byte (RFC 9110, 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
    true
  default:
    "!#$%&'*+.^`|~".utf8.contains(byte)
  }
}

private func takeField(
  _ check: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
  _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let check = check?.assumingMemoryBound(to: HeaderCheck.self) else { return .NO }
  check.pointee.take(
    UnsafeBufferPointer(start: name, count: nameCount), UnsafeBufferPointer(start: value, count: valueCount))
  return .YES
}
