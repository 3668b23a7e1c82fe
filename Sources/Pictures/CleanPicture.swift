package import Imaging

/// A picture of anyone, made harmless: it is decoded and encoded again, so that nothing but its pixels is left.
package enum CleanPicture {
  /// The work on a picture before it is written.
  package struct Work: Equatable, Sendable {
    /// The greatest number of pixels on the longer side of the result.
    package var longest: Int
    /// The number of quarter turns clockwise, after the orientation that a camera noted.
    package var quarters: Int
    /// The angle by which the turned picture is straightened, in tenths of a degree clockwise, -150 to 150.
    package var straighten: Int
    /// The part to keep of the straightened picture, in thousandths of its sides; nil for all of it.
    package var part: PixelRectangle?

    package init(longest: Int, quarters: Int, straighten: Int, part: PixelRectangle?) {
      self.longest = longest
      self.quarters = quarters
      self.straighten = straighten
      self.part = part
    }

    /// Returns the part in the pixels of a picture, at least one pixel; nil if it is not inside the picture.
    func pixels(of frame: ColourFrame) -> PixelRectangle? {
      guard let part else { return frame.bounds }
      let sides = 0...1000
      guard sides.contains(part.x), sides.contains(part.y), part.width > 0, part.height > 0,
        part.width <= 1000 - part.x, part.height <= 1000 - part.y
      else { return nil }
      let (left, top) = (part.x * frame.width / 1000, part.y * frame.height / 1000)
      let right = max(left + 1, (part.x + part.width) * frame.width / 1000)
      let bottom = max(top + 1, (part.y + part.height) * frame.height / 1000)
      guard right <= frame.width, bottom <= frame.height else { return nil }
      return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
  }

  /// Decodes a picture and returns it upright, turned, straightened, cut and reduced.
  ///
  /// - Parameters:
  ///   - bytes: a JPEG, PNG or WebP file of anyone.
  ///   - work: the steps, in their order.
  /// - Returns: the picture.
  /// - Throws: `PictureError`; `.outside` if the part is not inside the picture.
  package static func decode(_ bytes: [UInt8], _ work: Work) throws(PictureError) -> ColourFrame {
    guard !bytes.isEmpty else { throw .empty }
    // A part of the picture gets more of its pixels than the whole would.
    let isWhole = work.part == nil && work.straighten == 0
    let needed = isWhole ? work.longest : LumaFrame.sideLimit
    let stored: ColourFrame
    switch PictureFormat(firstBytes: bytes) {
    case .jpeg: stored = try JPEGPicture.decodeColour(bytes, longest: needed)
    case .png: stored = try PNGPicture.decodeColour(bytes)
    case .webp: stored = try WebPPicture.decodeColour(bytes, longest: needed)
    case .pgm, nil: throw .unknownFormat
    }
    // Reduced first, so that the turns move fewer pixels.
    var frame = isWhole ? stored.reduced(toLongest: work.longest) : stored
    let orientation = PictureOrientation(file: bytes)
    if orientation != .upright {
      let (width, height) = (frame.width, frame.height)
      frame = frame.moved(isSideways: orientation.isSideways) { orientation.shown($0, width: width, height: height) }
    }
    frame = frame.turned(work.quarters).straightened(by: Double(work.straighten) / 10)
    guard let part = work.pixels(of: frame), let cut = frame.cropped(to: part) else { throw .outside }
    return cut.reduced(toLongest: work.longest)
  }
}
