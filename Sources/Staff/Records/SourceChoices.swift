package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

/// The choices of the catalogue record that describes a release.
package struct SourceChoices: Sendable {
  let room: StaffContext

  /// Chooses the record of the external catalogue that describes a release: another of the alternatives that its look-up
  /// found. The choice is remembered for the barcode, so that every later look-up keeps it.
  ///
  /// The record itself is requested by a look-up, which fills in the release as soon as the catalogue answers.
  ///
  /// - Parameters:
  ///   - sourceID: the record number of one of the alternatives.
  ///   - id: the release.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the alternatives after the choice.
  /// - Throws: `StaffError.noSuchRelease`, `.staleVersion`, or `.badValue` for a record that is not an alternative.
  package func choose(
    _ sourceID: String, for id: Release.ID, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Alternatives {
    try room.write { [room] transaction in
      guard let before = try transaction.alternatives(of: id) else { throw StaffError.noSuchRelease }
      let release = before.release
      if let version, version != release.version { throw StaffError.staleVersion(now: release.version) }
      guard let gtin = release.barcode, before.all.contains(where: { $0.id == sourceID }) else {
        throw StaffError.badValue(field: "id", sentence: "It must be the number of one of the alternatives.")
      }
      if try transaction.choose(sourceID, of: gtin, for: id) { transaction.afterCommit(room.lookupWanted) }
      try transaction.storeChange(.source, by: by)
      return try transaction.alternatives(of: id) ?? before
    }
  }
}
