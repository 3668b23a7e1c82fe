internal import Deadwax

/// What a barcode of the trade may mean: a release or several, and every copy there is of them.
struct Meant {
  /// The release, where it is only one.
  var release: Release.ID?
  /// Those of which the house has copies first.
  var releases: [World.Shelved]

  var copies: [Copy] { releases.flatMap(\.copies) }
  var targets: [CodeTarget] { copies.map { .copy($0.id) } }
}

extension World.Named {
  /// What it may mean, if it is the barcode of releases; nil for all that names one thing.
  var meant: Meant? {
    switch self {
    case .release(let release, let copies):
      Meant(release: release, releases: [World.Shelved(release, copies: copies)])
    case .releases(let shelved):
      Meant(
        release: shelved.count == 1 ? shelved.first?.release : nil,
        releases: shelved.filter { !$0.copies.isEmpty } + shelved.filter(\.copies.isEmpty))
    default: nil
    }
  }

  /// The things that a person would have to choose between to say what is meant.
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

  /// The releases of the record that was held up; empty for what is no record.
  var recordReleases: [Release.ID] {
    switch self {
    case .copy(let copy): [copy.release]
    case .release(let release, _): [release]
    case .releases(let shelved): shelved.map(\.release)
    default: []
    }
  }

  /// The copies that the record held up may be.
  var recordCopies: [Copy.ID] {
    if case .copy(let copy) = self { return [copy.id] }
    return meant?.copies.map(\.id) ?? []
  }
}

extension World {
  /// The open holds that a copy could fulfil.
  func holds(on copy: Copy) -> [Hold] { holds[copy.id] ?? [] }
}
