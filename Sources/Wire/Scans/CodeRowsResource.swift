package import Deadwax

/// The codes of a shelf in the order in which they stand.
package struct CodeRowsResource: Codable, Sendable {
  /// The rows, those of the first picture first, from above to below. Pictures without a common code have rows of their own.
  package var rows: [Row]

  /// Codes from left to right, or from above to below in a pile.
  package struct Row: Codable, Sendable {
    package var codes: [Place]
    /// The codes of single things that the pictures show at a second place.
    package var doubtful: [Place]
  }

  /// A code, and where it was found.
  package struct Place: Codable, Sendable {
    package var code: String
    package var symbology: String
    package var verified: Bool
    /// The number of the picture, from 0.
    package var picture: Int
  }

  package init(_ rows: [CodeRow]) {
    self.rows = rows.map { Row(codes: $0.codes.map(Place.init), doubtful: $0.doubtful.map(Place.init)) }
  }
}

extension CodeRowsResource.Place {
  fileprivate init(_ code: PicturedCode) {
    self.init(code: code.text, symbology: code.symbology.rawValue, verified: code.isVerified, picture: code.picture)
  }
}
