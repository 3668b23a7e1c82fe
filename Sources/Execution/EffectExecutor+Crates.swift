internal import Deadwax
internal import Lending
internal import Storage

extension EffectExecutor {
  /// Puts a record into a crate. A crate that does not exist gets the day, the time and the station as its name: nothing
  /// else is known of a pile, and staff can rename it.
  mutating func collect(_ subject: CrateItem.Subject, into crate: Crate.ID) throws {
    if try transaction.crate(crate) == nil {
      let (day, second) = library.due.calendar.zone.local(at: transaction.now)
      let name = Crate.pileName(on: day, at: second, station: station)
      try transaction.insert(
        Crate(id: crate, parent: nil, name: name, note: nil, createdAt: transaction.now, version: 1))
    }
    if case .full = try transaction.put(subject, into: crate, as: nil) { throw Refused(.crateFull) }
    note(.crate)
    try transaction.publish(.crateChanged, station: station, subject: crate.text)
  }
}
