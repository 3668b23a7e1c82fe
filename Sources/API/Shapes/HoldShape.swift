internal import Circulation
internal import Deadwax

extension JSONWriter {
  /// A hold, for staff.
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
      json.member("readyAt", hold.readyAt?.description)
      json.member("pickUpBy", hold.pickUpBy?.description)
      json.member("notAfter", hold.notAfter?.description)
      json.member("createdAt", hold.createdAt.description)
      json.member("closedAt", hold.closedAt?.description)
      json.member("version", hold.version)
    }
  }

  /// A fee, for staff.
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
      json.member("at", fee.at.description)
      json.member("settledAt", fee.settledAt?.description)
      json.member("isWaived", fee.isWaived)
      json.member("note", fee.note)
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
