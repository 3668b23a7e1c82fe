/// The times and rules that a house sets for its desks.
package struct DeskPolicy: Hashable, Sendable {
  /// How long one half of a pair waits for the other.
  package var pairTime: Duration
  /// How long a borrower's session stays open after the last scan.
  package var sessionTime: Duration
  package var loanLength: Duration
  /// How long a question waits for its answer.
  package var questionTime: Duration
  /// How long a tag that is to be written may take to come.
  package var writeTime: Duration
  /// Whether the tag of one thing can be made the tag of another at the desk, after a question.
  package var movesTags: Bool

  package init(
    pairTime: Duration = .seconds(20), sessionTime: Duration = .seconds(90),
    loanLength: Duration = .seconds(14 * 86_400), questionTime: Duration = .seconds(60),
    writeTime: Duration = .seconds(60), movesTags: Bool = true
  ) {
    self.pairTime = pairTime
    self.sessionTime = sessionTime
    self.loanLength = loanLength
    self.questionTime = questionTime
    self.writeTime = writeTime
    self.movesTags = movesTags
  }
}
