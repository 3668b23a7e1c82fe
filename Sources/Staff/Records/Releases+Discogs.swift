package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Releases {
  /// Adds a release of Discogs by its number, as one change. Its facts arrive as soon as Discogs answers. A release
  /// that the library has from there already is used as it is.
  ///
  /// - Parameters:
  ///   - address: the release at Discogs.
  ///   - isWished: true to put it on the wish list; false to add a copy.
  ///   - id: the id of the new copy; a new one if nil. If a copy has it, an earlier attempt was carried out.
  ///   - by: the person or program that makes the change.
  /// - Returns: the release with its copies.
  /// - Throws: `StaffError.noSuchRelease`.
  package func add(
    _ address: DiscogsAddress, isWished: Bool, id: Copy.ID?, by: String?
  ) throws -> Catalogue.Opened {
    try room.write { [room] transaction in
      if let id, let copy = try transaction.copy(id) { return try transaction.opened(copy.release) }
      let release: Release.ID
      // A release whose look-up is not finished is known by its address alone.
      if case .release(let known)? = try transaction.target(of: Code.Key(class: .text, value: address.text)) {
        release = known
      } else {
        release = try Accession.addUnresolved(address, scan: nil, in: transaction).id
      }
      if isWished {
        try transaction.setWished(true, release)
      } else {
        _ = try Accession.addCopy(of: release, id: id, in: transaction)
      }
      if try transaction.hastenLookup(of: release) { transaction.afterCommit(room.lookupWanted) }
      try transaction.publish(.releaseChanged, subject: release.text)
      try transaction.storeChange(isWished ? .wish : .add, by: by)
      return try transaction.opened(release)
    }
  }
}
