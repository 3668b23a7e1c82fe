internal import Foundation

/// A strict JSON parser (RFC 8259 in UTF-8): it refuses texts that two parsers could interpret in two ways. Foundation
/// uses the last of two members with the same name, and accepts UTF-16 and U+0000.
///
/// Values are `String`, `Bool`, `Int`, `Double`, `NSNull`, `[Any]` and `[String: Any]`. A number without a fractional
/// part is an `Int` if it fits.
struct JSONParser {
  /// The reason why a text is refused, as a sentence about "the body".
  struct Fault: Error, Equatable {
    let detail: String

    static let malformed = Fault(detail: "The body is not valid JSON.")
    static let encoding = Fault(detail: "The body is not JSON in UTF-8.")
    static let depth = Fault(detail: "The body is nested too deeply.")
    static let zero = Fault(detail: "A text in the body contains U+0000.")
    static func duplicate(_ name: String) -> Fault { Fault(detail: "The body has '\(name.prefix(40))' twice.") }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0
  private static let depthLimit = 64

  /// Parses the value in a text.
  ///
  /// - Throws: `Fault`.
  static func value(of bytes: [UInt8]) throws(Fault) -> Any {
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Any, Fault> in
      var text = JSONParser(bytes: bytes)
      do throws(Fault) { return .success(try text.whole()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func whole() throws(Fault) -> Any {
    let value = try value(depth: 0)
    skipSpace()
    guard at == bytes.count else { throw .malformed }
    return value
  }

  private mutating func value(depth: Int) throws(Fault) -> Any {
    guard depth < Self.depthLimit else { throw .depth }
    skipSpace()
    guard let byte = next else {
      throw .malformed
    }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "t"): return try word("true", true)
    case UInt8(ascii: "f"): return try word("false", false)
    case UInt8(ascii: "n"): return try word("null", NSNull())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    // UTF-16 and UTF-32 have a zero in their first bytes, or begin with a byte order mark.
    case 0, 0x80...: throw .encoding
    default: throw bytes.count > 1 && bytes[1] == 0 ? .encoding : .malformed
    }
  }

  private mutating func object(depth: Int) throws(Fault) -> [String: Any] {
    at += 1
    var members: [String: Any] = [:]
    skipSpace()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw next == 0 ? .encoding : .malformed }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw .malformed }
      guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else { throw .duplicate(name) }
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "}")) else { throw .malformed }
      return members
    }
  }

  private mutating func array(depth: Int) throws(Fault) -> [Any] {
    at += 1
    var elements: [Any] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "]")) else { throw .malformed }
      return elements
    }
  }

  private mutating func string() throws(Fault) -> String {
    at += 1
    let start = at
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      guard byte >= 0x20 else { throw .malformed }
      at += 1
    }
    var text = try utf8(start..<at)
    while true {
      guard let byte = next, byte >= 0x20 else { throw .malformed }
      if take(UInt8(ascii: "\"")) { return text }
      if byte == UInt8(ascii: "\\") {
        text.unicodeScalars.append(try escape())
        continue
      }
      let start = at
      while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { at += 1 }
      text += try utf8(start..<at)
    }
  }

  private func utf8(_ range: Range<Int>) throws(Fault) -> String {
    guard let text = String(validating: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) else {
      throw .encoding
    }
    return text
  }

  private mutating func escape() throws(Fault) -> Unicode.Scalar {
    at += 1
    guard let byte = next else { throw .malformed }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default: throw .malformed
    }
  }

  private mutating func scalar() throws(Fault) -> Unicode.Scalar {
    let first = try unit()
    guard first != 0 else { throw .zero }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .malformed }
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .malformed }
    return scalar
  }

  private mutating func unit() throws(Fault) -> UInt32 {
    guard at + 4 <= bytes.count else { throw .malformed }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else { throw .malformed }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }

  private mutating func number() throws(Fault) -> Any {
    let start = at
    _ = take(UInt8(ascii: "-"))
    let isZero = next == UInt8(ascii: "0")
    guard digits() > 0, !isZero || at - start == (bytes[start] == UInt8(ascii: "-") ? 2 : 1) else { throw .malformed }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() > 0 else { throw .malformed }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isWhole = false
      at += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() > 0 else { throw .malformed }
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<at]), as: UTF8.self)
    if isWhole, let number = Int(text) { return number }
    guard let number = Double(text), number.isFinite else { throw .malformed }
    return Int(exactly: number) as Any? ?? number
  }

  private mutating func digits() -> Int {
    let start = at
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    return at - start
  }

  private mutating func word(_ word: StaticString, _ value: Any) throws(Fault) -> Any {
    guard at + word.utf8CodeUnitCount <= bytes.count else { throw .malformed }
    for index in 0..<word.utf8CodeUnitCount where bytes[at + index] != word.utf8Start[index] { throw .malformed }
    at += word.utf8CodeUnitCount
    return value
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }
}
