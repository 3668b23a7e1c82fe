internal import Deadwax

/// One record that a line of a file adds or changes.
enum ImportWrite: Sendable {
  case place(Place)
  case slot(Slot)
  /// Adds a release. With `isLookedUp`, its facts are fetched from Discogs later.
  case release(Release, ReleaseDetail, isLookedUp: Bool)
  /// Changes a release: its fields, its links if they differ, and its barcode if it had none.
  case edit(Release, ReleaseDetail, areLinksChanged: Bool, isBarcodeNew: Bool)
  /// Adds a copy. It gets a code of its own if the file has none.
  case copy(NewCopy)
  case change(ChangedCopy)
  case tag(TagID, Copy.ID)
  /// Adds the cover of a release.
  case cover(ImportCover, Release.ID)
  /// Adds a borrower with the keys of each card, or with a new card if there is none.
  case borrower(Borrower, cards: [[Code.Key]])
  case editBorrower(Borrower)
  case card([Code.Key], Borrower.ID)
  case loan(Loan, at: Station.Name, returnedAt: Station.Name?)

  var isCover: Bool { if case .cover = self { true } else { false } }

  struct NewCopy: Sendable {
    let id: Copy.ID
    let release: Release.ID
    let number: Int
    let code: OwnCode?
    let location: Location?
    let isSlotSingle: Bool
    let line: CopyLine
  }

  struct ChangedCopy: Sendable {
    let copy: Copy
    let facts: OwnFacts
    /// The new place; nil if the copy stays.
    let location: Location?
    let areFactsChanged: Bool
    let isShelfMarkChanged: Bool
    let areConditionsChanged: Bool
  }
}
