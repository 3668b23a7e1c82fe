package import Deadwax

/// The codes in a picture, with their positions in the picture as it is displayed.
package struct DecodedPicture: Hashable, Sendable {
  package var width: Int
  package var height: Int
  package var codes: [FoundCode]

  /// A code in a picture.
  package struct FoundCode: Hashable, Sendable {
    package var symbology: Symbology
    package var text: String
    /// True if the barcode's image was verified against its digits.
    package var isVerified: Bool
    /// The corners of the symbol; empty if the decoder does not report them.
    package var corners: [Corner]
  }

  /// A position in pixels from the left and upper edges.
  package struct Corner: Hashable, Sendable {
    package var x: Int
    package var y: Int
  }
}
