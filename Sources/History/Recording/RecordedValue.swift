internal import Storage

/// A JSON value of the recording whose parts are inspected or replaced regardless of its structure.
enum RecordedValue: Hashable, Codable, Sendable {
  case null
  case flag(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case list([RecordedValue])
  case object([String: RecordedValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A failed attempt costs many times as much as a successful one, so the most frequent types are first.
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let object = try? container.decode([String: RecordedValue].self) {
      self = .object(object)
    } else if let list = try? container.decode([RecordedValue].self) {
      self = .list(list)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .real(try container.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .real(let real): try container.encode(real)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }

  /// Returns true if the other value is equal, apart from members of objects that this one does not have.
  func isRepeated(by other: RecordedValue) -> Bool {
    switch (self, other) {
    case (.object(let own), .object(let others)):
      own.allSatisfy { name, value in others[name].map { value.isRepeated(by: $0) } ?? false }
    case (.list(let own), .list(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.isRepeated(by: $1) }
    default: self == other
    }
  }

  /// - Throws: a `StorageError` for invalid JSON.
  init(json: String) throws { self = try ColumnJSON.read(RecordedValue.self, json) }

  var json: String { get throws { try ColumnJSON.write(self) } }

  subscript(member: String) -> RecordedValue? {
    get {
      guard case .object(let object) = self else { return nil }
      return object[member]
    }
    set {
      guard case .object(var object) = self else { return }
      object[member] = newValue
      self = .object(object)
    }
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var integer: Int64? {
    guard case .integer(let integer) = self else { return nil }
    return integer
  }
}
