/// What a reader reports: one code or one tag, seen at one moment.
package struct Reading: Hashable, Sendable {
  package typealias ID = Identifier<Reading>

  /// Given by the reader, and the scan's id ever after: the same id twice is one scan.
  package let id: ID
  /// Wall time of the first sight, by the reader's clock.
  package let at: Timestamp
  package let symbology: Symbology
  /// The text as read; for a tag its UID.
  package let text: String
  /// The code found written on a tag; nil when there is none, or for a barcode.
  package let written: String?
  /// Why what is written on a tag is not to be trusted, as `codes-disagree`; nil when all is well.
  package let fault: String?
  /// Whether the barcode's own image was checked against its digits.
  package let isVerified: Bool
  /// How well it was read, 0 to 1; nil when the reader cannot tell.
  package let quality: Double?
  /// In how many frames it was seen before it was reported.
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
