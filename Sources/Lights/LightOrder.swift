internal import Foundation

/// One switching of lights: what is sent to them.
package struct LightOrder: Equatable, Sendable {
  package let strip: LightStrip
  /// The name of the place.
  package let place: String
  /// The number of the slot; nil for the place as a whole.
  package let slot: Int?
  package let lights: Range<Int>
  package let isOn: Bool

  /// - Parameters:
  ///   - strip: the lights of the place.
  ///   - place: the name of the place.
  ///   - slot: the number of the slot; nil for the place as a whole.
  ///   - lights: the number of the first light, and the one after the last.
  ///   - isOn: true to switch them on.
  package init(strip: LightStrip, place: String, slot: Int?, lights: Range<Int>, isOn: Bool) {
    self.strip = strip
    self.place = place
    self.slot = slot
    self.lights = lights
    self.isOn = isOn
  }

  /// The names that a file of a kind may have in braces.
  static let names = ["place", "slot", "first", "end", "colour", "seconds"]

  /// The same lights, switched off.
  package var ended: LightOrder {
    LightOrder(strip: strip, place: place, slot: slot, lights: lights, isOn: false)
  }

  /// The body of the request of a kind.
  package func body(_ kind: LightKind) -> String { filled(isOn ? kind.on : kind.off) }

  /// The words for a program: `on` or `off`, the place, the slot, the first light, the one after the last, the colour,
  /// and the seconds. A place as a whole has the slot 0.
  package var words: [String] {
    [isOn ? "on" : "off"] + Self.names.map { value($0) }
  }

  private func filled(_ text: String) -> String {
    Self.names.reduce(text) { result, name in
      result.replacingOccurrences(of: "{\(name)}", with: name == "place" ? Self.escaped(place) : value(name))
    }
  }

  private func value(_ name: String) -> String {
    switch name {
    case "place": place
    case "slot": "\(slot ?? 0)"
    case "first": "\(lights.lowerBound)"
    case "end": "\(lights.upperBound)"
    case "colour": strip.colour
    default: "\(strip.seconds)"
    }
  }

  /// Returns a text as it stands between the quotation marks of a JSON string.
  private static func escaped(_ text: String) -> String {
    guard let data = try? JSONEncoder().encode(text) else { return "" }
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
  }
}
