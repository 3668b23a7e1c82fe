/// The fields of an attachment to change.
package struct AttachmentPatch: Codable, Sendable {
  /// The name that people see.
  package var name: String?
  /// True to use the picture as the cover of its release, false to use it no longer.
  package var isCover: Bool?

  package init(name: String?, isCover: Bool?) {
    self.name = name
    self.isCover = isCover
  }
}

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
