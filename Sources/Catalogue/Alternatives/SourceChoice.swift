package import Deadwax
package import Storage

extension WriteTransaction {
  /// Chooses the record of the external catalogue that describes a release, and remembers it for the barcode. The change
  /// is not recorded yet.
  ///
  /// - Returns: true if the record was requested, so that the look-ups must be woken after the commit.
  package func choose(_ sourceID: String, of gtin: GTIN, for release: Release.ID) throws -> Bool {
    let isCurrent = try self.sourceID(of: release) == sourceID
    try setSourceChoice(of: gtin, to: sourceID)
    // An open request for an earlier choice must not win.
    guard try !isCurrent || hasOpenFetch(of: gtin) else { return false }
    try enqueueFetch(sourceID, of: gtin, for: release)
    return true
  }
}
