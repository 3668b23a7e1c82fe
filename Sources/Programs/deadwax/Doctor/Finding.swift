internal import HubClient

/// A checked subject with its state and advice.
struct Finding: Encodable, Equatable {
  enum Grade: String, Encodable {
    case good
    /// A fact for information.
    case note
    case bad

    var sign: String {
      switch self {
      case .good: "✓"
      case .note: "·"
      case .bad: "✗"
      }
    }
  }

  var grade: Grade

  /// The checked subject, such as `hub` or `reader camera`.
  var subject: String

  /// The state in one sentence.
  var detail: String
  var advice: String?

  init(_ grade: Grade, _ subject: String, _ detail: String, advice: String? = nil) {
    self.grade = grade
    self.subject = subject
    self.detail = detail
    self.advice = advice
  }

  /// Returns the finding for people, with the advice on a line of its own.
  ///
  /// - Parameter width: the number of columns of the longest subject.
  /// - Returns: one line or two.
  func text(width: Int) -> String {
    let line = "\(grade.sign) \(subject.padded(to: width))  \(detail)"
    guard let advice else { return line }
    return line + "\n" + String(repeating: " ", count: width + 4) + "→ \(advice)"
  }
}
