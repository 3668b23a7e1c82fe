internal import Circulation
internal import Deadwax
internal import Messages

extension JSONWriter {
  /// A loan, for staff.
  mutating func loan(_ view: LoanView, at now: Timestamp) {
    let loan = view.loan
    object { json in
      json.member("id", loan.id.text)
      json.key("copy")
      json.brief(view.copy)
      json.key("release")
      json.brief(view.release)
      json.brief("borrower", view.borrower)
      json.member("openedAt", loan.openedAt.description)
      json.member("dueAt", loan.dueAt.description)
      json.member("returnedAt", loan.returnedAt?.description)
      json.member("renewals", loan.renewals)
      json.member("parts", loan.parts)
      json.member("partsBack", loan.partsBack)
      json.member("isOverdue", loan.isOverdue(at: now))
      json.member("overdueDays", view.overdueDays)
      json.member("claimedReturnedAt", loan.claimedReturnedAt?.description)
      json.member("version", loan.version)
    }
  }

  /// What a return came to.
  mutating func returned(_ view: ReturnView, at now: Timestamp, _ words: Words) {
    object { json in
      json.member("code", view.code.rawValue)
      json.told("notes", view.notes, of: Outcome(view.code, mode: .return, location: view.copy.location), words)
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
      json.member("overdueDays", view.overdueDays)
    }
  }

  /// Codes with their words, in the language of a desk; nothing when there are none.
  mutating func told(_ name: StaticString, _ codes: [Outcome.Code], of outcome: Outcome, _ words: Words) {
    guard !codes.isEmpty else { return }
    key(name)
    array(codes) { json, code in
      let told = words.told(code, of: outcome)
      json.object { json in
        json.member("code", code.rawValue)
        json.member("title", told.title)
        json.member("detail", told.detail)
      }
    }
  }
}
