import Deadwax
import Wire

/// The form of a type as JSON.
indirect enum Shape {
  struct Member {
    var name: String
    var shape: Shape
    var isRequired: Bool
  }

  case object([Member])
  case list(Shape)
  /// A text; one of these words if the list is not nil.
  case text(words: [String]?)
  case integer, number, flag
  /// Any value, in the depth of a type that contains itself.
  case any
}

/// A type of a single value that decodes its own text.
protocol SampledValue {
  static var sample: Self { get }
  static var shape: Shape { get }
}

extension SampledValue {
  static var shape: Shape { .text(words: nil) }
}

extension RFC3339Time: SampledValue {
  static var sample: RFC3339Time { RFC3339Time(Timestamp(milliseconds: 1_795_000_000_123)) }
}

extension Identifier: SampledValue {
  static var sample: Identifier { Identifier(digest: 1, 2) }
}

extension Station.Name: SampledValue {
  static var sample: Station.Name { .hubStation }
}

extension TagID: SampledValue {
  static var sample: TagID {
    guard let tag = TagID("04A2B3C4D5E680") else { preconditionFailure("the sample is no number of a tag") }
    return tag
  }
}

extension EventBody.HoldState: SampledValue {
  static var sample: EventBody.HoldState { .gone }
}

extension Timestamp: SampledValue {
  static var sample: Timestamp { Timestamp(milliseconds: 1_795_000_000_123) }
  static var shape: Shape { .integer }
}

extension Symbology: SampledValue {
  static var sample: Symbology { .typed }
}

extension OpenWord: SampledValue {
  static var sample: OpenWord {
    guard let first = Known.allCases.first else { preconditionFailure("an enumeration without cases") }
    return OpenWord(first)
  }

  static var shape: Shape { .text(words: Known.allCases.map(\.rawValue)) }
}

/// A value that can be null in a list: its form and its sample are those of the value.
private protocol OptionalSample {
  static func probe() throws -> (shape: Shape, value: Any)
}

extension Optional: OptionalSample where Wrapped: Decodable {
  static func probe() throws -> (shape: Shape, value: Any) {
    let (shape, value) = try SchemaProbe.probe(Wrapped.self)
    return (shape, Optional.some(value) as Any)
  }
}

/// A decoder without data. It answers every request with a sample, and notes which members the type has.
final class SchemaProbe: Decoder {
  private(set) var shape = Shape.object([])
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The number of types that contain the one that is decoded.
  @TaskLocal private static var depth = 0
  /// The depth at which lists are empty, so that a type that contains itself ends.
  private static let depthLimit = 6

  /// The kind of event whose body is decoded; nil for any other type.
  let kind: String?

  private init(kind: String? = nil) { self.kind = kind }

  /// Returns the form of the body of an event, and a body.
  static func probe(_ kind: Event.Kind) throws -> (shape: Shape, value: EventBody) {
    let probe = SchemaProbe(kind: kind.rawValue)
    let body = try EventBody(from: probe)
    return (probe.shape, body)
  }

  /// Returns the form of a type, and a value of it.
  static func probe<Value: Decodable>(_ type: Value.Type) throws -> (shape: Shape, value: Value) {
    func found(_ shape: Shape, _ value: Any) throws -> (Shape, Value) {
      guard let value = value as? Value else { throw ProbeError(description: "\(type)") }
      return (shape, value)
    }
    switch type {
    case is String.Type: return try found(.text(words: nil), "text \"with\" an escape")
    case is Int.Type: return try found(.integer, 7)
    case is Int64.Type: return try found(.integer, Int64(7))
    case is Double.Type: return try found(.number, 0.25)
    case is Bool.Type: return try found(.flag, true)
    case let sampled as any SampledValue.Type: return try found(sampled.shape, sampled.sample)
    case let optional as any OptionalSample.Type:
      let (shape, sample) = try optional.probe()
      return try found(shape, sample)
    case let word as any CaseIterable.Type: return try found(.text(words: words(of: word)), first(of: word))
    default:
      let probe = SchemaProbe()
      let value = try $depth.withValue(depth + 1) { try Value(from: probe) }
      return (probe.shape, value)
    }
  }

  private static func first<Word: CaseIterable>(of type: Word.Type) -> Any { Array(type.allCases)[0] }

  private static func words<Word: CaseIterable>(of type: Word.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  fileprivate func note(_ name: String, _ shape: Shape, isRequired: Bool) {
    guard case .object(var members) = self.shape else { return }
    members.append(Shape.Member(name: name, shape: shape, isRequired: isRequired))
    self.shape = .object(members)
  }

  fileprivate func note(element: Shape) { shape = .list(element) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(probe: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    let isEmpty = Self.depth > Self.depthLimit
    if isEmpty { shape = .list(.any) }
    return Elements(probe: self, isEmpty: isEmpty)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw ProbeError(description: "a single value without a sample")
  }
}

struct ProbeError: Error, CustomStringConvertible { let description: String }

private final class OptionalNames { var names: Set<String> = [] }

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: SchemaProbe
  /// The members whose presence was asked for: they are optional.
  let optional = OptionalNames()

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { probe.kind.flatMap { Key(stringValue: $0) }.map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool {
    optional.names.insert(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let (shape, value) = try SchemaProbe.probe(type)
    probe.note(key.stringValue, shape, isRequired: !optional.names.contains(key.stringValue))
    return value
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    guard probe.kind != nil else { throw ProbeError(description: "nested container") }
    return probe.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ProbeError(description: "nested container")
  }

  func superDecoder() throws -> any Decoder { throw ProbeError(description: "super decoder") }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ProbeError(description: "super decoder") }
}

private struct Elements: UnkeyedDecodingContainer {
  let probe: SchemaProbe
  private(set) var currentIndex = 0

  init(probe: SchemaProbe, isEmpty: Bool) {
    self.probe = probe
    currentIndex = isEmpty ? 1 : 0
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex == 1 }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (shape, value) = try SchemaProbe.probe(type)
    probe.note(element: shape)
    currentIndex = 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    throw ProbeError(description: "nested container")
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw ProbeError(description: "nested container")
  }

  mutating func superDecoder() throws -> any Decoder { throw ProbeError(description: "super decoder") }
}
