/// The result of the undo of a batch of additions.
package struct BatchUndoResult: Codable, Sendable {
  /// The number of copies that were removed.
  package var removed: Int
  /// The batch with the copies that remain, because they have changed since they were added.
  package var batch: BatchResource

  package init(removed: Int, batch: BatchResource) {
    self.removed = removed
    self.batch = batch
  }
}
