internal import Deadwax
internal import TagJobs
internal import Wire

extension TagResource {
  /// Creates a tag that was read or is bound. `present` is its state on a reader; nil if it is not on one. The number of
  /// a card is for staff only.
  init(_ view: TagView, present: PresentTag? = nil, isStaff: Bool = false) {
    let tag = view.listed.tag
    self.init(
      uid: view.isCard && !isStaff ? TagID.hiddenText : view.listed.uid.description, kind: present?.kind ?? tag?.kind,
      capacity: present?.capacity ?? tag?.capacity, access: present?.access ?? tag?.access,
      content: (present == nil ? tag?.code : present?.code)?.shownText, holds: present?.content ?? tag?.content,
      fault: present == nil ? tag?.fault : present?.fault, bound: view.bound.map { TagBindingDetail($0) },
      firstSeenAt: RFC3339Time(tag?.firstSeenAt), lastSeenAt: RFC3339Time(tag?.lastSeenAt), writes: tag?.writes ?? 0,
      failures: tag?.failures ?? 0, isSuspect: tag?.isSuspect ?? false, isSealed: tag?.isSealed ?? false,
      present: present.map { Presence(station: $0.station, reader: $0.reader) })
  }
}

extension PresentTagResource {
  /// Creates a tag that is on a reader, as the reader reports it. The number of a card is for staff only.
  init(_ view: PresentTagView, isStaff: Bool = false) {
    let tag = view.present
    self.init(
      tag, uid: view.isCard && !isStaff ? TagID.hiddenText : tag.uid.description, code: tag.code?.shownText,
      bound: view.bound.map { TagBindingDetail($0) })
  }
}

extension TagBindingDetail {
  fileprivate init(_ meaning: TagTargetView) {
    // The borrower of a card is not revealed.
    let isBorrower = if case .borrower = meaning.target { true } else { false }
    self.init(
      kind: meaning.target.kind, id: isBorrower ? nil : meaning.target.id, name: meaning.name,
      copy: meaning.copy.map { CopySummary($0) }, release: meaning.release.map { ReleaseSummary($0) })
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
