package import Deadwax
internal import Execution
internal import Lending
internal import Messages
internal import Staff
internal import Storage

extension Receipts {
  /// Returns the slip of a hold whose copy is ready for pick-up.
  ///
  /// - Throws: `StaffError.noSuchHold`, or `.notReady`.
  package func slip(of hold: Hold.ID) throws -> HoldSlip { try database.read { try slip(of: hold, in: $0) } }

  /// Returns the slip as text of 40 columns, in the language of a station.
  ///
  /// - Throws: as `slip(of:)`.
  package func slipText(of hold: Hold.ID, at station: Station.Name = .hubStation) throws -> String {
    try database.read { try slip(of: hold, in: $0).text(try words(at: station, nil, in: $0)) }
  }

  /// Returns the slip as a page of HTML, in the language of the hub's station.
  ///
  /// - Throws: as `slip(of:)`.
  package func slipPage(of hold: Hold.ID) throws -> String {
    try database.read { try slip(of: hold, in: $0).page(try words(at: .hubStation, nil, in: $0)) }
  }

  /// Prints the slip of a hold in the background, in the language of a station. Returns at once, regardless of the
  /// printer.
  ///
  /// - Returns: false if there is no printer, or if its queue is full.
  package func printSlip(of hold: Hold.ID, at station: Station.Name = .hubStation) -> Bool {
    print { [self] in try slipText(of: hold, at: station) }
  }

  private func slip(of id: Hold.ID, in records: any Queryable) throws -> HoldSlip {
    guard let hold = try records.hold(id) else { throw StaffError.noSuchHold }
    guard hold.state == .ready, let copy = try hold.copy.flatMap({ try records.copy($0) }),
      let release = try records.release(copy.release)
    else { throw StaffError.notReady }
    return HoldSlip(
      shortName: try records.borrower(hold.borrower)?.shortName ?? "–", title: release.title, artist: release.artist,
      number: copy.number, pickUpBy: hold.pickUpBy, shelf: try records.pickUpShelf(try library(records)))
  }
}
