/// A new PIN.
package struct PINRequest: Codable, Sendable {
  /// The PIN, 4 to 12 digits.
  package var pin: String

  package init(pin: String) {
    self.pin = pin
  }
}
