internal import Deadwax

/// The members of a line that state the number of a tag: `uid`, and `scheme` unless it is an NFC UID.
package struct LineTagID: Codable, Sendable {
  /// The digits of a number. Their scheme decides whether they are valid.
  package struct Digits: Codable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  private enum CodingKeys: String, CodingKey { case scheme, uid }

  let id: TagID

  init(_ id: TagID) { self.id = id }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let scheme = try members.decodeIfPresent(TagScheme.self, forKey: .scheme) ?? .nfcA
    let digits = try members.decode(Digits.self, forKey: .uid)
    guard let id = TagID(scheme, hexadecimal: digits.text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .uid, in: members, debugDescription: "not a number of the scheme \(scheme) in hex")
    }
    self.id = id
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    if id.scheme != .nfcA { try members.encode(id.scheme, forKey: .scheme) }
    try members.encode(Digits(id.hexadecimal), forKey: .uid)
  }
}

extension TagScheme: Codable {}
