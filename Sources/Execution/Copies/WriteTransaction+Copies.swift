package import Deadwax
package import Lending
package import StationLogic
package import Storage

extension Station.Name {
  /// The station name that is recorded for operations of staff without a station.
  package static let office = Station.Name("office") ?? .hubStation
}

extension Queryable {
  /// Returns the location of a place, or of the slot with a number in it.
  ///
  /// - Throws: `StaffError.noSuchPlace` or `.noSuchSlot`.
  package func location(_ id: Place.ID, slot number: Int?) throws -> Location {
    guard let place = try place(id) else { throw StaffError.noSuchPlace }
    guard let number else { return Location(place: id, placeName: place.name) }
    guard let slot = try slots(of: id).first(where: { $0.slot.number == number })?.slot else {
      throw StaffError.noSuchSlot
    }
    return slot.location
  }

  /// Refuses to shelve a copy that is on loan.
  ///
  /// - Throws: `PolicyRefusal(.copyOnLoan)`.
  package func checkShelving(of copy: Copy) throws {
    guard copy.loan == nil else { throw PolicyRefusal(.copyOnLoan) }
  }

  /// Refuses to remove a copy that the library had. It is withdrawn instead.
  ///
  /// - Throws: `StaffError.onlyWithdrawn` if loans, holds, plays or written tags refer to it.
  package func checkRemoval(of copy: Copy.ID) throws {
    guard try !isReferred(copy) else { throw StaffError.onlyWithdrawn }
  }
}

extension WriteTransaction {
  /// Carries out effects as a station does, for staff without a station.
  ///
  /// - Throws: `PolicyRefusal` with the outcome code of the refusal.
  package func performForStaff(_ effects: [Effect], _ outcome: Outcome, library: LibraryPolicy, by: String?) throws {
    var executor = EffectExecutor(
      transaction: self, tags: nil, station: .office, scan: nil, by: by, library: library, session: nil)
    let done = try executor.perform(effects, outcome)
    guard done.code == outcome.code else { throw PolicyRefusal(done.code) }
  }

  /// Shelves a copy that is not on loan.
  ///
  /// - Throws: `PolicyRefusal(.copyOnLoan)`, `.slotDisabled`, or `.slotOccupied` if another copy is in a slot for one.
  package func shelve(_ copy: Copy, at location: Location, library: LibraryPolicy, by: String?) throws {
    try checkShelving(of: copy)
    guard copy.location != location else { return }
    try performForStaff([.shelve(copy, location)], Outcome(.shelved, mode: .shelve), library: library, by: by)
  }

  /// Removes a copy that was added by mistake, with its codes, and publishes it.
  ///
  /// - Throws: `StaffError.onlyWithdrawn`.
  package func removeUnused(_ copy: Copy.ID) throws {
    try checkRemoval(of: copy)
    try remove(copy)
    try publish(.copyChanged(change: .removed), subject: copy.text)
  }
}
