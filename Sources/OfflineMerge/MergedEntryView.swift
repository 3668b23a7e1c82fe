package import Deadwax
package import OfflineStation
internal import Secrets
internal import Storage

/// An entry of a station's journal with the records that it concerns, for staff.
package struct MergedEntryView: Hashable, Sendable {
  package var item: MergedEntry
  package var release: Release?
  package var copy: Copy?
  /// The borrower; also nil after an erasure.
  package var borrower: Borrower?
  /// The change that the entry led to.
  package var change: Change?
}

extension Queryable {
  func view(of item: MergedEntry) throws -> MergedEntryView {
    let copy = try item.copy.flatMap { try self.copy($0) }
    return MergedEntryView(
      item: item, release: try (item.release ?? copy?.release).flatMap { try release($0) }, copy: copy,
      borrower: try item.borrower.flatMap { try borrower($0) },
      change: try item.change.flatMap { try change(sequence: $0) })
  }
}

extension OfflineEntry {
  /// Returns the id of the entry's row in the history if the entry's own id is taken by another outcome.
  func otherID(in journal: MergedEntry.Journal.ID) -> Reading.ID {
    let (high, low) = Digest.of(Array("\(journal) \(sequence)".utf8))
    return Reading.ID(digest: high, low)
  }
}
