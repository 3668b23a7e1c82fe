package import Imaging

extension BarcodeSymbol {
  /// The light margin that a reader needs around the dark modules.
  package struct QuietZone: Sendable, Equatable {
    /// The width of each margin in modules.
    package let left, right, above, below: Int
  }

  /// The minimum margin in the symbol's standard: GS1 General Specifications, 5.2.3.4; ISO/IEC 15417, 4.4; ISO/IEC
  /// 16388, 4.4; ISO/IEC 16390, 4.4; ISO/IEC 18004, 9.1; ISO/IEC 16022, 7.2.
  package var quietZone: QuietZone {
    switch kind {
    case .ean13: QuietZone(left: 11, right: 7, above: 1, below: 1)
    case .upcA: QuietZone(left: 9, right: 9, above: 1, below: 1)
    case .ean8: QuietZone(left: 7, right: 7, above: 1, below: 1)
    case .upcE: QuietZone(left: 9, right: 7, above: 1, below: 1)
    case .code128, .code39, .itf, .codabar: QuietZone(left: 10, right: 10, above: 1, below: 1)
    case .qr: QuietZone(left: 4, right: 4, above: 4, below: 4)
    case .dataMatrix: QuietZone(left: 1, right: 1, above: 1, below: 1)
    }
  }

  /// Draws the symbol in black on white, with its quiet zone.
  ///
  /// A module is a whole number of pixels, so that all bars of a width have the same pixels.
  ///
  /// - Parameters:
  ///   - moduleSize: the side of a module in pixels, 1 or more.
  ///   - barHeight: the height of a linear symbol's bars in pixels.
  /// - Returns: a frame that contains only 0 and 255.
  package func drawn(moduleSize: Int, barHeight: Int) -> LumaFrame {
    precondition(moduleSize > 0 && barHeight > 0, "a symbol has an area")
    let zone = quietZone
    let rowHeight = kind.isLinear ? barHeight : moduleSize
    var frame = LumaFrame(
      width: (zone.left + columns + zone.right) * moduleSize,
      height: (zone.above + zone.below) * moduleSize + rows * rowHeight, filledWith: 255)
    for row in 0..<rows {
      for column in 0..<columns where modules[row * columns + column] {
        frame.fill(
          PixelRectangle(
            x: (zone.left + column) * moduleSize, y: zone.above * moduleSize + row * rowHeight, width: moduleSize,
            height: rowHeight), with: 0)
      }
    }
    return frame
  }
}
