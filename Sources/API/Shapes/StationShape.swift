internal import Circulation
internal import Deadwax

extension JSONWriter {
  mutating func station(_ view: StationView) {
    object { json in
      json.member("name", view.name.text)
      json.member("mode", view.state.mode.rawValue)
      json.member("state", view.state.stage.name)
      switch view.state.stage {
      case .idle: break
      case .session(_, let until):
        json.key("session")
        json.object { json in
          json.member("borrower", view.borrower?.shortName ?? "")
          json.member("open", view.borrower?.openLoans ?? 0)
          json.member("endsAt", until.description)
        }
      case .pendingCopy(_, let until): json.pending(view, waitsFor: view.state.mode.partner, until)
      case .pendingSlot(_, let until), .pendingPlace(_, let until), .pendingCode(_, let until):
        json.pending(view, waitsFor: "copy", until)
      case .question: break
      }
      json.member("version", view.version)
    }
  }

  private mutating func pending(_ view: StationView, waitsFor partner: String, _ until: Timestamp) {
    key("pending")
    object { json in
      json.member("title", view.pendingTitle ?? "")
      json.member("waitsFor", partner)
      json.member("endsAt", until.description)
    }
  }
}

extension Mode {
  /// What a record that was held up waits for.
  fileprivate var partner: String {
    switch self {
    case .checkout: "card"
    case .write, .bind: "tag"
    case .lookup, .add, .return, .shelve: "slot"
    }
  }
}
