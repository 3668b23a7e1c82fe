internal import Deadwax
internal import Execution
internal import StationLogic
internal import Storage

extension FactsLoader {
  /// Adds the crate of the pile, and which of the records of the reading it has. The records of an open choice count too:
  /// the reading may pick one of them.
  func addCollecting(_ gathered: inout StationFacts) throws {
    guard state.mode == .collect else { return }
    if let open = state.collecting, try transaction.crate(open) != nil {
      gathered.collecting.crate = open
      gathered.collecting.count = try transaction.itemCount(of: open)
      for subject in subjects(gathered) where try transaction.crateItem(subject, in: open) != nil {
        gathered.collecting.present.insert(subject)
      }
    } else {
      gathered.collecting.crate = transaction.newID()
    }
  }

  private func subjects(_ gathered: StationFacts) -> Set<CrateItem.Subject> {
    let copies = gathered.named.copies + gathered.prompted.candidates + [gathered.inHand].compactMap(\.self)
    var subjects = Set(copies.flatMap { [CrateItem.Subject.copy($0.id), .release($0.release)] })
    if case .release(let release, _) = gathered.named { subjects.insert(.release(release)) }
    for case .release(let release) in state.stage.choosing?.candidates ?? [] { subjects.insert(.release(release)) }
    return subjects
  }
}
