internal import Circulation
internal import Deadwax
internal import Messages

extension Surface {
  /// Returns the problem for a refusal of the counter. The most important reason gives the problem its code, unless
  /// only a confirmation is missing. All reasons are reported.
  func counterProblem(_ refusal: CounterRefusal) -> Problem {
    let reasons = refusal.reasons.map { reason($0, word: refusal.word) }
    // If an override is needed too, a confirmation alone is not enough.
    let isQuestion = refusal.needsConfirmation && !refusal.canOverride
    let code = isQuestion ? .needsConfirmation : Problem.Code(rawValue: refusal.code.rawValue) ?? .conflict
    var problem = Problem(code, reason(refusal.code, word: refusal.word).detail, reasons: reasons)
    if let parts = refusal.parts {
      problem.parts = parts
      problem.detail = "\(parts) parts went out. Count them, and send how many are back as 'partsBack'."
      for index in reasons.indices where reasons[index].code == Outcome.Code.partsCheck.rawValue {
        problem.reasons[index].detail = problem.detail
      }
    }
    problem.notes = refusal.notes.map { reason($0) }
    problem.token = refusal.confirmation
    if !isQuestion { problem.isOverridable = refusal.canOverride }
    return problem
  }

  /// Returns a reason with a sentence for staff. The API reports problems in English; stations use their own language.
  func reason(_ code: Outcome.Code, word: String? = nil) -> Problem.Reason {
    let outcome = Outcome(code, mode: .checkout, facts: Outcome.Facts(word: word ?? "staff"))
    let detail = words.detail(of: outcome, in: .english)
    return Problem.Reason(code.rawValue, detail.isEmpty ? words.title(of: outcome, in: .english) : detail)
  }

  static func problem(_ error: CounterError) -> Problem {
    switch error {
    case .noSuchBorrower: return Problem(.notFound, "There is no borrower with this id or card.")
    case .noSuchCard: return Problem(.notFound, "The borrower has no such card.")
    case .noSuchLoan: return Problem(.notFound, "There is no loan with this id.")
    case .noSuchHold: return Problem(.notFound, "There is no hold with this id.")
    case .noSuchFee: return Problem(.notFound, "There is no fee with this id.")
    case .noSuchCopy: return Problem(.notFound, "There is no copy with this id or code.")
    case .noSuchRelease: return Problem(.notFound, "There is no release with this id.")
    case .noSuchCode: return Problem(.notFound, "The code names nothing here.")
    case .noSuchItem: return Problem(.notFound, "The inbox has nothing with this id.")
    case .noSuchSetting: return Problem(.notFound, "There is no setting of this name.")
    case .noSuchStation: return Problem(.notFound, "There is no station of this name.")
    case .noSuchVisit: return Problem(.notFound, "There is no visit with this id.")
    case .noSuchChange: return Problem(.notFound, "There is no change with this id.")
    case .noSuchScan: return Problem(.notFound, "There is no scan with this id.")
    case .noSuchEntry: return Problem(.notFound, "There is no entry of a journal with this id.")
    case .staleVersion(let now):
      var problem = Problem(.stale, "It was changed since; it is version \(now) now.")
      problem.version = "\(now)"
      return problem
    case .badValue(let field, let sentence):
      return Problem(.invalid, sentence, reasons: [Problem.Reason(field, sentence)])
    case .codeTaken(let target, let title):
      // Only the borrower's own resource reveals whose card it is.
      let what = title.map { " It is that of \($0)." } ?? ""
      return Problem(.codeTaken, "The code names a \(target.kind) already.\(what)")
    case .isOver: return Problem(.conflict, "It is over: that can be done only while it is open.")
    case .badCursor: return Problem(.badRequest, "'cursor' is not one that a page gave.")
    case .switchedOff(let setting): return Problem(.switchedOff, "It is switched off in this house: see \(setting).")
    }
  }

  static func problem(_ error: AwayError) -> Problem {
    switch error {
    case .notInOrder:
      return Problem(
        .invalid,
        "'entries' must be a list of 1 to \(AwayService.mostEntries) entries with ascending sequences, without a gap.")
    case .gap(let expected):
      return Problem(
        .conflict, "Nothing was taken in: the entry with sequence \(expected) is expected.",
        reasons: [Problem.Reason("expected", "\(expected)")])
    case .otherContent(let sequence):
      return Problem(
        .conflict, "Something else was taken in under sequence \(sequence).",
        reasons: [Problem.Reason("sequence", "\(sequence)")])
    }
  }
}
