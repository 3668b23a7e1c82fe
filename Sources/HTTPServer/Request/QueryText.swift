/// The query of a request target. It is checked on arrival and decoded only on access.
struct QueryText: Sendable {
  private let raw: [UInt8]

  init() { raw = [] }

  /// - Parameter raw: the bytes after the question mark.
  /// - Throws: a fault that describes the error. NUL is refused; other control characters may be part of a scanned
  ///   code.
  init(_ raw: [UInt8]) throws(RequestTarget.Fault) {
    if raw.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) {
      guard let bytes = percentDecoded(raw[...], plusIsSpace: true), !bytes.contains(0),
        String(validating: bytes, as: UTF8.self) != nil
      else { throw RequestTarget.Fault(detail: "The query is not valid percent-encoded UTF-8.") }
    }
    self.raw = raw
  }

  /// Returns the value of the first parameter with that name; empty if it has no equals sign.
  func first(_ name: String) -> String? {
    for pair in raw.split(separator: UInt8(ascii: "&")) {
      let (key, value) = Self.halves(pair)
      if Self.text(key) == name { return Self.text(value) }
    }
    return nil
  }

  var all: [(name: String, value: String)] {
    raw.split(separator: UInt8(ascii: "&")).map { pair in
      let (key, value) = Self.halves(pair)
      return (Self.text(key), Self.text(value))
    }
  }

  private static func halves(_ pair: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return (pair, []) }
    return (pair[..<equals], pair[(equals + 1)...])
  }

  private static func text(_ raw: ArraySlice<UInt8>) -> String {
    // The text was checked in init. Only a raw `&` or `=` can split a character; then the decoder repairs it.
    String(decoding: percentDecoded(raw, plusIsSpace: true) ?? [], as: UTF8.self)
  }
}
