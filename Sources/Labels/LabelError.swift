/// Why a label could not be made. The description is one sentence.
package enum LabelError: Error, Equatable, CustomStringConvertible {
  /// The kind of symbol has no signs for this text, or not as many.
  case unencodable(Symbol.Kind, reason: String)
  /// Every digit is there, and the last does not fit the others.
  case wrongCheckDigit(Symbol.Kind, text: String)
  /// Drawing failed; the call is cairo's.
  case undrawable(call: String, reason: String)

  package var description: String {
    switch self {
    case .unencodable(let kind, let reason): "This cannot be written as \(kind): \(reason)."
    case .wrongCheckDigit(let kind, let text): "\(text) is no \(kind): its check digit does not fit."
    case .undrawable(let call, let reason): "\(call) failed: \(reason)."
    }
  }
}
