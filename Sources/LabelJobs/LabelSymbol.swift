internal import Deadwax
internal import LabelDrawing

extension LabelJob.Form {
  var kind: BarcodeSymbol.Kind {
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
    var symbol: BarcodeSymbol?
    if let code { symbol = try BarcodeSymbol.encode(form.kind, code) }
    return LabelContent(symbol: symbol, heading: heading, details: details, code: caption)
  }
}
