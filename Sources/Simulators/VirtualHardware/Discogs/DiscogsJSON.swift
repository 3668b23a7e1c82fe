internal import FoundationEssentials

/// A JSON value for building Discogs' responses.
indirect enum DiscogsJSON: Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  case number(Int64)
  case text(String)
  case list([DiscogsJSON])
  case object([String: DiscogsJSON])

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int64) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: DiscogsJSON...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, DiscogsJSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }

  /// The value as UTF-8 bytes. Discogs does not escape slashes.
  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    // No value of this type can fail to be encoded.
    guard let data = try? encoder.encode(self) else { preconditionFailure("a JSON value could not be encoded") }
    return Array(data)
  }
}
