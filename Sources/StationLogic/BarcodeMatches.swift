internal import Deadwax
internal import Lending

/// The possible meanings of a commercial barcode: one release or several, with all their copies.
struct BarcodeMatches {
  /// The release, if there is only one.
  var release: Release.ID?
  /// The releases, those with copies in the library first.
  var releases: [StationFacts.ReleaseCopies]

  var copies: [Copy] { releases.flatMap(\.copies) }
  var targets: [CodeTarget] { copies.map { .copy($0.id) } }
}

extension StationFacts.Resolution {
  /// The possible meanings, if the code is the barcode of releases; nil for a code with one record.
  var matches: BarcodeMatches? {
    switch self {
    case .release(let release, let copies):
      BarcodeMatches(release: release, releases: [StationFacts.ReleaseCopies(release, copies: copies)])
    case .releases(let shelved):
      BarcodeMatches(
        release: shelved.count == 1 ? shelved.first?.release : nil,
        releases: shelved.filter { !$0.copies.isEmpty } + shelved.filter(\.copies.isEmpty))
    default: nil
    }
  }

  /// The records that a person would have to choose between.
  var targets: [CodeTarget] {
    switch self {
    case .copy(let copy): [.copy(copy.id)]
    case .release(let release, _): [.release(release)]
    case .releases(let shelved): shelved.map { .release($0.release) }
    case .cardAnd(let borrower, let thing): [.borrower(borrower.id)] + thing.targets
    case .borrower(let borrower): [.borrower(borrower.id)]
    case .place(let place): [.place(place.id)]
    case .slot(let slot): [.slot(slot.id)]
    case .command, .nothing, .disagreement, .ambiguous: []
    }
  }

  /// The releases of the scanned record; empty if it is not a record of the collection.
  var recordReleases: [Release.ID] {
    switch self {
    case .copy(let copy): [copy.release]
    case .release(let release, _): [release]
    case .releases(let shelved): shelved.map(\.release)
    default: []
    }
  }

  /// The copies that the scanned record may be.
  var recordCopies: [Copy.ID] {
    if case .copy(let copy) = self { return [copy.id] }
    return matches?.copies.map(\.id) ?? []
  }
}

extension StationFacts {
  /// The open holds that a copy could fulfil.
  func holds(on copy: Copy) -> [Hold] { lending.holds[copy.id] ?? [] }

  /// The facts about a copy that the rules need.
  func facts(of copy: Copy) -> CopyFacts {
    CopyFacts(
      copy: copy, holds: holds(on: copy), ineligible: lending.ineligible,
      lostFees: lending.lostFees[copy.id] ?? [])
  }
}
