package import Deadwax

/// A scan with the current records that its outcome concerns.
package struct ScanView: Hashable, Sendable {
  package var scan: Scan
  package var release: Release?
  package var copy: Copy?
  package var choices: [Copy]
  /// The loans that the outcome concerns, if there are several.
  package var lines: [OutcomeLine] = []
  /// The language of the station, as an ISO 639 code; nil if none is set.
  package var language: String?
  /// True if the code is or ever was a card: then its number is for staff only.
  package var isCard = false
}
