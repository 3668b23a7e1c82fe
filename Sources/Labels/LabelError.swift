/// Why a label could not be made. The description is one sentence.
package enum LabelError: Error, Equatable, CustomStringConvertible {
  /// The kind of symbol has no signs for this text, or not as many.
  case unencodable(Symbol.Kind, reason: String)
  /// Every digit is there, and the last does not fit the others.
  case wrongCheckDigit(Symbol.Kind, text: String)
  /// Drawing failed; the call is cairo's.
  case undrawable(call: String, reason: String)
  /// The label cannot hold the symbol at this resolution.
  case tooSmall(TooSmall)

  /// The numbers of a symbol that does not fit.
  package struct TooSmall: Equatable, Sendable {
    package var kind: Symbol.Kind
    /// Of the layout.
    package var layout: String
    /// Dots an inch.
    package var resolution: Int
    /// The least width of a module that is printed, in pixels.
    package var modulePixels: Int
    /// Millimetres that the symbol needs with its quiet zone.
    package var needsWidth, needsHeight: Double
    /// Millimetres that the label has for it.
    package var hasWidth, hasHeight: Double
    /// Whether a QR code would fit in its place.
    package var qrFits: Bool
  }

  package var description: String {
    switch self {
    case .unencodable(let kind, let reason): "This cannot be written as \(kind): \(reason)."
    case .wrongCheckDigit(let kind, let text): "\(text) is no \(kind): its check digit does not fit."
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
    case .code128, .qr, .upcA, .upcE, .code39: "A"
    }
  }

  /// To a tenth; what is needed upwards and what is there downwards would be kinder, but this is what a ruler shows.
  private func tenth(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
