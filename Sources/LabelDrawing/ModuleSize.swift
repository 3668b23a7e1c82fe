internal import Imaging

extension BarcodeSymbol.Kind {
  /// The smallest module width that cheap scanners and cameras read easily, in millimetres.
  ///
  /// Code 128: 6.5 mil, the specified minimum of hand scanners. EAN-13: three quarters of its nominal 0.33 mm. That is
  /// slightly less than shops may print (80 %, GS1 General Specifications, 5.2.3.4), and only for the library's own
  /// scanners. QR: ten mil, which is two pixels of a webcam at arm's length.
  package var leastModule: Double {
    switch self {
    case .qr, .dataMatrix: 0.25
    case .ean13, .ean8, .upcA, .upcE: 0.248
    case .code128, .code39, .itf, .codabar: 0.165
    }
  }

  /// The module width in millimetres above which a symbol is no easier to read and only takes room from the text.
  package var mostModule: Double {
    switch self {
    case .qr, .dataMatrix: 1.2
    case .ean13, .ean8, .upcA, .upcE: 0.5
    case .code128, .code39, .itf, .codabar: 0.4
    }
  }
}

extension PrintGrid {
  /// Returns the fewest pixels of a module. Below two, one pixel of ink spread closes the gaps between bars.
  package func leastModule(of kind: BarcodeSymbol.Kind) -> Int {
    // The factor allows for rounding: 0.25 mm are 2 pixels at 203 dpi by a tiny margin.
    max(2, Int((kind.leastModule * Double(resolution) / 25.4 * 0.999).rounded(.up)))
  }

  /// Returns the best width of a module in pixels: the largest that fits and helps.
  ///
  /// - Parameters:
  ///   - symbol: the symbol to print.
  ///   - qr: the same text as a QR code, for the advice in the error; nil if the symbol is one already.
  /// - Returns: the pixels of a module.
  /// - Throws: `LabelError.tooSmall` with the measurements.
  package func moduleSize(for symbol: BarcodeSymbol, orQR qr: BarcodeSymbol? = nil) throws(LabelError) -> Int {
    let least = leastModule(of: symbol.kind)
    guard fits(symbol, moduleSize: least) else { throw tooSmall(for: symbol, moduleSize: least, orQR: qr) }
    let most = max(least, pixels(symbol.kind.mostModule))
    return (least...most).last { fits(symbol, moduleSize: $0) && leavesRoomForWords(symbol, $0) } ?? least
  }

  /// Returns true if a square takes at most two fifths of the label's width, with words beside it. Words for bars are
  /// above or below.
  private func leavesRoomForWords(_ symbol: BarcodeSymbol, _ moduleSize: Int) -> Bool {
    symbol.kind.isLinear || quietWidth(symbol, moduleSize) * 5 <= label.width * 2
  }

  /// Returns true if a symbol fits: its ink in the printable area, and its quiet zone on the label.
  package func fits(_ symbol: BarcodeSymbol, moduleSize: Int) -> Bool {
    let zone = symbol.quietZone
    let width = symbol.columns * moduleSize
    guard width <= printable.width, quietWidth(symbol, moduleSize) <= label.width else { return false }
    guard !symbol.kind.isLinear else { return leastLinearHeight <= printable.height }
    let height = symbol.rows * moduleSize
    return height <= printable.height && height + 2 * max(zone.above, zone.below) * moduleSize <= label.height
  }

  /// Returns the error for a symbol that does not fit, with the measurements.
  func tooSmall(for symbol: BarcodeSymbol, moduleSize: Int, orQR qr: BarcodeSymbol? = nil) -> LabelError {
    let zone = symbol.quietZone
    let height = symbol.kind.isLinear ? leastLinearHeight : (zone.above + symbol.rows + zone.below) * moduleSize
    return .tooSmall(
      LabelError.TooSmall(
        kind: symbol.kind, layout: layout.name, resolution: resolution, modulePixels: moduleSize,
        needsWidth: neededWidth(symbol, moduleSize), needsHeight: millimetres(height), hasWidth: layout.width,
        hasHeight: symbol.kind.isLinear ? millimetres(printable.height) : layout.height,
        qrFits: qr.map { fits($0, moduleSize: leastModule(of: .qr)) } ?? false))
  }

  /// The height of 5 mm of bars and 2 mm of text, in pixels.
  private var leastLinearHeight: Int { pixels(7) }

  private func quietWidth(_ symbol: BarcodeSymbol, _ moduleSize: Int) -> Int {
    (symbol.columns + 2 * max(symbol.quietZone.left, symbol.quietZone.right)) * moduleSize
  }

  /// Returns the needed width of the label in millimetres: that of the quiet zone, or of the ink with the insets.
  private func neededWidth(_ symbol: BarcodeSymbol, _ moduleSize: Int) -> Double {
    max(millimetres(quietWidth(symbol, moduleSize)), millimetres(symbol.columns * moduleSize) + 2 * layout.insetX)
  }
}
