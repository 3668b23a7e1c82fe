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

/// The reason why a picture has no result.
package enum PictureFault: Error, Hashable, Sendable {
  /// It is not a picture, or it is damaged. The sentence describes the fault.
  case unreadable(String)
  /// It needs more memory or time than a picture may.
  case tooCostly
  /// The decoder cannot run. The text is for the log.
  case unavailable(String)
}
