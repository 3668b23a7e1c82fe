/// The first steps of a new library, and which of them are done.
package struct FirstSteps: Codable, Sendable {
  /// True if the library has a copy, and a station has scanned a code.
  package var hasScannedCopy: Bool
  /// True if there is a place.
  package var hasPlace: Bool
  /// True if a borrower is enrolled.
  package var hasBorrower: Bool
  /// True if labels were made.
  package var hasLabels: Bool

  package init(hasScannedCopy: Bool, hasPlace: Bool, hasBorrower: Bool, hasLabels: Bool) {
    self.hasScannedCopy = hasScannedCopy
    self.hasPlace = hasPlace
    self.hasBorrower = hasBorrower
    self.hasLabels = hasLabels
  }
}
