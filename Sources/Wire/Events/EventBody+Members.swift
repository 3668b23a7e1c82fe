package import Deadwax

// The coding of a body that the compiler makes has one object inside another: the outer one names the kind. In the
// stream, the members of the inner object stand beside those of the event, and `kind` is one of them. These coders omit
// the outer object.

extension EventBody {
  /// Reads the members of the body beside those of the event.
  package init(kind: Event.Kind, membersOf decoder: any Decoder) throws {
    self = try EventBody(from: InnerDecoder(event: decoder, kind: kind.rawValue))
  }

  /// Writes the members of the body beside those of the event.
  package func encodeMembers(to encoder: any Encoder) throws { try encode(to: InnerEncoder(event: encoder)) }
}

/// There is one outer object, so every other request is an error of the body's coding.
private struct NoSuchContainer: Error {}

private struct InnerEncoder: Encoder {
  let event: any Encoder
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Outer<Key>(event: event))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("a body is an object") }
  func singleValueContainer() -> any SingleValueEncodingContainer { preconditionFailure("a body is an object") }

  private struct Outer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let event: any Encoder
    var codingPath: [any CodingKey] { [] }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { event.container(keyedBy: type) }

    func encodeNil(forKey key: Key) throws { throw NoSuchContainer() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw NoSuchContainer() }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { event.unkeyedContainer() }
    func superEncoder() -> any Encoder { event }
    func superEncoder(forKey key: Key) -> any Encoder { event }
  }
}

private struct InnerDecoder: Decoder {
  let event: any Decoder
  let kind: String
  var codingPath: [any CodingKey] { event.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { event.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Outer(event: event, allKeys: [Key(stringValue: kind)].compactMap(\.self)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoSuchContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoSuchContainer() }

  private struct Outer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let event: any Decoder
    let allKeys: [Key]
    var codingPath: [any CodingKey] { event.codingPath }

    func contains(_ key: Key) -> Bool { allKeys.contains { $0.stringValue == key.stringValue } }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try event.container(keyedBy: type) }

    func decodeNil(forKey key: Key) throws -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { throw NoSuchContainer() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NoSuchContainer() }
    func superDecoder() throws -> any Decoder { event }
    func superDecoder(forKey key: Key) throws -> any Decoder { event }
  }
}
