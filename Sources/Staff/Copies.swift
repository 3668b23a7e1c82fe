package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

/// Changes that staff make to a copy itself: its parts, reference only, its shelf mark, and its status.
package struct Copies: Sendable {
  let room: StaffContext

  /// Changes a copy; the whole patch is one change.
  ///
  /// A copy on loan can be withdrawn or made reference only; both take effect on its return. It cannot be marked
  /// missing or lost, because its borrower is known, and it cannot have fewer parts than were lent. A copy that is ready
  /// for pick-up for a hold of its release remains a copy of that release. If a copy can no
  /// longer be lent, its hold that was ready for pick-up waits again, at its old position in the queue.
  ///
  /// - Parameters:
  ///   - id: the copy.
  ///   - patch: the fields to change.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the copy after the change.
  /// - Throws: `StaffError.noSuchCopy`, `.staleVersion` or `.badValue`; `PolicyRefusal(.copyOnLoan)` for a change
  ///   that a copy on loan does not allow.
  package func change(
    _ id: Copy.ID, _ patch: Copy.Patch, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Item {
    // A wrong value is refused whether the copy exists or not.
    let edit = try CopyEdit(patch)
    return try room.write { [room] transaction in
      let before = try transaction.copy(.id(id))
      if let version, version != before.version { throw StaffError.staleVersion(now: before.version) }
      if let release = patch.release, release != before.release { try transaction.checkMove(of: before, to: release) }
      let after = try edit.result(for: before)
      let rules = try room.rules(in: transaction)
      guard let written = try CopyEdit.write(after, over: before, rules: rules, by: by, in: transaction) else {
        return Catalogue.Item(copy: before, release: try transaction.releaseOf(before))
      }
      try transaction.storeChange(.copy, by: by, reason: written.what.rawValue)
      if !written.isPublished { try transaction.publish(.copyChanged(change: written.what), subject: id.text) }
      let copy = try transaction.copy(.id(id))
      return Catalogue.Item(copy: copy, release: try transaction.releaseOf(copy))
    }
  }
}

extension Queryable {
  /// Refuses to assign a copy to another release.
  ///
  /// - Throws: `StaffError.noSuchRelease` or `.isRemoved`; `.badValue` for a copy that is ready for pick-up.
  fileprivate func checkMove(of copy: Copy, to release: Release.ID) throws {
    _ = try listed(release, ifVersion: nil)
    guard try readyHold(of: copy.id) == nil else {
      throw StaffError.badValue(field: "release", sentence: "The copy is ready for pick-up.")
    }
  }
}
