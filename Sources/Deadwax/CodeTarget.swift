/// What a code or a tag names.
package enum CodeTarget: Hashable, Sendable {
  case release(Release.ID)
  case copy(Copy.ID)
  case borrower(Borrower.ID)
  case place(Place.ID)
  case slot(Slot.ID)

  /// In one word, as `copy`.
  package var kind: String {
    switch self {
    case .release: "release"
    case .copy: "copy"
    case .borrower: "borrower"
    case .place: "place"
    case .slot: "slot"
    }
  }

  /// The id of what is named.
  package var id: String {
    switch self {
    case .release(let id): id.text
    case .copy(let id): id.text
    case .borrower(let id): id.text
    case .place(let id): id.text
    case .slot(let id): id.text
    }
  }

  package var copy: Copy.ID? {
    guard case .copy(let id) = self else { return nil }
    return id
  }
}
