/// A PIN that was entered at a station.
package struct PINEntry: Codable, Sendable {
  /// The PIN, as entered.
  package var pin: String

  package init(pin: String) {
    self.pin = pin
  }
}
