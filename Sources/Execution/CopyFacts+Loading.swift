package import Deadwax
package import Lending
internal import Storage

extension Queryable {
  /// Returns all facts about a copy that the rules need, read in one place for every caller.
  package func facts(of copy: Copy, _ library: LibraryPolicy) throws -> CopyFacts {
    let holds = try holds(fulfilledBy: copy.id, of: copy.release)
    return CopyFacts(
      copy: copy, holds: holds, ineligible: try ineligible(holds, library), lostFees: try lostFees(ofFound: copy))
  }

  /// Returns the borrowers whose holds are skipped for now.
  package func ineligible(_ holds: [Hold], _ library: LibraryPolicy) throws -> Set<Borrower.ID> {
    guard library.holds.skipsBlocked else { return [] }
    let borrowers = try Set(holds.map(\.borrower)).sorted().compactMap { try borrower($0) }
    return LendingPolicy(library: library, station: StationPolicy()).ineligible(borrowers, at: now)
  }

  /// Returns the place of copies that are ready for pick-up; nil if the library has none.
  package func pickUpShelf(_ library: LibraryPolicy) throws -> Location? {
    try library.holds.shelf.flatMap { try place($0) }.map { Location(place: $0.id, placeName: $0.name) }
  }

  /// Returns the fees to cancel or to refund when a copy is found; none if the copy is not missing or lost.
  package func lostFees(ofFound copy: Copy) throws -> [Fee] {
    [.missing, .lost].contains(copy.status) ? try lostFees(of: copy.id) : []
  }
}
