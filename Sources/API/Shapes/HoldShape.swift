internal import Circulation
internal import Deadwax

extension JSONWriter {
  /// Writes a hold, for staff.
  mutating func hold(_ view: HoldView) {
    let hold = view.hold
    object { json in
      json.member("id", hold.id.text)
      json.member("subject", hold.subject.word)
      json.key("release")
      json.brief(view.release)
      if let copy = view.copy {
        json.key("copy")
        json.brief(copy)
      }
      json.brief("borrower", view.borrower)
      json.member("state", hold.state.rawValue)
      json.member("position", hold.position)
      json.member("readyAt", hold.readyAt)
      json.member("pickUpBy", hold.pickUpBy)
      json.member("notAfter", hold.notAfter)
      json.member("createdAt", hold.createdAt)
      json.member("closedAt", hold.closedAt)
      json.member("version", hold.version)
    }
  }

  /// Writes a fee, for staff.
  mutating func fee(_ view: FeeView) {
    let fee = view.fee
    object { json in
      json.member("id", fee.id.text)
      json.brief("borrower", view.borrower)
      json.member("loan", fee.loan?.text)
      if let release = view.release {
        json.key("release")
        json.brief(release)
      }
      json.member("kind", fee.kind.rawValue)
      json.member("amount", fee.amount)
      json.member("currency", fee.currency)
      json.member("at", fee.at)
      json.member("settledAt", fee.settledAt)
      json.member("isWaived", fee.isWaived)
      json.member("note", fee.note)
      json.member("refundOf", fee.refundOf?.text)
      json.member("version", fee.version)
    }
  }
}

extension Hold.Subject {
  fileprivate var word: String {
    switch self {
    case .release: "release"
    case .copy: "copy"
    }
  }
}
