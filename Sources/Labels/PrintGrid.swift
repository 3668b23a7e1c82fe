package import Imaging

/// The pixels of a printer on a layout: everything on a label lies on them.
package struct PrintGrid: Sendable, Equatable {
  package let layout: LabelLayout
  /// Dots an inch.
  package let resolution: Int

  /// The resolutions of common printers: thermal ones, label printers, laser printers.
  package static let resolutions = [203, 300, 600]

  /// - Parameters:
  ///   - layout: without a fault.
  ///   - resolution: one of `resolutions`.
  package init(_ layout: LabelLayout, resolution: Int) {
    precondition(resolution > 0, "a printer has dots")
    self.layout = layout
    self.resolution = resolution
  }

  /// The nearest pixel.
  package func pixels(_ millimetres: Double) -> Int { Int((millimetres * Double(resolution) / 25.4).rounded()) }

  package func millimetres(_ pixels: Int) -> Double { Double(pixels) * 25.4 / Double(resolution) }

  /// The whole label.
  package var label: PixelRectangle {
    PixelRectangle(x: 0, y: 0, width: whole(layout.width), height: whole(layout.height))
  }

  /// Where a label may be printed.
  package var printable: PixelRectangle {
    let (x, y) = (pixels(layout.insetX), pixels(layout.insetY))
    return PixelRectangle(x: x, y: y, width: label.width - 2 * x, height: label.height - 2 * y)
  }

  /// Where the upper left corner of a label lies on its sheet.
  ///
  /// - Parameter position: 0 to `perSheet - 1`, row by row.
  /// - Returns: in pixels of the sheet.
  package func place(of position: Int) -> PixelPoint {
    PixelPoint(
      x: pixels(layout.left + Double(position % layout.columns) * layout.pitchX),
      y: pixels(layout.top + Double(position / layout.columns) * layout.pitchY))
  }

  /// The whole page, with a pixel that is only begun.
  package var page: PixelRectangle {
    let (width, height) = layout.paperSize
    let scale = Double(resolution) / 25.4
    return PixelRectangle(
      x: 0, y: 0, width: Int((width * scale).rounded(.up)), height: Int((height * scale).rounded(.up)))
  }

  /// Whole pixels in a length: what is only begun may be cut off.
  private func whole(_ millimetres: Double) -> Int { max(1, Int(millimetres * Double(resolution) / 25.4 + 1e-6)) }
}
