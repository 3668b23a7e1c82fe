internal import CMicroHTTPD
internal import Glibc

/// Reads the header of a request once: copies its fields, and finds what the library lets through although two
/// readers could understand it in two ways (RFC 9112, 3.2, 5.2 and 6.3).
struct HeaderCheck {
  private(set) var fields = HeaderFields()
  private(set) var host: [UInt8]?
  private(set) var contentLength: Int?
  private(set) var isChunked = false

  /// A proxy says that it passes the request on.
  private(set) var isForwarded = false

  /// The first thing that is wrong, as a sentence.
  private(set) var fault: String?

  // Where the text before ended. The library cuts the header into C strings where it lies, so that two bytes that were
  // CR and LF stand between them; a NUL that was sent, or a line that was folded, leaves another gap.
  private var end: UnsafePointer<CChar>

  /// - Parameters:
  ///   - connection: the library's, whose header is whole.
  ///   - method: where the library keeps the method: the first byte of the request.
  ///   - targetEnd: where it kept the end of the target.
  ///   - version: where it keeps the version.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, targetEnd: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>
  ) {
    end = version + strlen(version)
    if targetEnd.map({ $0 + 1 }) != version { fault = "The request line holds a NUL or spaces too many." }
    withUnsafeMutablePointer(to: &self) { own in
      _ = MHD_get_connection_values_n(connection, .HEADER_KIND, takeField, own)
    }
    // The end of the last line, and the empty line.
    if method + deadwax_mhd_header_size(connection) - end != 4 { refuseGap() }
  }

  private mutating func refuseGap() {
    fault = fault ?? "A header field holds a NUL, is folded over two lines, or does not end with CR LF."
  }

  /// A body was announced.
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
    if name.isEmpty || !name.allSatisfy(isTokenByte) { fault = fault ?? "A header field has no proper name." }
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
      if !value.spells("chunked") { fault = fault ?? "The only Transfer-Encoding that is understood is chunked." }
      if contentLength != nil { fault = fault ?? "There are both Content-Length and Transfer-Encoding." }
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
  /// Equal to a word in small letters, whatever the case of its own.
  fileprivate func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where lowercased(self[index]) != word.utf8Start[index] { return false }
    return true
  }
}

/// A byte that a field name may have (RFC 9110, 5.6.2).
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
