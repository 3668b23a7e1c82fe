internal import LabelDrawing

/// The common module width of a job's labels, so that the labels of one sheet look alike.
enum CommonModule {
  /// Returns the largest module width that fits on all labels.
  ///
  /// - Returns: the width in pixels, limited by the largest symbol; 1 if there is no symbol.
  /// - Throws: `LabelError.tooSmall` for the first symbol that does not fit.
  static func size(for contents: [LabelContent], on grid: PrintGrid) throws(LabelError) -> Int {
    var least: Int?
    // Symbols of one kind and size have the same room.
    var tried: Set<[Int]> = []
    for content in contents {
      guard let symbol = content.symbol, tried.insert([symbol.columns, symbol.rows]).inserted else { continue }
      let qr = symbol.kind == .qr ? nil : try? BarcodeSymbol.encode(.qr, symbol.text)
      let size = try grid.moduleSize(for: symbol, orQR: qr)
      least = min(least ?? size, size)
    }
    return least ?? 1
  }
}
