/// The elements of a GS1 code: Application Identifiers with their values (GS1 General Specifications, sections 3 and
/// 7.8).
///
/// A text is read only if it is marked as GS1. A mark is a symbology of GS1, a symbology identifier such as `]C1`, a
/// separator at the front, or an identifier in parentheses. A plain Code 128 that begins with 01 is none.
package struct GS1Elements: Hashable, Sendable, CustomStringConvertible {
  /// One Application Identifier with its value.
  package struct Element: Hashable, Sendable {
    /// The Application Identifier: 2 to 4 digits.
    package let identifier: String
    /// The value without separators, of the characters that the identifier allows.
    package let value: String
  }

  /// The elements in the order of the code. An identifier that occurs twice has the same value each time.
  package let elements: [Element]

  /// Returns the value of the first element with an identifier; nil if there is none.
  package func value(of identifier: String) -> String? { elements.first { $0.identifier == identifier }?.value }

  /// The number of the item that the code identifies; nil if it identifies none.
  ///
  /// AI 01 has the 14 digits of a GTIN. If the first one, the indicator, is not 0, the code is on a pack of items or on a
  /// variable measure (section 3.3.2). A pack is not the item in it, so there is no number. AI 02 names the contents of a
  /// logistic unit, and is no number either. Six zeros precede the 8 digits of an EAN-8.
  package var item: GTIN? {
    guard let number = value(of: "01"), number.hasPrefix("0") else { return nil }
    return GTIN(key: String(number.dropFirst(number.hasPrefix("000000") ? 6 : 1)))
  }

  /// The elements as they are printed below a code: `(01)04006381333931(10)ABC` (section 4.15).
  package var description: String { elements.map { "(\($0.identifier))\($0.value)" }.joined() }

  /// The elements as they are encoded, with GS as separator (section 7.8.4).
  package var elementString: String {
    var text = ""
    for (index, element) in elements.enumerated() {
      text += element.identifier + element.value
      if index + 1 < elements.count, GS1Format.predefinedLength(of: element.identifier) == nil { text += "\u{1D}" }
    }
    return text
  }
}

extension GS1Elements {
  /// The character for which FNC1 stands between elements: GS of ISO/IEC 646.
  private static let separator: UInt8 = 0x1D
  /// The symbology identifiers of codes that follow GS1 (ISO/IEC 15424; GS1 General Specifications, section 5.1.3):
  /// GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar.
  private static let marks = ["]C1", "]d2", "]Q3", "]e0"]

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: the text as scanned or typed, with a symbology identifier or without.
  ///   - symbology: the symbology, if known.
  /// - Returns: the elements, all of them without fault, or the first fault.
  package static func read(_ text: String, symbology: Symbology?) -> Result<GS1Elements, GS1Fault> {
    guard let content = content(of: text, symbology: symbology) else { return .failure(.notMarked) }
    var bytes = ArraySlice(content)
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return isBracketed(bytes) ? readBracketed(bytes) : readElements(bytes)
  }

  /// Returns the bytes of a marked text behind its mark; nil if it has none.
  private static func content(of text: String, symbology: Symbology?) -> [UInt8]? {
    var isMarked = symbology?.isGS1 ?? false
    let first = text.utf8.first
    guard isMarked || first == UInt8(ascii: "]") || first == UInt8(ascii: "(") || first == separator else { return nil }
    var bytes = Array(text.utf8)
    if marks.contains(where: { bytes.starts(with: $0.utf8) }) {
      bytes.removeFirst(3)
      isMarked = true
    }
    if bytes.first == separator {
      bytes.removeFirst()
      isMarked = true
    }
    return isMarked || isBracketed(bytes[...]) ? bytes : nil
  }

  /// True if the text begins with 2 to 4 digits in parentheses.
  private static func isBracketed(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "("), let end = bytes.prefix(6).firstIndex(of: UInt8(ascii: ")")) else {
      return false
    }
    let inner = bytes[bytes.startIndex + 1..<end]
    return inner.count >= 2 && inner.allSatisfy(\.isASCIIDigit)
  }

  private static func readElements(_ bytes: ArraySlice<UInt8>) -> Result<GS1Elements, GS1Fault> {
    var draft = Draft()
    var rest = bytes
    while !rest.isEmpty {
      guard let (identifier, format) = GS1Format.identifier(at: rest) else {
        return .failure(.unknownIdentifier(String(decoding: rest.prefix(4), as: UTF8.self)))
      }
      rest = rest.dropFirst(identifier.utf8.count)
      let value: ArraySlice<UInt8>
      if let length = GS1Format.predefinedLength(of: identifier) {
        // A separator that ends the value too early is a wrong character in it.
        value = rest.prefix(length)
      } else {
        value = rest.prefix { $0 != separator }
      }
      rest = rest.dropFirst(value.count)
      // A separator is allowed after every element (section 7.8.6).
      if rest.first == separator { rest.removeFirst() }
      if let fault = draft.add(identifier, value, format) { return .failure(fault) }
    }
    return draft.result
  }

  /// Reads identifiers in parentheses. A parenthesis may be part of a value, unless a known identifier is in it.
  private static func readBracketed(_ bytes: ArraySlice<UInt8>) -> Result<GS1Elements, GS1Fault> {
    var draft = Draft()
    var rest = bytes
    while !rest.isEmpty {
      guard let (identifier, format) = bracketed(at: rest) else {
        return .failure(.unknownIdentifier(String(decoding: rest.prefix(6), as: UTF8.self)))
      }
      rest = rest.dropFirst(identifier.utf8.count + 2)
      var end = rest.startIndex
      while end < rest.endIndex, bracketed(at: rest[end...]) == nil { end += 1 }
      var value = rest[..<end]
      // People type blanks around the parentheses. No value can have one.
      while value.first == UInt8(ascii: " ") { value.removeFirst() }
      while value.last == UInt8(ascii: " ") { value.removeLast() }
      rest = rest[end...]
      if let fault = draft.add(identifier, value, format) { return .failure(fault) }
    }
    return draft.result
  }

  /// Returns the identifier in parentheses at the start of a text; nil if it is none of the table.
  private static func bracketed(at bytes: ArraySlice<UInt8>) -> (identifier: String, format: GS1Format)? {
    guard isBracketed(bytes), let found = GS1Format.identifier(at: bytes.dropFirst()),
      bytes[bytes.startIndex + 1 + found.identifier.utf8.count] == UInt8(ascii: ")")
    else { return nil }
    return found
  }

  /// The elements that were read so far.
  private struct Draft {
    private var elements: [Element] = []
    private var values: [String: String] = [:]

    /// Adds an element. Returns its fault, if it has one.
    mutating func add(_ identifier: String, _ bytes: ArraySlice<UInt8>, _ format: GS1Format) -> GS1Fault? {
      if let fault = format.fault(of: bytes, identifier: identifier) { return fault }
      let value = String(decoding: bytes, as: UTF8.self)
      if let known = values[identifier], known != value { return .contradiction(identifier: identifier) }
      values[identifier] = value
      elements.append(Element(identifier: identifier, value: value))
      return nil
    }

    var result: Result<GS1Elements, GS1Fault> {
      elements.isEmpty ? .failure(.empty) : .success(GS1Elements(elements: elements))
    }
  }
}
