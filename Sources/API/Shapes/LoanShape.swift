internal import Circulation
internal import Deadwax
internal import Messages

extension JSONWriter {
  /// Writes a loan, for staff.
  ///
  /// - Parameters:
  ///   - view: the loan.
  ///   - now: the current time.
  ///   - words: the texts for the notes of the action just carried out; nil if the loan is only read.
  mutating func loan(_ view: LoanView, at now: Timestamp, _ words: LanguageTexts? = nil) {
    let loan = view.loan
    object { json in
      json.member("id", loan.id.text)
      json.key("copy")
      json.brief(view.copy)
      json.key("release")
      json.brief(view.release)
      json.brief("borrower", view.borrower)
      json.member("openedAt", loan.openedAt)
      json.member("dueAt", loan.dueAt)
      json.member("returnedAt", loan.returnedAt)
      json.member("renewals", loan.renewals)
      json.member("parts", loan.parts)
      json.member("partsBack", loan.partsBack)
      json.member("isOverdue", loan.isOverdue(at: now))
      json.member("overdueDays", view.overdueDays)
      json.member("claimedReturnedAt", loan.claimedReturnedAt)
      if let words {
        let done = Outcome(
          .checkedOut, mode: .checkout, release: view.release.id, copy: view.copy.id,
          facts: Outcome.Facts(word: "staff"))
        json.reasons("notes", view.notes, of: done, words)
      }
      json.member("version", loan.version)
    }
  }

  /// Writes the result of a return.
  mutating func returned(_ view: ReturnView, at now: Timestamp, _ words: LanguageTexts) {
    var outcome = Outcome(view.code, mode: .return, release: view.release.id, copy: view.copy.id)
    outcome.location = view.hold == nil ? view.copy.location : view.pickUpShelf
    outcome.facts = view.facts
    object { json in
      json.member("code", view.code.rawValue)
      json.reasons("notes", view.notes, of: outcome, words)
      json.key("copy")
      json.brief(view.copy)
      json.key("release")
      json.brief(view.release)
      if let loan = view.loan {
        json.key("loan")
        json.loan(loan, at: now)
      }
      if let hold = view.hold {
        json.key("hold")
        json.hold(hold)
      }
      json.member("fee", view.fee?.amount)
      json.member("overdueDays", view.facts.overdueDays ?? 0)
    }
  }

  /// Writes codes with their texts, in the language of a station; nothing if there are no codes.
  mutating func reasons(_ name: StaticString, _ codes: [Outcome.Code], of outcome: Outcome, _ words: LanguageTexts) {
    guard !codes.isEmpty else { return }
    key(name)
    array(codes) { json, code in
      let texts = words.texts(code, of: outcome)
      json.object { json in
        json.member("code", code.rawValue)
        json.member("title", texts.title)
        json.member("detail", texts.detail)
      }
    }
  }
}
