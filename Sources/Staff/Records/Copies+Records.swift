package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Copies {
  /// Adds a copy of a release, with a new number and a new code.
  ///
  /// - Parameters:
  ///   - release: the release.
  ///   - parts: the number of discs, cassettes and booklets that belong to the copy, 1 to 1000.
  ///   - id: the id of the new copy; a new one if nil. An existing copy with this id is the result of an earlier attempt
  ///     and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the copy.
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved` or `.badValue`.
  package func add(_ release: Release.ID, parts: Int, id: Copy.ID?, by: String?) throws -> Catalogue.Item {
    guard (1...1000).contains(parts) else {
      throw StaffError.badValue(field: "parts", sentence: "It must be a whole number from 1 to 1000.")
    }
    return try room.write { transaction in
      let copy: Copy.ID
      if let id, try transaction.copy(id) != nil {
        copy = id
      } else {
        _ = try transaction.listed(release, ifVersion: nil)
        var added = try Accession.addCopy(of: release, id: id, in: transaction)
        if parts != added.partCount {
          added.partCount = parts
          try transaction.update(added)
        }
        copy = added.id
        try transaction.storeChange(.add, by: by)
      }
      let stored = try transaction.copy(.id(copy))
      return Catalogue.Item(copy: stored, release: try transaction.releaseOf(stored))
    }
  }

  /// Removes a copy that was added by mistake, with its codes. A copy that the library had is withdrawn instead.
  ///
  /// - Throws: `StaffError.noSuchCopy` or `.staleVersion`; `.onlyWithdrawn` if loans, holds, plays or written tags refer to it.
  package func remove(_ id: Copy.ID, ifVersion version: Int?, by: String?) throws {
    try room.write { transaction in
      let copy = try transaction.copy(.id(id))
      if let version, version != copy.version { throw StaffError.staleVersion(now: copy.version) }
      try transaction.removeUnused(id)
      try transaction.storeChange(.copy, by: by, reason: EventBody.CopyChange.removed.rawValue)
    }
  }
}
