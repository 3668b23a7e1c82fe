internal import Staff
internal import Wire

extension HoldResource {
  init(_ view: HoldView) { self.init(view.hold, release: view.release, copy: view.copy, borrower: view.borrower) }
}

extension PullListItem {
  init(_ view: PullView) { self.init(view.copy, release: view.release, hold: view.hold, borrower: view.borrower) }
}

extension FeeResource {
  init(_ view: FeeView) { self.init(view.fee, borrower: view.borrower, release: view.release) }
}

extension InboxResource {
  init(_ view: InboxView) { self.init(view.item, release: view.release) }
}
