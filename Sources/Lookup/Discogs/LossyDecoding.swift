internal import FoundationEssentials
internal import Lanes

/// Reads a catalogue's JSON as far as it can be read.
enum LossyDecoding {
  /// - Parameters:
  ///   - type: what the document should be.
  ///   - body: UTF-8.
  /// - Returns: the value, and how many list elements were left out because they made no sense.
  /// - Throws: `invalidResponse(.unreadable)` when the document as a whole is none.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from body: [UInt8]
  ) throws(LookupError) -> (value: Value, skipped: Int) {
    let skipped = Guarded(0)
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

/// A list element that may make no sense.
private struct Lossy<Element: Decodable>: Decodable {
  let element: Element?

  init(from decoder: any Decoder) {
    element = try? Element(from: decoder)
    if element == nil { (decoder.userInfo[skippedElements] as? Guarded<Int>)?.withLock { $0 += 1 } }
  }
}

extension KeyedDecodingContainer {
  /// A text, trimmed; nil when it is missing, empty, null or no text. A number becomes its digits.
  func text(_ key: Key) -> String? {
    if let text = try? decode(String.self, forKey: key) {
      let trimmed = text.trimmingBlanks
      return trimmed.isEmpty ? nil : trimmed
    }
    return (try? decode(Int64.self, forKey: key)).map { String($0) }
  }

  /// A whole number, given as one or as a text of digits; nil when it is missing or neither.
  func integer(_ key: Key) -> Int64? {
    if let number = try? decode(Int64.self, forKey: key) { return number }
    if let number = try? decode(Double.self, forKey: key) { return Int64(exactly: number) }
    return text(key).flatMap { Int64($0) }
  }

  /// The elements that make sense; none when the list is missing or no list.
  func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self) -> [Element] {
    (try? decode([Lossy<Element>].self, forKey: key))?.compactMap(\.element) ?? []
  }

  /// The texts of a list, without empty ones.
  func texts(_ key: Key) -> [String] {
    list(key, of: String.self).map(\.trimmingBlanks).filter { !$0.isEmpty }
  }

  /// An object; nil when it is missing or makes no sense.
  func object<Value: Decodable>(_ key: Key, of type: Value.Type = Value.self) -> Value? {
    try? decode(type, forKey: key)
  }
}

extension String {
  /// Without white space at both ends, no-break spaces included.
  var trimmingBlanks: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// Nil in place of an empty text.
  var nonEmpty: String? { isEmpty ? nil : self }
}
