internal import Imaging

extension Symbol.Kind {
  /// The least width of a module that cheap scanners and cameras read with ease, in millimetres.
  ///
  /// Code 128: 6.5 mil, at which hand scanners are specified to read; EAN-13: three quarters of its nominal 0.33 mm, a
  /// hair below what shops may print (GS1 General Specifications, 5.2.3.4: 80 %), for scanners of one's own house; QR:
  /// ten mil, of which a webcam at arm's length has two pixels.
  package var leastModule: Double {
    switch self {
    case .qr: 0.25
    case .ean13, .ean8, .upcA, .upcE: 0.248
    case .code128, .code39, .itf: 0.165
    }
  }

  /// The width of a module beyond which nobody reads it better, and text has no room, in millimetres.
  package var mostModule: Double {
    switch self {
    case .qr: 0.8
    case .ean13, .ean8, .upcA, .upcE: 0.5
    case .code128, .code39, .itf: 0.4
    }
  }
}

extension PrintGrid {
  /// The least pixels of a module. Below two, one pixel of ink closes the gaps between bars.
  package func leastModule(of kind: Symbol.Kind) -> Int {
    // A thousandth less: 0.25 mm are 2 pixels of 203 dpi, by a hair.
    max(2, Int((kind.leastModule * Double(resolution) / 25.4 * 0.999).rounded(.up)))
  }

  /// The best width of a module in pixels: the largest that fits and helps.
  ///
  /// - Parameters:
  ///   - symbol: to be printed.
  ///   - qr: the same as a QR code where that is another symbol, for the advice.
  /// - Returns: pixels of a module.
  /// - Throws: `LabelError.tooSmall` with the numbers.
  package func moduleSize(for symbol: Symbol, orQR qr: Symbol? = nil) throws(LabelError) -> Int {
    let least = leastModule(of: symbol.kind)
    guard fits(symbol, moduleSize: least) else { throw tooSmall(for: symbol, moduleSize: least, orQR: qr) }
    let most = max(least, pixels(symbol.kind.mostModule))
    return (least...most).last { fits(symbol, moduleSize: $0) } ?? least
  }

  /// Whether a symbol has room: all its ink where the printer reaches, and its quiet zone on the label.
  package func fits(_ symbol: Symbol, moduleSize: Int) -> Bool {
    let zone = symbol.quietZone
    let width = symbol.columns * moduleSize
    guard width <= printable.width, quietWidth(symbol, moduleSize) <= label.width else { return false }
    guard !symbol.kind.isLinear else { return leastLinearHeight <= printable.height }
    let height = symbol.rows * moduleSize
    return height <= printable.height && height + 2 * max(zone.above, zone.below) * moduleSize <= label.height
  }

  /// Why a symbol does not fit, with the numbers.
  func tooSmall(for symbol: Symbol, moduleSize: Int, orQR qr: Symbol? = nil) -> LabelError {
    let zone = symbol.quietZone
    let height = symbol.kind.isLinear ? leastLinearHeight : (zone.above + symbol.rows + zone.below) * moduleSize
    return .tooSmall(
      LabelError.TooSmall(
        kind: symbol.kind, layout: layout.name, resolution: resolution, modulePixels: moduleSize,
        needsWidth: neededWidth(symbol, moduleSize), needsHeight: millimetres(height), hasWidth: layout.width,
        hasHeight: symbol.kind.isLinear ? millimetres(printable.height) : layout.height,
        qrFits: qr.map { fits($0, moduleSize: leastModule(of: .qr)) } ?? false))
  }

  /// Bars of 5 mm and a line of text of 2 mm.
  private var leastLinearHeight: Int { pixels(7) }

  private func quietWidth(_ symbol: Symbol, _ moduleSize: Int) -> Int {
    (symbol.columns + 2 * max(symbol.quietZone.left, symbol.quietZone.right)) * moduleSize
  }

  /// In millimetres of the label: what the quiet zone asks for, or the ink and the insets.
  private func neededWidth(_ symbol: Symbol, _ moduleSize: Int) -> Double {
    max(millimetres(quietWidth(symbol, moduleSize)), millimetres(symbol.columns * moduleSize) + 2 * layout.insetX)
  }
}
