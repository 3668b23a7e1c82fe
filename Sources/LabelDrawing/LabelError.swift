/// The reason a label could not be made. The description is one sentence.
package enum LabelError: Error, Equatable, CustomStringConvertible {
  /// The kind of symbol cannot encode this text, or the text has the wrong length.
  case unencodable(BarcodeSymbol.Kind, reason: String)
  /// The number of digits is right, and the check digit is wrong.
  case wrongCheckDigit(BarcodeSymbol.Kind, text: String)
  /// Drawing failed in this call of cairo or Pango.
  case undrawable(call: String, reason: String)
  /// The label cannot hold the symbol at this resolution.
  case tooSmall(TooSmall)

  /// The measurements of a symbol that does not fit.
  package struct TooSmall: Equatable, Sendable {
    package var kind: BarcodeSymbol.Kind
    /// The name of the layout.
    package var layout: String
    /// The resolution in dots per inch.
    package var resolution: Int
    /// The smallest printed width of a module, in pixels.
    package var modulePixels: Int
    /// The size that the symbol needs with its quiet zone, in millimetres.
    package var needsWidth, needsHeight: Double
    /// The size that the label has for it, in millimetres.
    package var hasWidth, hasHeight: Double
    /// True if a QR code would fit instead.
    package var qrFits: Bool
  }

  package var description: String {
    switch self {
    case .unencodable(let kind, let reason): "This cannot be encoded as \(kind): \(reason)."
    case .wrongCheckDigit(let kind, let text): "\(text) is not a valid \(kind): its check digit is wrong."
    case .undrawable(let call, let reason): "\(call) failed: \(reason)."
    case .tooSmall(let numbers): numbers.sentence
    }
  }
}

extension LabelError.TooSmall {
  fileprivate var sentence: String {
    let isTooWide = needsWidth > hasWidth
    let needs = tenth(isTooWide ? needsWidth : needsHeight)
    let has = tenth(isTooWide ? hasWidth : hasHeight)
    let hint = qrFits ? "; a QR code fits" : ""
    return """
      \(article) \(kind) needs \(needs) mm of \(isTooWide ? "width" : "height") at \(resolution) dpi with \(modulePixels) pixels a \
      module, and \(layout) has \(has) mm\(hint).
      """
  }

  private var article: String {
    switch kind {
    case .ean13, .ean8, .itf: "An"
    case .code128, .qr, .upcA, .upcE, .code39, .codabar, .dataMatrix: "A"
    }
  }

  /// Rounds to a tenth, as read from a ruler. Rounding the need up and the room down would be safer, but does not match
  /// a ruler.
  private func tenth(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
