import Deadwax
import Foundation
import ReaderProtocol
import TestSupport
import Testing

extension Base64Bytes: SampledValue {
  static var sample: Base64Bytes { Base64Bytes([0xD1, 0x01]) }
}

extension Hexadecimal: SampledValue {
  static var sample: Hexadecimal {
    guard let bytes = Hexadecimal(Array(repeating: 0xA5, count: count)) else {
      preconditionFailure("the sample has as many bytes as the type")
    }
    return bytes
  }
}

extension LineTagID.Digits: SampledValue {
  static var sample: LineTagID.Digits { LineTagID.Digits("04A2B3C4D5E680") }
}

extension TagScheme: SampledValue {
  static var sample: TagScheme { .nfcA }
}

extension ReaderKind: SampledValue {
  static var sample: ReaderKind { .nfc }
}

extension TagOrder.Action: SampledValue {
  /// The action of the order that is decoded from samples.
  @TaskLocal static var sample = TagOrder.Action.write
}

/// Tests that docs/reader-protocol.schema.json describes the messages between readers and their hosts: the types of
/// lines, and the names, JSON types, optionality and words of their members.
@Suite(.timeLimit(.minutes(5)))
struct ReaderSchemaTests {
  /// The messages with the name of each definition in the schema.
  private static let types: [(definition: String, type: any (Codable & Sendable).Type)] = [
    ("hello", ReaderMessage.Hello.self), ("code", ReaderMessage.CodeSeen.self), ("tag", ReaderMessage.TagSeen.self),
    ("state", ReaderState.self), ("result", ReaderMessage.Result.self), ("preview", ReaderMessage.Picture.self),
    ("previewWanted", HostMessage.PreviewWanted.self), ("cancel", HostMessage.Cancellation.self),
  ]

  private static func definitions() throws -> [String: Any] {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/reader-protocol.schema.json")))
    let document = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    return try #require(document["$defs"] as? [String: Any])
  }

  /// Returns the definitions of the lines of one side, by the word of their type.
  private static func lines(_ side: String, _ definitions: [String: Any]) throws -> [String: String] {
    let listed = try #require((definitions[side] as? [String: Any])?["oneOf"] as? [[String: String]])
    return try Dictionary(
      listed.map { reference in
        let name = try #require(reference["$ref"]?.split(separator: "/").last.map(String.init))
        let members = try #require((definitions[name] as? [String: Any])?["properties"] as? [String: [String: Any]])
        return (try #require(members["type"]?["const"] as? String), name)
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `each type of line has a definition, and no other`() throws {
    let definitions = try Self.definitions()
    let readers = try Self.lines("fromReader", definitions)
    #expect(Set(readers.keys) == Set(ReaderMessage.Kind.allCases.map(\.rawValue)))
    let host = try Self.lines("fromHost", definitions)
    let words = HostMessage.Kind.allCases.map(\.rawValue) + TagOrder.Action.allCases.map(\.rawValue)
    #expect(Set(host.keys) == Set(words) && host.count == words.count)
    let compared = Set(Self.types.map(\.definition) + TagOrder.Action.allCases.map(\.rawValue))
    #expect(Set(readers.values).union(host.values) == compared.union(["stop"]))
  }

  @Test(arguments: types.map(\.definition))
  func `a definition describes its message`(name: String) throws {
    let type = try #require(Self.types.first { $0.definition == name }?.type)
    try compare(try SchemaProbe.probe(type).shape, name)
  }

  @Test(arguments: TagOrder.Action.allCases)
  func `a definition describes the order for a tag`(action: TagOrder.Action) throws {
    try TagOrder.Action.$sample.withValue(action) {
      let (shape, order) = try SchemaProbe.probe(TagOrder.self)
      #expect(order.action == action)
      try compare(shape, action.rawValue)
    }
  }

  private func compare(_ shape: Shape, _ name: String) throws {
    let definitions = try Self.definitions()
    guard case .object(var members) = shape, var definition = definitions[name] as? [String: Any],
      var properties = definition["properties"] as? [String: [String: Any]]
    else {
      Issue.record("\(name) is an object")
      return
    }
    // The word of the type is compared with the list of lines, and a reader may state other capabilities.
    members.removeAll { $0.name == "type" || $0.name == "capabilities" }
    properties["type"] = nil
    #expect((properties.removeValue(forKey: "capabilities") != nil) == (name == "hello"))
    definition["properties"] = properties
    definition["required"] = (definition["required"] as? [String])?.filter { $0 != "type" }
    SchemaTests().compare(.object(members), definition, name, definitions)
  }

  @Test func `the words of a state and of events are those of the types`() throws {
    let definitions = try Self.definitions()
    func words(_ name: String, _ member: String) -> [String]? {
      let properties = (definitions[name] as? [String: Any])?["properties"] as? [String: [String: Any]]
      return properties?[member]?["enum"] as? [String]
    }
    #expect(words("state", "state") == ReaderState.Kind.allCases.map(\.rawValue))
    #expect(words("code", "event") == ReaderMessage.CodeSeen.Event.allCases.map(\.rawValue))
    #expect(words("tag", "event") == ReaderMessage.TagSeen.Event.allCases.map(\.rawValue))
  }

  @Test func `another name is found`() throws {
    let definitions = try Self.definitions()
    let state = try SchemaProbe.probe(ReaderState.self).shape
    guard case .object(let members) = state else {
      Issue.record("a state is an object")
      return
    }
    let properties = try #require((definitions["state"] as? [String: Any])?["properties"] as? [String: Any])
    #expect(Set(members.map(\.name)) == Set(properties.keys).subtracting(["type"]))
    #expect(members.filter(\.isRequired).map(\.name) == ["state"])
  }
}
