package import Deadwax

/// A model of a changer or of a cartridge: its numbered slots, as a file in `hardware/changers` describes them.
package struct ChangerDescription: Sendable, Equatable {
  /// A row of slots with consecutive numbers.
  package struct Row: Sendable, Equatable {
    /// The name of the cartridge that has the slots; nil for slots of the model itself.
    package let cartridge: String?
    /// The numbers of the slots, each 1 to 9999.
    package let numbers: ClosedRange<Int>
  }

  /// The name of its file, such as `sony-cdp-cx355`.
  package let id: String
  /// The name for people, at most 60 characters.
  package let name: String
  /// `changer`, or `cartridge` for one that is described alone.
  package let kind: Place.Kind
  /// The media that it holds, at least one. A changer holds no vinyl.
  package let media: [Medium]
  /// The document that the facts are from.
  package let source: String
  /// Its slots: one row without a cartridge, or a row for each cartridge. Together 1 to 1000 slots.
  package let rows: [Row]

  /// The number of discs that it holds.
  package var capacity: Int { rows.reduce(0) { $0 + $1.numbers.count } }
}

extension ChangerDescription {
  /// Creates the description of a file.
  ///
  /// - Parameters:
  ///   - id: the name of the file without its extension.
  ///   - values: the values by section and name, such as `changer.name`.
  /// - Throws: `ChangerFault` with the first value that is missing or wrong.
  init(id: String, values: [String: String]) throws(ChangerFault) {
    self.id = id
    name = try Self.text("changer.name", values, atMost: Place.longestName)
    source = try Self.text("changer.source", values, atMost: 300)
    switch values["changer.kind"] ?? "changer" {
    case "changer": kind = .changer
    case "cartridge": kind = .cartridge
    case let other: throw ChangerFault("kind must be changer or cartridge, not '\(other)'")
    }
    media = try Self.media(try Self.text("changer.media", values, atMost: 100))
    let hasSlots = values.keys.contains { $0.hasPrefix("slots.") }
    let hasCartridges = values.keys.contains { $0.hasPrefix("cartridges.") }
    guard hasSlots != hasCartridges else { throw ChangerFault("it needs either [slots] or [cartridges]") }
    if hasCartridges, kind == .cartridge { throw ChangerFault("a cartridge has [slots], not [cartridges]") }
    rows = hasSlots ? [try Self.slots(values)] : try Self.cartridges(values)
    guard capacity <= Places.mostSlots else {
      throw ChangerFault("it has \(capacity) slots, and the most is \(Places.mostSlots)")
    }
    guard rows.allSatisfy({ Places.slotNumbers.contains($0.numbers.upperBound) }) else {
      throw ChangerFault("the numbers of slots are at most \(Places.slotNumbers.upperBound)")
    }
  }

  private static func slots(_ values: [String: String]) throws(ChangerFault) -> Row {
    let first = try number("slots.first", values, otherwise: 1)
    let count = try number("slots.count", values, otherwise: nil)
    return Row(cartridge: nil, numbers: first...(first + count - 1))
  }

  /// Returns a row for each cartridge. The numbers begin again in each, or go on from one to the next.
  private static func cartridges(_ values: [String: String]) throws(ChangerFault) -> [Row] {
    let count = try number("cartridges.count", values, otherwise: nil)
    let slots = try number("cartridges.slots", values, otherwise: nil)
    let name = values["cartridges.name"] ?? "Cartridge {number}"
    guard name.contains("{number}") || count == 1, (1...Place.longestName - 4).contains(name.count) else {
      throw ChangerFault("name of [cartridges] must be a short text with {number}")
    }
    let goesOn: Bool
    switch values["cartridges.numbering"] ?? "each" {
    case "each": goesOn = false
    case "through": goesOn = true
    case let other: throw ChangerFault("numbering must be each or through, not '\(other)'")
    }
    return (0..<count).map { index in
      let first = goesOn ? index * slots + 1 : 1
      return Row(
        cartridge: name.replacing("{number}", with: "\(index + 1)"), numbers: first...(first + slots - 1))
    }
  }

  private static func media(_ text: String) throws(ChangerFault) -> [Medium] {
    var media: [Medium] = []
    for word in text.filter({ $0 != " " }).split(separator: ",") {
      guard let medium = Medium(rawValue: String(word)) else {
        throw ChangerFault("media must be words of cd, cassette and other, not '\(word)'")
      }
      guard medium != .vinyl else { throw ChangerFault("a changer holds no vinyl") }
      media.append(medium)
    }
    guard !media.isEmpty else { throw ChangerFault("media is missing") }
    return media
  }

  private static func text(_ key: String, _ values: [String: String], atMost most: Int) throws(ChangerFault) -> String {
    guard let text = values[key], !text.isEmpty else { throw ChangerFault("\(word(key)) is missing") }
    guard text.count <= most else { throw ChangerFault("\(word(key)) has more than \(most) characters") }
    return text
  }

  private static func number(
    _ key: String, _ values: [String: String], otherwise standard: Int?
  ) throws(ChangerFault) -> Int {
    guard let text = values[key] else {
      if let standard { return standard }
      throw ChangerFault("\(word(key)) is missing")
    }
    guard let number = Int(text), (1...Places.mostSlots).contains(number) else {
      throw ChangerFault("\(word(key)) must be a whole number from 1 to \(Places.mostSlots), not '\(text)'")
    }
    return number
  }

  private static func word(_ key: String) -> Substring { key.split(separator: ".").last ?? "" }
}
