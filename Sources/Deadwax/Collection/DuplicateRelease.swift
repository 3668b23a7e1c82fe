/// A release that may be the same edition as another one, with the reasons.
package struct DuplicateRelease: Hashable, Sendable {
  package var release: Release
  /// The reasons, the strongest first.
  package var reasons: [Reason]
  /// The number of its copies.
  package var copies: Int

  /// A reason why two releases may be one edition.
  package enum Reason: String, CaseIterable, Codable, Sendable {
    /// Both come from the same record of the same source.
    case sameSource = "same-source"
    /// Both have the same barcode and the same title.
    case sameBarcode = "same-barcode"
    /// Both have the same label, catalogue number and title.
    case sameCatalogNumber = "same-catalog-number"
    /// Both have the same artist, title and medium, and one of them has neither a source nor a barcode.
    case sameTitle = "same-title"
  }

  package init(release: Release, reasons: [Reason], copies: Int) {
    self.release = release
    self.reasons = reasons
    self.copies = copies
  }
}
