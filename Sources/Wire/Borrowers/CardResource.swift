package import Deadwax

/// A card of a borrower.
package struct CardResource: Codable, Sendable {
  /// The id of the binding, for `DELETE`.
  package var id: String
  /// The code, as scanned.
  package var code: String
  /// `own`: a label of this library; `tag`: the number of an NFC card; `gtin` and `text`: a card issued by another
  /// library.
  package var kind: Code.Class

  package init(id: String, code: String, kind: Code.Class) {
    self.id = id
    self.code = code
    self.kind = kind
  }
}
