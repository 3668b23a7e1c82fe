/// What a scanned text is, before anything is looked up. Where a text could be several things, the order of the cases
/// is the precedence.
package enum Code: Hashable, Sendable {
  case own(OwnCode)
  case tag(TagUID)
  case gtin(GTIN)
  /// A borrower's card from elsewhere, or any other text that may be bound to something.
  case text(String)
  /// One of ours whose check character does not fit.
  case damagedOwn(String)
  /// A barcode whose check digit does not fit.
  case wrongCheckDigit(String)
  /// Nothing that can name anything: empty, too long, or control characters only.
  case unusable

  /// Codes longer than this name nothing: 500 bytes are more than any label holds.
  package static let lengthLimit = 500

  /// Tells what a text is.
  ///
  /// - Parameters:
  ///   - text: as the reader gave it.
  ///   - symbology: the form it was carried in; `tagUID` makes it an identity number of a tag.
  /// - Returns: the first of the cases that fits.
  package static func classify(_ text: String, symbology: Symbology?) -> Code {
    guard text.utf8.count <= lengthLimit else { return .unusable }
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { return .unusable }
    switch OwnCode.read(trimmed) {
    case .code(let code): return .own(code)
    case .damaged: return .damagedOwn(trimmed)
    case .notOurs: break
    }
    if symbology == .tagUID { return TagUID(trimmed).map { .tag($0) } ?? .unusable }
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

  /// What kind of binding the code is looked up under; the raw value stands in the database.
  package enum Class: String, CaseIterable, Codable, Sendable {
    case own, tag, gtin, text
  }

  /// Under what class and key a binding of this code is kept; nil for what cannot be bound.
  package var key: Key? {
    switch self {
    case .own(let code): Key(class: .own, value: code.description)
    case .tag(let uid): uid.isRandom ? nil : Key(class: .tag, value: uid.description)
    case .gtin(let gtin): Key(class: .gtin, value: gtin.key)
    case .text(let text): Key(class: .text, value: text)
    case .damagedOwn, .wrongCheckDigit, .unusable: nil
    }
  }

  /// A code as the database looks it up.
  package struct Key: Hashable, Codable, Sendable {
    package let `class`: Class
    package let value: String

    package init(class: Class, value: String) {
      self.class = `class`
      self.value = value
    }

    /// The key of a tag, also of one that draws a new number at every tap; `Code.key` gives none for that.
    package init(_ uid: TagUID) { self.init(class: .tag, value: uid.description) }

    /// The tag's number; nil for all but tags.
    package var uid: TagUID? { self.class == .tag ? TagUID(value) : nil }
  }
}

extension Symbology {
  /// Whether a number carried in this form may be a GTIN. A Code 39 of 12 digits is somebody's own label.
  package var carriesGTIN: Bool { [.ean13, .ean8, .upcA, .upcE, .typed, .qr, .itf].contains(self) }
}

extension String {
  /// Without the blanks and control characters around it (scanners send a carriage return behind the code).
  package var trimmed: String {
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F
    }
    let front = unicodeScalars.drop(while: isBlank)
    guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(front[...last])
  }
}
