internal import Deadwax
internal import Foundation
package import HTTPServer
internal import Wire

extension HTTPRequest {
  /// Decodes the body of the request.
  ///
  /// - Throws: `Problem` for a wrong content type, for a body that is not JSON, for a missing or invalid member, and for
  ///   unknown members.
  package func decode<Body: Decodable>(_ type: Body.Type = Body.self) throws(Problem) -> Body {
    let members = try JSONBody.members(of: self)
    let decoder = RequestDecoder(members, path: "")
    let body: Body
    do {
      body = try Body(from: decoder)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.invalid, "The body is invalid.")
    }
    try JSONBody.refuse(Set(members.keys).subtracting(decoder.names.all))
    return body
  }

  /// Decodes a body that may be absent.
  func decodeIfPresent<Body: Decodable>(_ type: Body.Type = Body.self) throws(Problem) -> Body? {
    body.isEmpty ? nil : try decode(type)
  }
}

/// A decoder of parsed JSON that reports each invalid member in a sentence with its name.
private struct RequestDecoder: Decoder {
  /// The names of the members that the type knows.
  final class Names { var all: Set<String> = [] }

  let value: Any
  let path: String
  let names = Names()

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: Any, path: String) {
    self.value = value
    self.path = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value as? [String: Any] else { throw fault("an object") }
    return KeyedDecodingContainer(Members(members: members, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value as? [Any] else { throw fault("a list") }
    return Elements(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValue(decoder: self) }

  func fault(_ expectation: String) -> Problem {
    Problem(.invalid, path.isEmpty ? "The body must be \(expectation)." : "'\(path)' must be \(expectation).")
  }

  func inside(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Decodes a value, or throws a sentence that says what it must be.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch type {
    case is String.Type:
      guard let text = value as? Value else { throw fault("a text") }
      return text
    case is Bool.Type:
      guard let flag = value as? Value else { throw fault("true or false") }
      return flag
    case let integer as any FixedWidthInteger.Type:
      guard let number = (value as? Int).flatMap({ integer.init(exactly: $0) }) as? Value else {
        throw fault("a whole number")
      }
      return number
    case is Double.Type:
      guard let number = (value as? Double ?? (value as? Int).map(Double.init)) as? Value else {
        throw fault("a number")
      }
      return number
    default: break
    }
    do {
      return try Value(from: self)
    } catch let problem as Problem {
      // The expectation of the outer type says more than "a text".
      guard let expected = expectation(of: type) else { throw problem }
      throw fault(expected)
    } catch {
      throw fault(expectation(of: type) ?? "valid")
    }
  }
}

/// Returns the end of the sentence "… must be", for a type of a single value; nil for other types.
private func expectation(of type: Any.Type) -> String? {
  if let word = type as? any CaseIterable.Type { return "one of " + words(of: word).joined(separator: ", ") }
  return (type as? any ExpectedValue.Type)?.expectation
}

private func words<Word: CaseIterable>(of type: Word.Type) -> [String] {
  type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: Any]
  let decoder: RequestDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    decoder.names.all.insert(key.stringValue)
    return members[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) -> Bool { members[key.stringValue] is NSNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let name = decoder.inside(key.stringValue)
    guard contains(key), let value = members[key.stringValue] else { throw Problem(.invalid, "'\(name)' is missing.") }
    return try RequestDecoder(value, path: name).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> { preconditionFailure("nested containers are not used") }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    preconditionFailure("nested containers are not used")
  }

  func superDecoder() -> any Decoder { preconditionFailure("classes are not used") }
  func superDecoder(forKey key: Key) -> any Decoder { preconditionFailure("classes are not used") }
}

private struct Elements: UnkeyedDecodingContainer {
  let elements: [Any]
  let decoder: RequestDecoder
  private(set) var currentIndex = 0

  init(elements: [Any], decoder: RequestDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex] is NSNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    defer { currentIndex += 1 }
    return try RequestDecoder(elements[currentIndex], path: decoder.inside("\(currentIndex)")).decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
    preconditionFailure("nested containers are not used")
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    preconditionFailure("nested containers are not used")
  }

  mutating func superDecoder() -> any Decoder { preconditionFailure("classes are not used") }
}

private struct SingleValue: SingleValueDecodingContainer {
  let decoder: RequestDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { decoder.value is NSNull }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
