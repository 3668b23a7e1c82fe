package import Deadwax

/// A code that a station accepted: an immutable row of the history with exactly one outcome.
package struct ScanResource: Codable, Sendable {
  package var id: Reading.ID
  /// The sequence number in the history; later scans have higher numbers.
  package var seq: Int
  package var station: Station.Name
  /// The name of the reader; omitted if a program reported the scan without one.
  package var reader: String?
  /// The time at which the reader first read the code.
  package var at: RFC3339Time
  /// The time at which the hub received the scan.
  package var receivedAt: RFC3339Time
  package var symbology: String
  /// The code as read; for a tag, its number.
  package var text: String
  /// The code that is written on the tag.
  package var written: String?
  /// True if the image of the barcode was verified against its digits.
  package var verified: Bool
  /// The quality of the reading, rounded to hundredths; omitted if the reader does not report it.
  package var quality: Double?
  /// The number of camera frames in which the code was read before it was accepted.
  package var frames: Int?
  package var outcome: OutcomeDetail

  package init(
    id: Reading.ID, seq: Int, station: Station.Name, reader: String? = nil, at: RFC3339Time, receivedAt: RFC3339Time,
    symbology: String, text: String, written: String? = nil, verified: Bool, quality: Double? = nil, frames: Int? = nil,
    outcome: OutcomeDetail
  ) {
    self.id = id
    self.seq = seq
    self.station = station
    self.reader = reader
    self.at = at
    self.receivedAt = receivedAt
    self.symbology = symbology
    self.text = text
    self.written = written
    self.verified = verified
    self.quality = quality
    self.frames = frames
    self.outcome = outcome
  }
}
