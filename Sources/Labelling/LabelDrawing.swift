internal import Deadwax
internal import Labels

extension LabelJob.Form {
  var kind: Symbol.Kind {
    switch self {
    case .code128: .code128
    case .qr: .qr
    case .ean13: .ean13
    }
  }
}

extension Label {
  /// Returns the content of the label, with its symbol.
  ///
  /// - Throws: `LabelError.unencodable`.
  func content(as form: LabelJob.Form) throws(LabelError) -> LabelContent {
    var symbol: Symbol?
    if let code { symbol = try Symbol.encode(form.kind, code) }
    return LabelContent(symbol: symbol, heading: heading, details: details, code: caption)
  }
}

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
      let qr = symbol.kind == .qr ? nil : try? Symbol.encode(.qr, symbol.text)
      let size = try grid.moduleSize(for: symbol, orQR: qr)
      least = min(least ?? size, size)
    }
    return least ?? 1
  }
}

/// The common letter height of a job's labels, so that the labels of one sheet look alike.
enum CommonText {
  /// Returns the largest letter height that fits on all labels.
  ///
  /// - Parameters:
  ///   - contents: the contents of all labels.
  ///   - grid: the printer's pixels and the label's size.
  ///   - moduleSize: the common width of the modules.
  /// - Returns: the height in millimetres; nil if there are no words.
  /// - Throws: `LabelError.undrawable`, or `.tooSmall` if a symbol does not fit.
  static func size(for contents: [LabelContent], on grid: PrintGrid, moduleSize: Int) throws(LabelError) -> Double? {
    var least: Double?
    for content in contents {
      guard let size = try LabelFace(content, on: grid, moduleSize: moduleSize, textSize: nil).textSize else {
        continue
      }
      least = min(least ?? size, size)
    }
    return least
  }
}
