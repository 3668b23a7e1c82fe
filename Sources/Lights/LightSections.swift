package import Configuration
internal import Foundation

/// The sections `[light NAME]` of a configuration file, each of which describes the lights of a place.
package enum LightSections {
  /// The keys of a section.
  package static let group = KeyGroup(
    "light",
    keys: [
      Key("place", section: "light", help: "name or id of the place that has the lights"),
      Key("slots", section: "light", help: "slots with lights, such as 1-40; by default the place has one as a whole"),
      Key("kind", section: "light", help: "a file of hardware/lights, such as wled or http; or command"),
      Key("address", section: "light", help: "address of the lights, such as http://192.168.1.40"),
      Key("command", section: "light", help: "program for the kind command: called with on or off, and values"),
      Key("first", section: "light", standard: "0", help: "number of the first light"),
      Key("lights-per-slot", section: "light", standard: "1", help: "number of lights of each slot"),
      Key("colour", section: "light", standard: "ffb000", help: "colour as six hexadecimal digits"),
      Key("seconds", section: "light", standard: "20", help: "seconds for which a slot is lit"),
    ], required: ["place", "kind"], help: "the lights of a place, in the file only; once for each")

  /// Returns the lights of a configuration whose table has the group, in their order in the file.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - kinds: the kinds of the installation.
  /// - Returns: the lights.
  /// - Throws: `ConfigurationError` with the line of the first invalid value.
  package static func strips(
    in configuration: Configuration, kinds: [LightKind]
  ) throws(ConfigurationError) -> [LightStrip] {
    var strips: [LightStrip] = []
    for section in configuration.sections(group.name) {
      let colour = (section.text("colour") ?? "ffb000").lowercased()
      guard colour.count == 6, colour.allSatisfy({ $0.isHexDigit && $0.isASCII }) else {
        throw section.invalid("colour", expected: "six hexadecimal digits, such as ffb000")
      }
      strips.append(
        LightStrip(
          name: section.name, place: section.text("place") ?? "", slots: try slots(section),
          driver: try driver(section, kinds), first: try number("first", 0...100_000, 0, section),
          lightsPerSlot: try number("lights-per-slot", 1...1000, 1, section),
          colour: colour, seconds: try number("seconds", 1...3600, 20, section)))
    }
    return strips
  }

  private static func number(
    _ key: String, _ range: ClosedRange<Int>, _ standard: Int, _ section: NamedSection
  ) throws(ConfigurationError) -> Int {
    guard let text = section.text(key) else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw section.invalid(key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func slots(_ section: NamedSection) throws(ConfigurationError) -> ClosedRange<Int>? {
    guard let text = section.text("slots") else { return nil }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 1, last >= first, last <= 9999 else {
      throw section.invalid("slots", expected: "two numbers from 1 to 9999, such as 1-40")
    }
    return first...last
  }

  private static func driver(
    _ section: NamedSection, _ kinds: [LightKind]
  ) throws(ConfigurationError) -> LightStrip.Driver {
    let name = section.text("kind") ?? ""
    if name == "command" {
      guard let command = section.text("command"), command.hasPrefix("/") else {
        throw section.error("a light of the kind command needs a line command = with the absolute path of a program")
      }
      return .program(command)
    }
    guard let kind = kinds.first(where: { $0.id == name }) else {
      let names = kinds.map(\.id) + ["command"]
      throw section.invalid("kind", expected: names.joined(separator: ", "))
    }
    guard let address = section.text("address"), let url = URL(string: address), url.host != nil,
      ["http", "https"].contains(url.scheme ?? ""), url.user == nil
    else {
      throw section.error("a light of the kind \(name) needs a line address = such as http://192.168.1.40")
    }
    return .requests(kind, address: address.hasSuffix("/") ? String(address.dropLast()) : address)
  }
}
