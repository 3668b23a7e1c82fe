package import Deadwax
package import Storage

extension Catalogue {
  /// The alternatives that carry the barcode of a release.
  package struct Alternatives: Hashable, Sendable {
    package var release: Release
    /// The most likely first.
    package var all: [Alternative]
    /// The record number that a person chose for the barcode; nil if none was chosen.
    package var choice: String?
  }

  /// Returns the alternatives that the last look-up of a release found; nil if there is no such release.
  package func alternatives(of id: Release.ID) throws -> Alternatives? {
    try database.read { try $0.alternatives(of: id) }
  }
}

extension Queryable {
  /// Returns the alternatives that the last look-up of a release found; nil if there is no such release.
  package func alternatives(of id: Release.ID) throws -> Catalogue.Alternatives? {
    guard let release = try release(id) else { return nil }
    let current = try sourceID(of: id)
    return Catalogue.Alternatives(
      release: release,
      all: try lookupCandidates(of: id).map { Alternative($0, isCurrent: $0.sourceID == current) },
      choice: try release.barcode.flatMap { try sourceChoice(of: $0) })
  }
}
