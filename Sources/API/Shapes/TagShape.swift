internal import Circulation
internal import Deadwax
internal import Storage

extension JSONWriter {
  /// Writes a tag that was read or is bound. `present` is its state on a reader; nil if it is not on one. The number of
  /// a card is for staff only.
  mutating func tag(_ view: TagView, present: PresentTag? = nil, isStaff: Bool = false) {
    let tag = view.listed.tag
    object { json in
      json.member("uid", view.isCard && !isStaff ? TagID.hiddenText : view.listed.uid.description)
      json.member("kind", present?.kind ?? tag?.kind)
      json.member("capacity", present?.capacity ?? tag?.capacity)
      json.member("access", (present?.access ?? tag?.access)?.rawValue)
      json.member("content", (present == nil ? tag?.code : present?.code)?.shownText)
      json.member("holds", (present?.content ?? tag?.content)?.rawValue)
      json.member("fault", present == nil ? tag?.fault : present?.fault)
      json.bound(view.bound)
      json.member("firstSeenAt", tag?.firstSeenAt.description)
      json.member("lastSeenAt", tag?.lastSeenAt.description)
      json.member("writes", tag?.writes ?? 0)
      json.member("failures", tag?.failures ?? 0)
      json.member("isSuspect", tag?.isSuspect ?? false)
      json.member("isSealed", tag?.isSealed ?? false)
      if let present {
        json.key("present")
        json.object { json in
          json.member("station", present.station.text)
          json.member("reader", present.reader)
        }
      }
    }
  }

  /// Writes a tag that is on a reader, as the reader reports it. The number of a card is for staff only.
  mutating func lyingTag(_ view: PresentTagView, isStaff: Bool = false) {
    let tag = view.present
    object { json in
      json.member("uid", view.isCard && !isStaff ? TagID.hiddenText : tag.uid.description)
      json.member("kind", tag.kind)
      json.member("capacity", tag.capacity)
      json.member("access", tag.access?.rawValue)
      json.member("content", tag.content?.rawValue)
      json.member("code", tag.code?.shownText)
      json.member("fault", tag.fault)
      json.member("reader", tag.reader)
      json.member("since", tag.since.description)
      json.bound(view.bound)
    }
  }

  private mutating func bound(_ meaning: TagTargetView?) {
    guard let meaning else { return }
    key("bound")
    object { json in
      json.member("kind", meaning.target.kind)
      // The borrower of a card is not revealed.
      if case .borrower = meaning.target {} else { json.member("id", meaning.target.id) }
      json.member("name", meaning.name)
      if let copy = meaning.copy {
        json.key("copy")
        json.brief(copy)
      }
      if let release = meaning.release {
        json.key("release")
        json.brief(release)
      }
    }
  }
}

extension TagID {
  /// The replacement for the number of a card.
  static let hiddenText = "…"
}

extension OwnCode {
  /// The code, unless it is the code of a card.
  fileprivate var shownText: String { kind == .borrower ? "DW:B:…" : description }
}
