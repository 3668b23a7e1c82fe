package import Away
package import Deadwax
internal import Secrets
internal import Storage

/// An entry of a station's journal with what it is about, for staff.
package struct AwayView: Hashable, Sendable {
  package var item: AwayItem
  package var release: Release?
  package var copy: Copy?
  /// Nil also for somebody who was forgotten.
  package var borrower: Borrower?
  /// What it led to.
  package var change: Change?
}

extension Queryable {
  func view(of item: AwayItem) throws -> AwayView {
    let copy = try item.copy.flatMap { try self.copy($0) }
    return AwayView(
      item: item, release: try (item.release ?? copy?.release).flatMap { try release($0) }, copy: copy,
      borrower: try item.borrower.flatMap { try borrower($0) },
      change: try item.change.flatMap { try change(sequence: $0) })
  }
}

extension AwayEntry {
  /// The id of its row in the history, where its own was used for something else.
  func otherID(in journal: AwayItem.Journal.ID) -> Reading.ID {
    let (high, low) = Digest.of(Array("\(journal) \(sequence)".utf8))
    return Reading.ID(digest: high, low)
  }
}
