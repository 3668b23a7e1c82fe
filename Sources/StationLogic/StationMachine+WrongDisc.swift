internal import Deadwax
internal import Lending

extension StationMachine {
  /// Refuses a scan when the camera and the tag reader see two different records at the same moment. One hand holds one
  /// record, so the disc is in the wrong sleeve.
  ///
  /// The scan changes nothing, and its outcome names both records. The first reader's transaction stays valid, because
  /// it was correct by itself. A user who wants the second record scans it again. By then the first record has gone, or
  /// has been there for longer than one movement takes, so the scan is accepted. No prompt and no staff are needed.
  ///
  /// Modes that pair a tag with a label on purpose, and modes that change nothing, give no warning.
  func wrongDisc(_ state: StationState, _ facts: StationFacts) -> Decision? {
    guard state.mode.handlesRecords, !facts.beside.isEmpty else { return nil }
    let releases = facts.named.recordReleases
    let copies = facts.named.recordCopies
    guard !releases.isEmpty else { return nil }
    let besideReleases = facts.beside.filter { $0.kind == "release" }
    let besideCopies = facts.beside.compactMap(\.copy)
    let isOtherRelease =
      !besideReleases.isEmpty && !besideReleases.contains { releases.map { .release($0) }.contains($0) }
    let isOtherCopy = !besideCopies.isEmpty && !copies.isEmpty && !besideCopies.contains { copies.contains($0) }
    guard isOtherRelease || isOtherCopy else { return nil }
    var outcome = Outcome(.wrongDisc, mode: state.mode, release: releases.first)
    if copies.count == 1 { outcome.copy = copies.first }
    outcome.choices = Array((facts.named.targets + facts.beside).prefix(PendingChoice.most))
    return Decision(state, outcome, rule: .wrongDisc, candidates: outcome.choices)
  }
}

extension Mode {
  /// True if the mode changes the one scanned record.
  fileprivate var handlesRecords: Bool {
    switch self {
    case .auto, .checkout, .return, .renew, .shelve, .move, .played, .condition, .label, .add, .collect: true
    case .lookup, .wishlist, .stocktake, .inbox, .write, .bind: false
    }
  }
}
