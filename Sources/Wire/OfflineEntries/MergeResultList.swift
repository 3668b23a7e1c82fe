package import Deadwax

/// The results of entries.
package struct MergeResultList: Codable, Sendable {
  /// The results, in the order of the entries.
  package var items: [MergeResult]
  /// The next expected sequence of this journal.
  package var next: Int

  package init(items: [MergeResult], next: Int) {
    self.items = items
    self.next = next
  }
}
