/// A set of readers and a screen, with a mode and a state of its own.
package enum Station {
  /// The name of a station: 1 to 40 lower-case letters, digits and hyphens.
  package struct Name: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init?(_ text: String) {
      guard (1...40).contains(text.utf8.count),
        text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0.isASCIIDigit || $0 == UInt8(ascii: "-") })
      else { return nil }
      self.text = text
    }

    /// The station of a hub that has only one.
    package static let hubStation = Name(checked: "desk")

    private init(checked: String) { text = checked }

    package var description: String { text }
  }
}

extension Station.Name: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Station.Name(text)
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not the name of a station")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
