package import Imaging

/// The pixels of a printer on a layout. Everything on a label is aligned to them.
package struct PrintGrid: Sendable, Equatable {
  package let layout: LabelLayout
  /// The resolution in dots per inch.
  package let resolution: Int

  /// The resolutions of common printers: thermal printers, label printers, laser printers.
  package static let resolutions = [203, 300, 600]

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - layout: a layout without a fault.
  ///   - resolution: one of `resolutions`.
  package init(_ layout: LabelLayout, resolution: Int) {
    precondition(resolution > 0, "a printer has dots")
    self.layout = layout
    self.resolution = resolution
  }

  /// Returns the nearest whole number of pixels.
  package func pixels(_ millimetres: Double) -> Int { Int((millimetres * Double(resolution) / 25.4).rounded()) }

  package func millimetres(_ pixels: Int) -> Double { Double(pixels) * 25.4 / Double(resolution) }

  /// The whole label.
  package var label: PixelRectangle {
    PixelRectangle(x: 0, y: 0, width: whole(layout.width), height: whole(layout.height))
  }

  /// The printable area of a label.
  package var printable: PixelRectangle {
    let (x, y) = (pixels(layout.insetX), pixels(layout.insetY))
    return PixelRectangle(x: x, y: y, width: label.width - 2 * x, height: label.height - 2 * y)
  }

  /// Returns the upper left corner of a label on its sheet.
  ///
  /// - Parameter position: 0 to `perSheet - 1`, row by row.
  /// - Returns: the corner in pixels of the sheet.
  package func place(of position: Int) -> PixelPoint {
    PixelPoint(
      x: pixels(layout.left + Double(position % layout.columns) * layout.pitchX),
      y: pixels(layout.top + Double(position / layout.columns) * layout.pitchY))
  }

  /// The whole page, including pixels that are only partly on it.
  package var page: PixelRectangle {
    let (width, height) = layout.paperSize
    let scale = Double(resolution) / 25.4
    return PixelRectangle(
      x: 0, y: 0, width: Int((width * scale).rounded(.up)), height: Int((height * scale).rounded(.up)))
  }

  /// Returns the whole pixels in a length. A partial pixel may be cut off.
  private func whole(_ millimetres: Double) -> Int { max(1, Int(millimetres * Double(resolution) / 25.4 + 1e-6)) }
}
