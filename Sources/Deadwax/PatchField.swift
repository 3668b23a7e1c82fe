/// A member of a patch: absent, null or a value.
package enum PatchField<Value: Codable & Sendable>: Sendable {
  case unchanged
  case cleared
  case set(Value)

  package var isUnchanged: Bool {
    if case .unchanged = self { return true }
    return false
  }

  /// Returns the change of a field that may be empty: nil for none, or else the new value or nil.
  package func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Result?? {
    switch self {
    case .unchanged: nil
    case .cleared: .some(nil)
    case .set(let value): .some(try transform(value))
    }
  }
}

extension PatchField: Equatable where Value: Equatable {}

extension PatchField: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .cleared : .set(try container.decode(Value.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .set(let value): try container.encode(value)
    case .cleared, .unchanged: try container.encodeNil()
    }
  }
}

// The compiler's coding of a struct uses these, because they are more specific than the standard ones: an absent member
// is unchanged, and an unchanged one is absent.
extension KeyedDecodingContainer {
  package func decode<Value>(_ type: PatchField<Value>.Type, forKey key: Key) throws -> PatchField<Value> {
    guard contains(key) else { return .unchanged }
    if try decodeNil(forKey: key) { return .cleared }
    return .set(try decode(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  package mutating func encode<Value>(_ field: PatchField<Value>, forKey key: Key) throws {
    switch field {
    case .unchanged: break
    case .cleared: try encodeNil(forKey: key)
    case .set(let value): try encode(value, forKey: key)
    }
  }
}
