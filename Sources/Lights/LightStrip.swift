/// The lights of one place, as the operator configured them.
package struct LightStrip: Equatable, Sendable {
  /// The way in which the lights are switched.
  package enum Driver: Equatable, Sendable {
    /// The requests of a kind, to an address such as `http://192.168.1.40`.
    case requests(LightKind, address: String)
    /// A program that is called with the state and the values.
    case program(String)
  }

  /// The name of its section in the configuration.
  package let name: String
  /// The name or the id of the place.
  package let place: String
  /// The numbers of the slots that have lights; nil if the place as a whole has one.
  package let slots: ClosedRange<Int>?
  package let driver: Driver
  /// The number of the first light of the first slot.
  package let first: Int
  /// The number of lights of each slot, at least 1.
  package let lightsPerSlot: Int
  /// The colour as six hexadecimal digits.
  package let colour: String
  /// The number of seconds for which a slot is lit, at least 1.
  package let seconds: Int

  package init(
    name: String, place: String, slots: ClosedRange<Int>?, driver: Driver, first: Int, lightsPerSlot: Int,
    colour: String, seconds: Int
  ) {
    self.name = name
    self.place = place
    self.slots = slots
    self.driver = driver
    self.first = first
    self.lightsPerSlot = lightsPerSlot
    self.colour = colour
    self.seconds = seconds
  }

  /// Returns the numbers of the lights of a slot.
  ///
  /// - Parameter slot: the number of the slot; nil for the place as a whole.
  /// - Returns: the first number, and the one after the last; nil if the slot has no light.
  package func lights(of slot: Int?) -> Range<Int>? {
    guard let slots else { return first..<first + lightsPerSlot }
    guard let slot, slots.contains(slot) else { return nil }
    let start = first + (slot - slots.lowerBound) * lightsPerSlot
    return start..<start + lightsPerSlot
  }
}
