package import Deadwax
package import Storage

extension WriteTransaction {
  /// Puts a record at the end of a crate that exists, unless the crate has it or is full.
  ///
  /// - Parameters:
  ///   - subject: a record that exists.
  ///   - crate: the crate.
  ///   - id: the id of the new item; a new one if nil.
  /// - Returns: the result.
  /// - Throws: a `StorageError`.
  package func put(
    _ subject: CrateItem.Subject, into crate: Crate.ID, as id: CrateItem.ID?
  ) throws -> CratePlacement {
    if let present = try crateItem(subject, in: crate) { return .present(present) }
    guard try itemCount(of: crate) < CrateItem.most else { return .full }
    return .added(try append(subject, to: crate, id: id ?? newID()))
  }
}
