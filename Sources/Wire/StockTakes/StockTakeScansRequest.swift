package import Deadwax

/// Scans to count, such as those of a handheld that was away.
package struct StockTakeScansRequest: Codable, Sendable {
  /// The station that they are attributed to.
  package var station: Station.Name
  /// The scans in their order, at most 500.
  package var scans: [Item]

  package init(station: Station.Name, scans: [Item]) {
    self.station = station
    self.scans = scans
  }

  /// A scan.
  package struct Item: Codable, Sendable {
    /// The id of the scan. One that is known is not counted again.
    package var id: Reading.ID
    package var code: String
    /// The kind of the code; `typed` if it is absent.
    package var symbology: Symbology?
    /// The time of the scan; the time of the request if it is absent.
    package var at: RFC3339Time?

    package init(id: Reading.ID, code: String, symbology: Symbology?, at: RFC3339Time?) {
      self.id = id
      self.code = code
      self.symbology = symbology
      self.at = at
    }
  }
}
