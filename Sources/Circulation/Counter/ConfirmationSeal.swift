package import Deadwax
internal import FoundationEssentials
internal import Secrets

/// Makes the text that stands for a question, so that a yes is given to exactly what was asked, by whoever was asked, and
/// not for ever. The key is drawn when the program starts: what was asked before is asked anew.
package struct ConfirmationSeal: Sendable {
  private let key: [UInt8]

  package init() { key = Array(Token.random().utf8.prefix(46)) }

  /// Seals a question.
  ///
  /// - Parameters:
  ///   - asked: everything that the person is shown.
  ///   - until: after which a yes counts no more.
  /// - Returns: a text for a body or a header, without blanks.
  package func text(of asked: Confirming, until: Timestamp) -> String { "" }

  /// What a text stands for; nil when it was not made here, was changed, or is too old.
  package func read(_ text: String, at now: Timestamp) -> Confirming? { nil }
}
