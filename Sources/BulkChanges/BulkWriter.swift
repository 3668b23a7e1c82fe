internal import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// Writes what a plan says about each copy, inside one transaction, and publishes it.
struct BulkWriter {
  let transaction: WriteTransaction
  let rules: LendingPolicy
  let today: CivilDate
  let by: String?

  func write(_ write: BulkPlanner.Write) throws {
    switch write {
    case .edit(let copy, let after, let edit): try self.edit(copy, after, edit)
    case .move(let copy, let location):
      try transaction.shelve(copy, at: location, library: rules.library, by: by)
    case .remove(let copy): try transaction.removeUnused(copy)
    }
  }

  private func edit(_ copy: Copy, _ after: Copy, _ edit: BulkOrder.Edit) throws {
    let written = try CopyEdit.write(after, over: copy, rules: rules, by: by, in: transaction)
    if let written, !written.isPublished { try publish(written.what, copy.id) }
    if let patch = edit.facts, let before = try transaction.ownFacts(of: copy.id) {
      var facts = before
      try facts.apply(patch, today: today)
      if facts != before {
        try transaction.store(facts, of: copy.id)
        try publish(.ownFacts, copy.id)
      }
    }
    let media = edit.mediaCondition == copy.mediaCondition ? nil : edit.mediaCondition
    let sleeve = edit.sleeveCondition == copy.sleeveCondition ? nil : edit.sleeveCondition
    guard media != nil || sleeve != nil else { return }
    try transaction.grade(copy.id, media: media, sleeve: sleeve)
    try publish(.condition, copy.id)
  }

  private func publish(_ change: EventBody.CopyChange, _ copy: Copy.ID) throws {
    try transaction.publish(.copyChanged(change: change), subject: copy.text)
  }
}
