internal import FoundationEssentials
internal import Threads

/// A JSON decoder that skips invalid list elements.
enum LossyDecoding {
  /// Returns true if a list or an object ends with a comma. Such a document is not JSON, and Foundation accepts it.
  static func hasTrailingComma(_ body: [UInt8]) -> Bool {
    var (isText, isEscaped, isAfterComma) = (false, false, false)
    for byte in body {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isText: isEscaped = true
      case UInt8(ascii: "\""):
        isText.toggle()
        isAfterComma = false
      case _ where isText: break
      case UInt8(ascii: ","): isAfterComma = true
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if isAfterComma { return true }
      case 0x20, 0x09, 0x0A, 0x0D: break
      default: isAfterComma = false
      }
    }
    return false
  }

  /// Decodes a document.
  ///
  /// - Parameters:
  ///   - type: the expected type of the document.
  ///   - body: JSON in UTF-8.
  /// - Returns: the value, and the number of invalid list elements that were skipped.
  /// - Throws: `invalidResponse(.unreadable)` if the document as a whole is invalid.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from body: [UInt8]
  ) throws(LookupError) -> (value: Value, skipped: Int) {
    guard !hasTrailingComma(body) else { throw .invalidResponse(.unreadable) }
    let skipped = Locked(0)
    let decoder = JSONDecoder()
    decoder.userInfo[skippedElements] = skipped
    guard let value = try? decoder.decode(type, from: Data(body)) else { throw .invalidResponse(.unreadable) }
    return (value, skipped.withLock { $0 })
  }
}

private let skippedElements: CodingUserInfoKey = {
  guard let key = CodingUserInfoKey(rawValue: "skipped") else { preconditionFailure("every text is a key") }
  return key
}()

/// A list element that may be invalid.
private struct Lossy<Element: Decodable>: Decodable {
  let element: Element?

  init(from decoder: any Decoder) {
    element = try? Element(from: decoder)
    if element == nil { (decoder.userInfo[skippedElements] as? Locked<Int>)?.withLock { $0 += 1 } }
  }
}

extension KeyedDecodingContainer {
  /// Returns a trimmed text; nil if it is missing, empty, null or not a text. A number becomes its digits.
  func text(_ key: Key) -> String? {
    if let text = try? decode(String.self, forKey: key) {
      let trimmed = text.trimmingBlanks
      return trimmed.isEmpty ? nil : trimmed
    }
    return (try? decode(Int64.self, forKey: key)).map { String($0) }
  }

  /// Returns a whole number, written as a number or as a text of digits; nil if it is missing or neither.
  func integer(_ key: Key) -> Int64? {
    if let number = try? decode(Int64.self, forKey: key) { return number }
    if let number = try? decode(Double.self, forKey: key) { return Int64(exactly: number) }
    return text(key).flatMap { Int64($0) }
  }

  /// Returns the valid elements; none if the list is missing, null or not a list. Each invalid element is counted, and a
  /// value that is not a list as one.
  func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [Element] {
    guard contains(key), (try? decodeNil(forKey: key)) != true else { return [] }
    if let list = try? decode([Lossy<Element>].self, forKey: key) { return list.compactMap(\.element) }
    let counter = (try? superDecoder(forKey: key))?.userInfo[skippedElements] as? Locked<Int>
    counter?.withLock { $0 += 1 }
    return []
  }

  /// Returns the texts of a list, without empty ones.
  func texts(_ key: Key) -> [String] {
    list(key, of: String.self).map(\.trimmingBlanks).filter { !$0.isEmpty }
  }

  /// Returns an object; nil if it is missing or invalid.
  func object<Value: Decodable>(_ key: Key, of type: Value.Type = Value.self) -> Value? {
    try? decode(type, forKey: key)
  }
}

extension String {
  /// The text without white space at both ends, including no-break spaces.
  var trimmingBlanks: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// The text; nil if it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
