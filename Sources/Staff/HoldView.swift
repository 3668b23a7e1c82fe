package import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// A hold with the current records that it concerns.
package struct HoldView: Hashable, Sendable {
  package var hold: Hold
  package var release: Release
  /// The copy that is ready for pick-up, or the only copy that the hold is for.
  package var copy: Copy?
  package var borrower: Borrower?
  package var notes: [Outcome.Code] = []
}

extension Queryable {
  func holdView(_ id: Hold.ID) throws -> HoldView {
    guard let hold = try hold(id) else { throw StaffError.noSuchHold }
    return try view(of: hold)
  }

  func view(of hold: Hold) throws -> HoldView {
    let id: Release.ID
    var wanted: Copy?
    switch hold.subject {
    case .release(let release): id = release
    case .copy(let copy):
      guard let found = try self.copy(copy) else { throw StaffError.noSuchCopy }
      id = found.release
      wanted = found
    }
    guard let release = try release(id) else { throw StaffError.noSuchRelease }
    return HoldView(
      hold: hold, release: release, copy: try hold.copy.flatMap { try copy($0) } ?? wanted,
      borrower: try borrower(hold.borrower))
  }
}
