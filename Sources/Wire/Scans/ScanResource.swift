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

  /// - Parameters:
  ///   - scan: the scan.
  ///   - text: its code, or the replacement for that of a card.
  ///   - written: the code on the tag; nil for none, or for that of a card.
  ///   - outcome: its outcome with its records.
  package init(_ scan: Scan, text: String, written: String?, outcome: OutcomeDetail) {
    let reading = scan.reading
    id = scan.id
    seq = Int(scan.sequence)
    station = scan.station
    reader = scan.reader
    at = RFC3339Time(reading.at)
    receivedAt = RFC3339Time(scan.receivedAt)
    symbology = reading.symbology.rawValue
    self.text = text
    self.written = written
    verified = reading.isVerified
    quality = reading.quality.flatMap { (0...1).contains($0) ? ($0 * 100).rounded() / 100 : nil }
    frames = reading.frames.flatMap { $0 > 0 ? $0 : nil }
    self.outcome = outcome
  }
}
