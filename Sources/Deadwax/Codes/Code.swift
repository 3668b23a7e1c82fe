/// The classification of a scanned text, before any look-up. Where several cases fit a text, the first in declaration
/// order wins.
package enum Code: Hashable, Sendable {
  case own(OwnCode)
  case tag(TagID)
  case gtin(GTIN)
  /// An external borrower's card, or any other text that may be bound to a record.
  case text(String)
  /// A Deadwax code whose check character is wrong.
  case damagedOwn(String)
  /// A barcode whose check digit is wrong.
  case wrongCheckDigit(String)
  /// A text that cannot name a record: empty, too long, or control characters only.
  case unusable

  /// The length limit in bytes. Longer texts name nothing; no label holds 500 bytes.
  package static let lengthLimit = 500

  /// Classifies a text.
  ///
  /// A GS1 code with the Application Identifier 01 is the GTIN of its item. One without an item, such as that of a pack,
  /// stays the text that it is.
  ///
  /// - Parameters:
  ///   - text: the text as the reader reported it.
  ///   - symbology: the symbology; `tagUID` makes the text a tag's UID.
  /// - Returns: the first case that fits.
  package static func classify(_ text: String, symbology: Symbology?) -> Code {
    guard text.utf8.count <= lengthLimit else { return .unusable }
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { return .unusable }
    switch OwnCode.read(trimmed) {
    case .code(let code): return .own(code)
    case .damaged: return .damagedOwn(trimmed)
    case .notOurs: break
    }
    // Only these hold an address. The number has no check character, and needs none in a QR code.
    if symbology?.carriesAddress ?? true, let number = CopyAddress.number(in: trimmed) {
      return .own(OwnCode(.copy, number: number))
    }
    // Every spelling of the address is one code.
    if symbology?.carriesAddress ?? true, let address = DiscogsAddress(trimmed) { return .text(address.text) }
    if symbology == .tagUID { return TagID(trimmed).map { .tag($0) } ?? .unusable }
    // The separator that can precede an element string is not in the trimmed text.
    if case .success(let elements) = GS1Elements.read(text, symbology: symbology), let item = elements.item {
      return .gtin(item)
    }
    if symbology?.carriesGTIN ?? true {
      switch GTIN.read(trimmed, symbology: symbology) {
      case .gtin(let gtin): return .gtin(gtin)
      case .wrongCheckDigit(let digits):
        return symbology == nil || symbology == .typed ? .text(trimmed) : .wrongCheckDigit(digits)
      case .notABarcode: break
      }
    }
    return .text(trimmed)
  }

  /// The type of binding under which the code is looked up. The raw value is stored in the database.
  package enum Class: String, CaseIterable, Codable, Sendable {
    case own, tag, gtin, text
  }

  /// The class and key of a binding of this code; nil for a code that cannot be bound.
  package var key: Key? {
    switch self {
    case .own(let code): Key(class: .own, value: code.description)
    case .tag(let uid): uid.isRandom ? nil : Key(class: .tag, value: uid.description)
    case .gtin(let gtin): Key(class: .gtin, value: gtin.key)
    case .text(let text): Key(class: .text, value: text)
    case .damagedOwn, .wrongCheckDigit, .unusable: nil
    }
  }

  /// The key under which the database looks a code up.
  package struct Key: Hashable, Codable, Sendable {
    package let `class`: Class
    package let value: String

    package init(class: Class, value: String) {
      self.class = `class`
      self.value = value
    }

    /// Creates the key of a tag. This also works for a tag with a random UID, for which `Code.key` is nil.
    package init(_ uid: TagID) { self.init(class: .tag, value: uid.description) }

    /// The tag's UID; nil for all classes except tags.
    package var uid: TagID? { self.class == .tag ? TagID(value) : nil }
  }
}

extension Symbology {
  /// True if a number in this symbology may be a GTIN. A Code 39 of 12 digits is a private label.
  package var carriesGTIN: Bool { [.ean13, .ean8, .upcA, .upcE, .typed, .qr, .gs1QR, .itf].contains(self) }
}

extension Symbology {
  /// True if a text in this symbology may be the web address of a copy.
  var carriesAddress: Bool { [.qr, .gs1QR, .ndef, .typed, .unknown].contains(self) }
}

extension String {
  /// The text without surrounding white space and control characters. Scanners send a carriage return after the code.
  package var trimmed: String {
    // Most texts have no blank at either end, and stay as they are.
    let ink: ClosedRange<UInt8> = 0x21...0x7E
    if let first = utf8.first, let last = utf8.last, ink.contains(first), ink.contains(last) { return self }
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F
    }
    let front = unicodeScalars.drop(while: isBlank)
    guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(front[...last])
  }
}
