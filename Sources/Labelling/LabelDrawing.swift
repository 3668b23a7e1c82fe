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
  /// What stands on the label, with its symbol.
  ///
  /// - Throws: `LabelError.unencodable`.
  func content(as form: LabelJob.Form) throws(LabelError) -> LabelContent {
    var symbol: Symbol?
    if let code { symbol = try Symbol.encode(form.kind, code) }
    return LabelContent(symbol: symbol, heading: heading, details: details, code: caption)
  }
}

/// The common width of the modules of a job's labels: labels of one sheet look alike.
enum CommonModule {
  /// - Returns: pixels, as many as the largest symbol has room for; 1 where there is no symbol.
  /// - Throws: `LabelError.tooSmall` for the first that has no room.
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
