internal import Catalogue
internal import Deadwax
internal import Storage

extension EffectExecutor {
  /// Chooses the record of the external catalogue that describes a release.
  mutating func choose(_ sourceID: String, for release: Release.ID) throws {
    guard let gtin = try transaction.release(release)?.barcode else { throw Refused(.changedSince) }
    if try transaction.choose(sourceID, of: gtin, for: release) { wantLookup() }
    note(.source)
  }
}
