/// A turn and a cut of a picture: first the quarter turns, then the straightening, then the cut.
package struct PictureEdit: Codable, Sendable {
  /// A rectangle in thousandths of the sides of the straightened picture.
  package struct Part: Codable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The number of quarter turns clockwise, 0 to 3; none if omitted.
  package var quarters: Int?
  /// The angle by which the picture is straightened, in tenths of a degree clockwise, -150 to 150; none if omitted.
  package var straighten: Int?
  /// The part to keep; all of it if omitted.
  package var part: Part?

  package init(quarters: Int?, straighten: Int?, part: Part?) {
    self.quarters = quarters
    self.straighten = straighten
    self.part = part
  }
}
