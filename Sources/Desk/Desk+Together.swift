internal import Deadwax
internal import Lending

extension Desk {
  /// One hand holds one record: when camera and tag reader see two in the same moment, the disc is in the wrong sleeve.
  ///
  /// The scan is refused and both are named; nothing is changed by it. What the first reader had seen stays done: it was
  /// right by itself. Whoever does mean the second record holds it up once more: by then the first has gone, or has lain
  /// there for longer than one movement takes, and the scan is taken like any other. So nothing has to be asked, and no
  /// staff is needed.
  ///
  /// Where a tag and a label are brought together on purpose, and where nothing is done, nobody is warned.
  func wrongDisc(_ state: StationState, _ world: World) -> Decision? {
    guard state.mode.handlesRecords, !world.beside.isEmpty else { return nil }
    let releases = world.named.recordReleases
    let copies = world.named.recordCopies
    guard !releases.isEmpty else { return nil }
    let besideReleases = world.beside.filter { $0.kind == "release" }
    let besideCopies = world.beside.compactMap(\.copy)
    let isOtherRelease =
      !besideReleases.isEmpty && !besideReleases.contains { releases.map { .release($0) }.contains($0) }
    let isOtherCopy = !besideCopies.isEmpty && !copies.isEmpty && !besideCopies.contains { copies.contains($0) }
    guard isOtherRelease || isOtherCopy else { return nil }
    var outcome = Outcome(.wrongDisc, mode: state.mode, release: releases.first)
    if copies.count == 1 { outcome.copy = copies.first }
    outcome.choices = Array((world.named.targets + world.beside).prefix(Choosing.most))
    return Decision(state, outcome, rule: .wrongDisc, candidates: outcome.choices)
  }
}

extension Mode {
  /// Whether something is done in it with the one record that is held up.
  fileprivate var handlesRecords: Bool {
    switch self {
    case .auto, .checkout, .return, .renew, .shelve, .move, .played, .condition, .label, .add: true
    case .lookup, .wishlist, .stocktake, .inbox, .write, .bind: false
    }
  }
}
