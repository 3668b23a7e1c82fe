internal import Deadwax
internal import TagJobs
internal import Wire

extension TagResource {
  /// Creates a tag that was read or is bound. `present` is its state on a reader; nil if it is not on one. The number of
  /// a card is for staff only.
  init(_ view: TagView, present: PresentTag? = nil, isStaff: Bool = false) {
    let tag = view.listed.tag
    self.init(
      uid: view.isCard && !isStaff ? TagID.hiddenText : view.listed.uid.description, tag: tag, present: present,
      content: (present == nil ? tag?.code : present?.code)?.shownText, bound: view.bound.map { TagBindingDetail($0) })
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
