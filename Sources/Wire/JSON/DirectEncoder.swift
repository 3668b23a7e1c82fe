/// An encoder that writes each value when it is encoded, without an intermediate tree.
///
/// Types of the wire encode their members in one container. Nested containers, super encoders and numbers other than
/// `Int`, `Int64` and `Double` do not occur in it and trap.
final class DirectEncoder: Encoder {
  private enum Container { case none, object, list, single }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  fileprivate(set) var writer: JSONWriter
  private var container = Container.none

  init(continuing writer: JSONWriter = JSONWriter()) { self.writer = writer }

  /// Writes a value, and closes the container that it opened.
  func write(_ value: some Encodable) throws {
    let outer = container
    container = .none
    try value.encode(to: self)
    switch container {
    case .object: writer.end(UInt8(ascii: "}"))
    case .list: writer.end(UInt8(ascii: "]"))
    case .single: break
    case .none: writer.object { _ in }
    }
    container = outer
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // The parts of one object, such as an event and its body, each request it.
    if container != .object { open(.object) }
    return KeyedEncodingContainer(Members<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    open(.list)
    return Elements(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    container = .single
    return SingleValue(encoder: self)
  }

  private func open(_ kind: Container) {
    precondition(container == .none, "a value of the wire opens one container")
    container = kind
    writer.begin(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: DirectEncoder
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) {
    encoder.writer.key(key.stringValue)
    encoder.writer.raw("null")
  }

  mutating func encode(_ value: Bool, forKey key: Key) {
    encoder.writer.key(key.stringValue)
    encoder.writer.raw(value ? "true" : "false")
  }

  mutating func encode(_ value: String, forKey key: Key) {
    encoder.writer.key(key.stringValue)
    encoder.writer.string(value)
  }

  mutating func encode(_ value: Int, forKey key: Key) {
    encoder.writer.key(key.stringValue)
    encoder.writer.number(value)
  }

  mutating func encode(_ value: Int64, forKey key: Key) {
    encoder.writer.key(key.stringValue)
    encoder.writer.number(Int(value))
  }

  mutating func encode(_ value: Double, forKey key: Key) {
    encoder.writer.key(key.stringValue)
    encoder.writer.raw("\(value)")
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    encoder.writer.key(key.stringValue)
    try encoder.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { preconditionFailure("nested containers are not used") }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    preconditionFailure("nested containers are not used")
  }

  mutating func superEncoder() -> any Encoder { preconditionFailure("classes are not used") }
  mutating func superEncoder(forKey key: Key) -> any Encoder { preconditionFailure("classes are not used") }
}

private struct Elements: UnkeyedEncodingContainer {
  let encoder: DirectEncoder
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(encoder: DirectEncoder) { self.encoder = encoder }

  mutating func encodeNil() {
    encoder.writer.raw("null")
    count += 1
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.write(value)
    count += 1
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
    preconditionFailure("nested containers are not used")
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    preconditionFailure("nested containers are not used")
  }

  mutating func superEncoder() -> any Encoder { preconditionFailure("classes are not used") }
}

private struct SingleValue: SingleValueEncodingContainer {
  let encoder: DirectEncoder
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { encoder.writer.raw("null") }
  mutating func encode(_ value: Bool) { encoder.writer.raw(value ? "true" : "false") }
  mutating func encode(_ value: String) { encoder.writer.string(value) }
  mutating func encode(_ value: Int) { encoder.writer.number(value) }
  mutating func encode(_ value: Int64) { encoder.writer.number(Int(value)) }
  mutating func encode(_ value: Double) { encoder.writer.raw("\(value)") }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
}
