/// A turn and a cut of a picture.
package struct PictureEdit: Codable, Sendable {
  /// A rectangle in thousandths of the sides of the turned picture.
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
  /// The part to keep; all of it if omitted.
  package var part: Part?

  package init(quarters: Int?, part: Part?) {
    self.quarters = quarters
    self.part = part
  }
}
