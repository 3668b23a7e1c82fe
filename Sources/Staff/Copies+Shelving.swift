package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Copies {
  /// Shelves a copy: it belongs in a place from now on, or in a slot of it. The same place again changes nothing.
  ///
  /// - Parameters:
  ///   - id: the copy.
  ///   - place: the place.
  ///   - slot: the number of the slot; nil for the place itself.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the copy after the change.
  /// - Throws: `StaffError.noSuchCopy`, `.noSuchPlace`, `.noSuchSlot` or `.staleVersion`; `PolicyRefusal(.copyOnLoan)`,
  ///   `PolicyRefusal(.slotDisabled)`, or `PolicyRefusal(.slotOccupied)` if another copy is in a slot for one.
  package func shelve(
    _ id: Copy.ID, in place: Place.ID, slot: Int?, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Item {
    try room.write { [room] transaction in
      let before = try transaction.copy(.id(id))
      if let version, version != before.version { throw StaffError.staleVersion(now: before.version) }
      let location = try transaction.location(place, slot: slot)
      try transaction.shelve(before, at: location, library: try room.library(in: transaction), by: by)
      if before.location != location { try transaction.storeChange(.shelve, by: by) }
      let copy = try transaction.copy(.id(id))
      return Catalogue.Item(copy: copy, release: try transaction.releaseOf(copy))
    }
  }
}
