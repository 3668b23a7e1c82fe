internal import Deadwax
internal import Messages
internal import Staff
internal import Wire

extension LoanResource {
  /// - Parameters:
  ///   - view: the loan.
  ///   - now: the current time.
  ///   - words: the texts for the notes of the action just carried out; nil if the loan is only read.
  init(_ view: LoanView, at now: Timestamp, _ words: LanguageTexts? = nil) {
    let done = Outcome(
      .checkedOut, mode: .checkout, release: view.release.id, copy: view.copy.id, facts: Outcome.Facts(word: "staff"))
    self.init(
      view.loan, copy: view.copy, release: view.release, borrower: view.borrower, overdueDays: view.overdueDays,
      notes: words.flatMap { ReasonText.list(view.notes, of: done, $0) }, now: now)
  }
}

extension CheckInResult {
  init(_ view: ReturnView, at now: Timestamp, _ words: LanguageTexts) {
    var outcome = Outcome(view.code, mode: .return, release: view.release.id, copy: view.copy.id)
    outcome.location = view.hold == nil ? view.copy.location : view.pickUpShelf
    outcome.facts = view.facts
    self.init(
      view.code, notes: ReasonText.list(view.notes, of: outcome, words), copy: view.copy, release: view.release,
      loan: view.loan.map { LoanResource($0, at: now) }, hold: view.hold.map { HoldResource($0) },
      fee: view.fee?.amount, overdueDays: view.facts.overdueDays ?? 0)
  }
}

extension ReasonText {
  /// Returns codes with their texts, in the language of a station; nil if there are none.
  static func list(_ codes: [Outcome.Code], of outcome: Outcome, _ words: LanguageTexts) -> [ReasonText]? {
    guard !codes.isEmpty else { return nil }
    return codes.map { code in
      let texts = words.texts(code, of: outcome)
      return ReasonText(code, title: texts.title, detail: texts.detail)
    }
  }
}
