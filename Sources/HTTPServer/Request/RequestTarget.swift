/// The parsed target of a request line (RFC 9112, 3.2): origin form, or absolute form as proxies send it.
struct RequestTarget: Sendable {
  let segments: [String]
  let query: QueryText

  /// The host and port of an absolute form. They take precedence over the Host field.
  let authority: [UInt8]?

  /// The fault of a target, as a sentence for the client.
  struct Fault: Error, Equatable { let detail: String }

  /// - Parameter bytes: the bytes as received, not decoded.
  /// - Throws: a fault that describes the error.
  init(_ bytes: [UInt8]) throws(Fault) {
    for byte in bytes where byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\\") {
      throw Fault(detail: "The request target contains a character that must be percent-encoded.")
    }
    var rest = bytes[...]
    var authority: [UInt8]?
    if rest.first != UInt8(ascii: "/"), let start = Self.endOfScheme(bytes) {
      let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
      authority = Array(bytes[start..<end])
      rest = bytes[end...]
      if rest.isEmpty { rest = [UInt8(ascii: "/")] }
    }
    guard rest.first == UInt8(ascii: "/") else {
      throw Fault(detail: "The request target must be a path that begins with a slash.")
    }
    self.authority = authority
    let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    query = try mark.map { mark throws(Fault) in try QueryText(Array(rest[(mark + 1)...])) } ?? QueryText()
    segments = try Self.segments(rest[rest.startIndex + 1..<(mark ?? rest.endIndex)])
  }

  private static func endOfScheme(_ bytes: [UInt8]) -> Int? {
    for scheme in ["http://", "https://"] where bytes.count > scheme.utf8.count {
      if zip(bytes, scheme.utf8).allSatisfy({ lowercased($0) == $1 }) { return scheme.utf8.count }
    }
    return nil
  }

  private static func segments(_ path: ArraySlice<UInt8>) throws(Fault) -> [String] {
    guard !path.isEmpty else { return [] }
    var segments: [String] = []
    segments.reserveCapacity(6)
    var start = path.startIndex
    while true {
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      segments.append(try segment(path[start..<end]))
      guard end < path.endIndex else { return segments }
      start = end + 1
    }
  }

  private static func segment(_ raw: ArraySlice<UInt8>) throws(Fault) -> String {
    let segment: String
    if raw.allSatisfy({ $0 != UInt8(ascii: "%") && $0 < 0x80 }) {
      segment = String(decoding: raw, as: UTF8.self)
    } else {
      guard let bytes = percentDecoded(raw, plusIsSpace: false),
        let text = String(validating: bytes, as: UTF8.self)
      else { throw Fault(detail: "The path is not valid percent-encoded UTF-8.") }
      let forbidden = bytes.contains {
        $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
      }
      if forbidden {
        throw Fault(detail: "The path contains an encoded slash, backslash or control character.")
      }
      segment = text
    }
    if segment == "." || segment == ".." { throw Fault(detail: "The path contains a dot segment.") }
    return segment
  }
}

/// Returns the bytes with `%XX` decoded; nil if an escape is invalid.
func percentDecoded(_ raw: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(raw.count)
  var at = raw.startIndex
  while at < raw.endIndex {
    let byte = raw[at]
    if byte == UInt8(ascii: "%") {
      guard raw.endIndex - at > 2, let high = hexDigit(raw[at + 1]), let low = hexDigit(raw[at + 2]) else {
        return nil
      }
      bytes.append(high << 4 | low)
      at += 3
    } else {
      bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      at += 1
    }
  }
  return bytes
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
