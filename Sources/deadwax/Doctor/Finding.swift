/// One thing that was looked at, how it is, and what to do about it.
struct Finding: Encodable, Equatable {
  enum Grade: String, Encodable {
    case good
    /// Worth knowing.
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

  /// What was looked at, as `hub` or `reader camera`.
  var subject: String

  /// How it is, in one sentence.
  var detail: String
  var advice: String?

  init(_ grade: Grade, _ subject: String, _ detail: String, advice: String? = nil) {
    self.grade = grade
    self.subject = subject
    self.detail = detail
    self.advice = advice
  }

  /// For people; the advice on a line of its own.
  ///
  /// - Parameter width: the columns of the longest subject.
  /// - Returns: one line or two.
  func text(width: Int) -> String {
    let line = "\(grade.sign) \(subject.padded(to: width))  \(detail)"
    guard let advice else { return line }
    return line + "\n" + String(repeating: " ", count: width + 4) + "→ \(advice)"
  }
}
