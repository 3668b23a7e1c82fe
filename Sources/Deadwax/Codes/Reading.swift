/// A reader's report: one code or one tag, seen at one moment.
package struct Reading: Hashable, Sendable {
  package typealias ID = Identifier<Reading>

  /// The reader's id for the reading, and later the scan's id. Two reports with the same id are one scan.
  package let id: ID
  /// The wall time at which the code was first seen, by the reader's clock.
  package let at: Timestamp
  package let symbology: Symbology
  /// The text as read; for a tag, its UID.
  package let text: String
  /// The code stored on a tag; nil if there is none, or for a barcode.
  package let written: String?
  /// The reason for which the content of a tag is not trusted, such as `codes-disagree`; nil if there is no problem.
  package let fault: String?
  /// True if the barcode's image was verified against its digits.
  package let isVerified: Bool
  /// The read quality from 0 to 1; nil if the reader cannot measure it.
  package let quality: Double?
  /// The number of frames that contained the code before it was reported.
  package let frames: Int?

  package init(
    id: ID, at: Timestamp, symbology: Symbology, text: String, written: String? = nil, fault: String? = nil,
    isVerified: Bool = false, quality: Double? = nil, frames: Int? = nil
  ) {
    self.id = id
    self.at = at
    self.symbology = symbology
    self.text = text
    self.written = written
    self.fault = fault
    self.isVerified = isVerified
    self.quality = quality
    self.frames = frames
  }
}
