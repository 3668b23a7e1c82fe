/// A slot that is lit.
package struct LitSlotResource: Codable, Sendable {
  /// The name of the light.
  package var light: String
  /// The name of the place.
  package var place: String
  /// The number of the slot; omitted if the place is lit as a whole.
  package var slot: Int?
  /// The number of seconds for which it is lit.
  package var seconds: Int

  package init(light: String, place: String, slot: Int?, seconds: Int) {
    self.light = light
    self.place = place
    self.slot = slot
    self.seconds = seconds
  }
}
