/// A question at a station that finds which record of the external catalogue describes a release. Several records carry its
/// barcode; each answer leaves those that fit it.
///
/// It contains all its answers, so that a station goes on with it after a restart, and a replay needs no catalogue.
package struct SourceQuestion: Hashable, Codable, Sendable {
  /// One answer.
  package struct Choice: Hashable, Codable, Sendable {
    /// The feature, or the record, as the catalogue writes it; nil for "none of these".
    package var text: String?
    /// The record number, if the answer leaves one record.
    package var source: String?

    package init(text: String?, source: String?) {
      self.text = text
      self.source = source
    }
  }

  package var release: Release.ID
  /// The feature that it asks for; nil if no feature splits what remains, and the answers are the records themselves.
  package var feature: String?
  /// The number of records that fit all answers so far.
  package var count: Int
  package var choices: [Choice]
  /// The answers so far, as numbers from 1; 0 for a feature that the person does not know.
  package var answers: [Int]
  /// The position of the first answer on the screen.
  package var first: Int

  package init(
    of release: Release.ID, feature: String?, count: Int, choices: [Choice], answers: [Int], first: Int = 0
  ) {
    self.release = release
    self.feature = feature
    self.count = count
    self.choices = choices
    self.answers = answers
    self.first = first
  }

  /// True if not all answers have a number at once.
  package var hasPages: Bool { choices.count >= PendingChoice.most }

  /// The positions of the answers on the screen. Two numbers remain for "more" and "don't know".
  package var displayed: Range<Int> {
    hasPages ? first..<min(first + PendingChoice.most - 2, choices.count) : choices.indices
  }

  /// The question with the next answers on the screen; after the last ones, the first again.
  package var turned: SourceQuestion {
    var next = self
    next.first = displayed.upperBound < choices.count ? displayed.upperBound : 0
    return next
  }
}
