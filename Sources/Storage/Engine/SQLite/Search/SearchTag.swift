internal import Queries

/// The signs that precede the words of the search index: the field that a word is from, or its use.
///
/// They are private characters of Unicode, which no folded word has. They are stored, so none is ever reused.
enum SearchTag {
  /// Precedes the beginning of a word.
  static let beginning: Unicode.Scalar = "\u{E000}"
  /// Precedes a number of any field.
  static let anyNumber: Unicode.Scalar = "\u{E020}"
  static let year: Unicode.Scalar = "\u{E030}"
  static let medium: Unicode.Scalar = "\u{E031}"
  static let grade: Unicode.Scalar = "\u{E032}"
  /// Precedes the word of a state of the release itself.
  static let state: Unicode.Scalar = "\u{E033}"

  /// Returns the sign of a field; nil for places and crates, which are looked up in their own tables.
  static func of(_ field: QueryTextField) -> Unicode.Scalar? {
    switch field {
    case .artist: "\u{E001}"
    case .title: "\u{E002}"
    case .label: "\u{E003}"
    case .track: "\u{E004}"
    case .note: "\u{E005}"
    case .credit: "\u{E006}"
    case .format: "\u{E007}"
    case .genre: "\u{E008}"
    case .style: "\u{E009}"
    case .country: "\u{E00A}"
    case .tag: "\u{E00B}"
    case .place, .crate: nil
    }
  }

  static func of(_ field: QueryNumberField) -> Unicode.Scalar {
    switch field {
    case .catalogue: "\u{E021}"
    case .barcode: "\u{E022}"
    case .matrix: "\u{E023}"
    case .code: "\u{E024}"
    }
  }

  /// Returns the bit of a field of text in a set of fields.
  static func bit(of tag: Unicode.Scalar) -> Int64 { 1 << Int64(tag.value - 0xE001) }
  static func isText(_ tag: Unicode.Scalar) -> Bool { (0xE001...0xE01F).contains(tag.value) }
  static func isNumber(_ tag: Unicode.Scalar) -> Bool { (0xE021...0xE02F).contains(tag.value) }
}
