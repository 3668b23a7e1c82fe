/// The lights of a place, as the operator configured them.
package struct LightResource: Codable, Sendable {
  /// The name of its section in the configuration.
  package var name: String
  /// The name or the id of the place.
  package var place: String
  /// The first and the last slot with lights; omitted if the place as a whole has one.
  package var firstSlot: Int?
  package var lastSlot: Int?
  /// The number of seconds for which a slot is lit.
  package var seconds: Int

  package init(name: String, place: String, slots: ClosedRange<Int>?, seconds: Int) {
    self.name = name
    self.place = place
    firstSlot = slots?.lowerBound
    lastSlot = slots?.upperBound
    self.seconds = seconds
  }
}
