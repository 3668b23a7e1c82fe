package import Deadwax

/// A code that was read.
package struct ScanReportRequest: Codable, Sendable {
  /// The code as read, 1 to 500 bytes of UTF-8.
  package var code: String
  /// The id of the scan, chosen by the client so that a retry is safe.
  package var id: Reading.ID?
  /// The station of the scan. By default the station that the token is bound to, otherwise `desk`.
  package var station: Station.Name?
  package var symbology: String?
  /// The time of the reading, with any offset; by default now.
  package var at: RFC3339Time?
  /// The code that is written on a tag; `code` then is the number of the tag.
  package var written: String?
  /// The name of the reader, chosen by the client.
  package var reader: String?

  package init(
    code: String, id: Reading.ID? = nil, station: Station.Name? = nil, symbology: String? = nil, at: RFC3339Time? = nil,
    written: String? = nil, reader: String? = nil
  ) {
    self.code = code
    self.id = id
    self.station = station
    self.symbology = symbology
    self.at = at
    self.written = written
    self.reader = reader
  }
}
