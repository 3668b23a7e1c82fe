package import Catalogue
package import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
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
  ///   or `PolicyRefusal(.slotOccupied)` if another copy is in a slot for one.
  package func shelve(
    _ id: Copy.ID, in place: Place.ID, slot: Int?, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Item {
    try room.write { [room] transaction in
      let before = try transaction.copy(.id(id))
      if let version, version != before.version { throw StaffError.staleVersion(now: before.version) }
      let location = try transaction.location(place, slot: slot)
      guard before.loan == nil else { throw PolicyRefusal(.copyOnLoan) }
      if before.location != location {
        let library = try room.library(in: transaction)
        var executor = EffectExecutor(
          transaction: transaction, tags: nil, station: .office, scan: nil, by: by, library: library, session: nil)
        let outcome = try executor.perform([.shelve(before, location)], Outcome(.shelved, mode: .shelve))
        guard outcome.code == .shelved else { throw PolicyRefusal(outcome.code) }
        try transaction.storeChange(.shelve, by: by)
      }
      let copy = try transaction.copy(.id(id))
      return Catalogue.Item(copy: copy, release: try transaction.releaseOf(copy))
    }
  }
}

extension Queryable {
  /// Returns the location of a place, or of the slot with a number in it.
  ///
  /// - Throws: `StaffError.noSuchPlace` or `.noSuchSlot`.
  fileprivate func location(_ id: Place.ID, slot number: Int?) throws -> Location {
    guard let place = try place(id) else { throw StaffError.noSuchPlace }
    guard let number else { return Location(place: id, placeName: place.name) }
    guard let slot = try slots(of: id).first(where: { $0.slot.number == number })?.slot else {
      throw StaffError.noSuchSlot
    }
    return slot.location
  }
}
