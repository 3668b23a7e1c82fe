internal import Circulation
internal import Deadwax
internal import Storage

extension JSONWriter {
  /// A tag that was seen or is bound; `present` where it lies on a reader now. Of somebody's card only staff are told the
  /// number.
  mutating func tag(_ view: TagView, present: PresentTag? = nil, isStaff: Bool = false) {
    let tag = view.listed.tag
    object { json in
      json.member("uid", view.isCard && !isStaff ? TagUID.hiddenText : view.listed.uid.description)
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

  /// A tag that lies on a reader now, as the reader told it. Of somebody's card only staff are told the number.
  mutating func lyingTag(_ view: LyingTagView, isStaff: Bool = false) {
    let tag = view.present
    object { json in
      json.member("uid", view.isCard && !isStaff ? TagUID.hiddenText : tag.uid.description)
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

  private mutating func bound(_ meaning: TagMeaning?) {
    guard let meaning else { return }
    key("bound")
    object { json in
      json.member("kind", meaning.target.kind)
      // Which borrower has which card is not told to who only asks.
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

extension TagUID {
  /// What stands in the place of the number of somebody's card.
  static let hiddenText = "…"
}

extension OwnCode {
  /// The code, unless it is the number of somebody's card.
  fileprivate var shownText: String { kind == .borrower ? "DW:B:…" : description }
}
