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

  /// Creates a request; a function sets the optional members.
  package init(code: String, _ set: (inout ScanReportRequest) -> Void = { _ in }) {
    self.code = code
    set(&self)
  }
}
