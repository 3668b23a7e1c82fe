package import Deadwax

/// The codes in a picture, and the scan of the only one.
package struct PictureResource: Codable, Sendable {
  /// The size of the picture as it is displayed, in pixels.
  package var width: Int
  package var height: Int
  package var codes: [FoundCode]
  /// The scan that was made; omitted if there is no code, or more than one.
  package var scan: ScanResource?

  /// A code in the picture.
  package struct FoundCode: Codable, Sendable {
    package var code: String
    package var symbology: String
    /// True if the image of the barcode was verified against its digits.
    package var verified: Bool
    /// The corners of the code, in order around it; empty if they are not known.
    package var corners: [Corner]

    package init(code: String, symbology: Symbology, verified: Bool, corners: [Corner]) {
      self.code = code
      self.symbology = symbology.rawValue
      self.verified = verified
      self.corners = corners
    }
  }

  /// A position in pixels from the left and upper edges of the displayed picture.
  package struct Corner: Codable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  package init(width: Int, height: Int, codes: [FoundCode], scan: ScanResource?) {
    self.width = width
    self.height = height
    self.codes = codes
    self.scan = scan
  }
}
