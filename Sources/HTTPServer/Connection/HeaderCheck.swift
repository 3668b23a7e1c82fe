internal import CMicroHTTPD

/// Reads the header of a request once: copies its fields, and finds what the library lets through although two
/// readers could understand it in two ways (RFC 9112, 3.2, 5.2 and 6.3).
struct HeaderCheck {
  private(set) var fields = HeaderFields()
  private(set) var host: [UInt8]?
  private(set) var contentLength: Int?
  private(set) var isChunked = false

  /// The first thing that is wrong, as a sentence.
  private(set) var fault: String?

  // Where the value before ended: the library cuts at a NUL and joins folded lines, and both leave a gap.
  private var end: UnsafePointer<CChar>?

  /// - Parameter connection: the library's, whose header is whole.
  init(_ connection: OpaquePointer) {
    withUnsafeMutablePointer(to: &self) { own in
      _ = MHD_get_connection_values_n(connection, .HEADER_KIND, takeField, own)
    }
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
    if let end, let start = name.baseAddress, !(1...2).contains(start - end) {
      fault = fault ?? "A header field holds a NUL or is folded over two lines."
    }
    end = value.baseAddress.map { $0 + value.count }
  }

  private mutating func check(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
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

private func takeField(
  _ check: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
  _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let check = check?.assumingMemoryBound(to: HeaderCheck.self) else { return .NO }
  check.pointee.take(
    UnsafeBufferPointer(start: name, count: nameCount), UnsafeBufferPointer(start: value, count: valueCount))
  return .YES
}
