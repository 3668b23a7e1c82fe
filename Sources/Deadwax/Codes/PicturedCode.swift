/// A code in one of several pictures of a shelf.
package struct PicturedCode: Hashable, Sendable {
  package var symbology: Symbology
  package var text: String
  /// True if the barcode's image was verified against its digits.
  package var isVerified: Bool
  /// The picture in which it was found, from 0.
  package var picture: Int
  /// The bounds of the symbol in the picture, in pixels from the left and upper edges.
  package var x, y: ClosedRange<Double>

  package init(
    symbology: Symbology, text: String, isVerified: Bool, picture: Int, x: ClosedRange<Double>, y: ClosedRange<Double>
  ) {
    self.symbology = symbology
    self.text = text
    self.isVerified = isVerified
    self.picture = picture
    self.x = x
    self.y = y
  }

  /// Creates a code with the bounds of its corners, in pixels.
  ///
  /// - Returns: nil without a corner: it has no position.
  package init?(
    symbology: Symbology, text: String, isVerified: Bool, picture: Int, corners: [(x: Int, y: Int)]
  ) {
    guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(), let top = corners.map(\.y).min(),
      let bottom = corners.map(\.y).max()
    else { return nil }
    self.init(
      symbology: symbology, text: text, isVerified: isVerified, picture: picture, x: Double(left)...Double(right),
      y: Double(top)...Double(bottom))
  }

  /// Its identity for the eyes of a reader: two of the same may be two copies of one release.
  package var name: String { "\(symbology.rawValue)\n\(text)" }
  /// True for a code that only one thing has, such as that of a copy.
  package var isOfOneThing: Bool {
    if case .own = Code.classify(text, symbology: symbology) { true } else { false }
  }
}
