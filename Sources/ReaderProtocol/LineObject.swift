internal import Deadwax
internal import Foundation

/// A JSON object with typed access to its fields.
struct LineObject {
  let values: [String: Any]

  func text(_ key: String) throws(ReaderLine.Unreadable) -> String {
    guard let text = values[key] as? String else { throw ReaderLine.Unreadable("'\(key)' is missing or not a text") }
    return text
  }

  func optionalText(_ key: String) -> String? { values[key] as? String }

  func number(_ key: String, in range: ClosedRange<Int>) throws(ReaderLine.Unreadable) -> Int {
    guard let number = values[key] as? Int, range.contains(number) else {
      throw ReaderLine.Unreadable("'\(key)' is missing or not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func readingID() throws(ReaderLine.Unreadable) -> Reading.ID {
    guard let id = Reading.ID(try text("id")) else { throw ReaderLine.Unreadable("'id' is not a UUID") }
    return id
  }

  func time() throws(ReaderLine.Unreadable) -> Timestamp {
    guard let time = Timestamp(try text("at")) else { throw ReaderLine.Unreadable("'at' is not an RFC 3339 time") }
    return time
  }

  /// Returns a whole number that is not negative; nil if the field is absent.
  func optionalCount(_ key: String) throws(ReaderLine.Unreadable) -> Int? {
    guard values[key] != nil else { return nil }
    return try number(key, in: 0...Int(Int32.max))
  }

  /// Returns the number of a tag: the hexadecimal digits of `uid`, in the scheme of `scheme`. Without one it is an NFC
  /// UID.
  func tagID() throws(ReaderLine.Unreadable) -> TagID {
    var scheme = TagScheme.nfcA
    if values["scheme"] != nil {
      guard let stated = TagScheme(rawValue: try text("scheme")) else {
        throw ReaderLine.Unreadable("'scheme' is not the word of a scheme")
      }
      scheme = stated
    }
    guard let id = TagID(scheme, hexadecimal: try text("uid")) else {
      throw ReaderLine.Unreadable("'uid' is not a number of the scheme \(scheme) in hex")
    }
    return id
  }

  /// Returns at least one byte from base64; nil if the field is absent or null.
  func optionalBytes(_ key: String, atMost limit: Int) throws(ReaderLine.Unreadable) -> [UInt8]? {
    guard let value = values[key], !(value is NSNull) else { return nil }
    guard let text = value as? String, let data = Data(base64Encoded: text), (1...limit).contains(data.count) else {
      throw ReaderLine.Unreadable("'\(key)' is not 1 to \(limit) bytes in base64")
    }
    return [UInt8](data)
  }

  /// Returns `count` bytes from hexadecimal digits.
  func hexadecimal(_ key: String, count: Int) throws(ReaderLine.Unreadable) -> [UInt8] {
    let digits = try text(key).utf8.map { Character(Unicode.Scalar($0)) }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index -> UInt8? in
      guard let high = digits[index].hexDigitValue, let low = digits[index + 1].hexDigitValue else { return nil }
      return UInt8(high << 4 | low)
    }
    guard digits.count == count * 2, bytes.count == count else {
      throw ReaderLine.Unreadable("'\(key)' is not \(count * 2) digits of hex")
    }
    return bytes
  }

  /// Returns `count` bytes from hexadecimal digits; nil if the field is absent or null.
  func optionalHexadecimal(_ key: String, count: Int) throws(ReaderLine.Unreadable) -> [UInt8]? {
    guard let value = values[key], !(value is NSNull) else { return nil }
    return try hexadecimal(key, count: count)
  }

  /// Returns a nested object; nil if the field is absent or null.
  func optionalObject(_ key: String) throws(ReaderLine.Unreadable) -> LineObject? {
    guard let value = values[key], !(value is NSNull) else { return nil }
    guard let values = value as? [String: Any] else { throw ReaderLine.Unreadable("'\(key)' is not an object") }
    return LineObject(values: values)
  }
}
