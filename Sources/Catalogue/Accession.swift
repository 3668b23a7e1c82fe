package import Deadwax
package import Storage

/// Additions to the collection, inside a transaction that is already open.
package enum Accession {
  /// Adds a copy of a known release, with a new code.
  package static func addCopy(of release: Release.ID, in transaction: WriteTransaction) throws -> Copy {
    try addCopy(of: release, id: nil, in: transaction)
  }

  /// Adds such a copy with an id; a new one if nil.
  package static func addCopy(of release: Release.ID, id: Copy.ID?, in transaction: WriteTransaction) throws -> Copy {
    let copy = Copy(
      id: id ?? transaction.newID(), release: release, number: try transaction.nextCopyNumber(),
      code: transaction.newOwnCode(.copy), addedAt: transaction.now)
    try transaction.insert(copy)
    // What the library owns is wished for no longer.
    if try transaction.wishedAt(release) != nil { try transaction.setWished(false, release) }
    try transaction.publish(.copyAdded, subject: copy.id.text)
    return copy
  }

  /// Adds a release of which only the barcode is known. If the barcode can be looked up, also queues a look-up that
  /// fills in the release. Otherwise no catalogue has it, and people enter it.
  ///
  /// - Parameters:
  ///   - gtin: the barcode.
  ///   - scan: the scan that caused the addition; nil for none.
  ///   - target: the target of the station that scanned, which the look-up keeps.
  ///   - transaction: the open transaction.
  /// - Returns: the new release.
  /// - Throws: a `StorageError`.
  package static func addUnresolved(
    _ gtin: GTIN, scan: Reading.ID?, target: ScanTarget, in transaction: WriteTransaction
  ) throws -> Release {
    let release = Release(
      id: transaction.newID(), status: gtin.isWorthLookingUp ? .unresolved : .notFound, medium: .other,
      title: Release.placeholder(for: gtin), artist: "", barcode: gtin)
    try transaction.insert(release)
    try transaction.bind(Code.Key(class: .gtin, value: gtin.key), to: .release(release.id))
    try transaction.publish(.releaseAdded, subject: release.id.text)
    if gtin.isWorthLookingUp {
      try transaction.enqueueLookup(gtin, for: release.id, scan: scan, target: target)
    }
    return release
  }

  /// Adds a release of which only the address at Discogs is known, with a look-up that fills it in. A release that has
  /// its facts from there already is not added again; the address now names it.
  package static func addUnresolved(
    _ address: DiscogsAddress, scan: Reading.ID?, in transaction: WriteTransaction
  ) throws -> Release {
    let key = Code.Key(class: .text, value: address.text)
    if let known = try transaction.release(source: "discogs", id: String(address.release)) {
      if try transaction.binding(of: key) == nil { try transaction.bind(key, to: .release(known.id)) }
      return known
    }
    let release = Release(
      id: transaction.newID(), status: .unresolved, medium: .other, title: "Discogs \(address.release)", artist: "",
      barcode: nil)
    try transaction.insert(release)
    try transaction.bind(key, to: .release(release.id))
    try transaction.publish(.releaseAdded, subject: release.id.text)
    try transaction.enqueueLookup(address, for: release.id, scan: scan)
    return release
  }
}
