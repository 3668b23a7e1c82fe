internal import Deadwax
internal import Messages
internal import Scanning
internal import Wire

extension OutcomeDetail {
  /// Creates an outcome with its records. It contains no names of people.
  ///
  /// - Parameters:
  ///   - outcome: the outcome.
  ///   - release: the current record of its release.
  ///   - copy: the current record of its copy.
  ///   - choices: the current records of the copies among its choices.
  ///   - lines: the loans that the outcome lists, for callers that operate a station. Together they reveal one
  ///     borrower's loans.
  ///   - words: the texts in the language of the station.
  init(
    _ outcome: Outcome, release: Release?, copy: Copy?, choices: [Copy] = [], lines: [OutcomeLine] = [],
    _ words: LanguageTexts
  ) {
    self.init(outcome, title: words.title(of: outcome), detail: words.detail(of: outcome)) {
      $0.release = release.map { ReleaseSummary($0) }
      $0.copy = copy.map { CopySummary($0) }
      $0.choices = ChoiceDetail.list(outcome.choices, choices)
      $0.reasons = ReasonText.list(outcome.facts.reasons, of: outcome, words)
      $0.notes = ReasonText.list(outcome.facts.notes, of: outcome, words)
      $0.loans = OutcomeLoan.list(lines, of: outcome, words)
    }
  }
}

extension ChoiceDetail {
  /// Returns the numbered choices of an outcome; nil if there are none.
  fileprivate static func list(_ targets: [CodeTarget], _ copies: [Copy]) -> [ChoiceDetail]? {
    guard !targets.isEmpty else { return nil }
    return targets.enumerated().map { index, target in
      let copy = target.copy.flatMap { id in copies.first { $0.id == id } }
      return ChoiceDetail(
        number: index + 1, kind: Kind(rawValue: target.kind) ?? .copy, copy: copy.map { CopySummary($0) })
    }
  }
}

extension OutcomeLoan {
  /// Returns the loans of an outcome; nil if there are none.
  fileprivate static func list(
    _ lines: [OutcomeLine], of outcome: Outcome, _ words: LanguageTexts
  ) -> [OutcomeLoan]? {
    guard !lines.isEmpty else { return nil }
    return lines.map { line in
      var ofLine = outcome
      ofLine.dueAt = line.line.dueAt
      return OutcomeLoan(
        release: ReleaseSummary(line.release), copy: CopySummary(line.copy), dueAt: RFC3339Time(line.line.dueAt),
        reasons: ReasonText.list(line.line.reasons, of: ofLine, words))
    }
  }
}
