package import Deadwax

/// The answer of a stock-take to a scan.
package struct StockTakeAnswerResource: Codable, Sendable {
  /// The code of the outcome, as a station shows it.
  package var code: Outcome.Code
  /// The class; absent for a place, and for what is not counted.
  package var `class`: StockTakeClass?
  /// True if it was counted before; omitted otherwise.
  package var isAgain: Bool?
  package var copy: Copy.ID?
  package var release: Release.ID?

  package init(_ answer: StockTakeAnswer, code: Outcome.Code) {
    self.code = code
    `class` = answer.class
    isAgain = answer.isAgain ? true : nil
    switch answer.scan?.subject {
    case .copy(let id): copy = id
    case .release(let id): release = id
    case .place, .unknown, .listed, nil: break
    }
  }
}
