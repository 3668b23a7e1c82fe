import Deadwax
import Foundation
import TestSupport
import Testing

/// Tests that the types in the pages' scripts agree with docs/openapi.json, and their list of events with the kinds.
@Suite(.timeLimit(.minutes(5)))
struct PageTypesTests {
  private static func script(_ path: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: Repository.path(path)), encoding: .utf8)
  }

  @Test func `the types of the pages have the names, optional members and JSON types of the schemas`() throws {
    let types = PageTypes(try Self.script("www/hub/types.js"))
    #expect(types.types.count >= 15 && types.types.values.allSatisfy { !$0.isEmpty })
    #expect(types.differences(from: try SchemaTests.schemas()).isEmpty)
  }

  @Test func `another name, type and optionality are found`() throws {
    let schemas: [String: Any] = [
      "Copy": [
        "required": ["id"],
        "properties": [
          "id": ["type": "string"], "parts": ["type": "integer"],
          "notes": ["type": "array", "items": ["$ref": "#/components/schemas/Note"]],
          "medium": ["$ref": "#/components/schemas/Medium"],
        ],
      ],
      "Note": ["properties": ["text": ["type": ["string", "null"]]]], "Medium": ["type": "string", "enum": ["cd"]],
    ]
    func found(_ properties: String) -> [String] {
      PageTypes("/**\n * @typedef {object} Copy\n\(properties)\n */\n/** @typedef {object} Note */").differences(
        from: schemas)
    }
    #expect(
      found(
        """
         * @property {string} id
         * @property {number} [parts] in all
         * @property {Note[]} [notes]
         * @property {string} [medium]
        """
      ).isEmpty)
    #expect(found(" * @property {string} [id]") == ["Copy.id: optional"])
    #expect(found(" * @property {number} parts") == ["Copy.parts: optional"])
    #expect(found(" * @property {string} [parts]") == ["Copy.parts is number, not string"])
    #expect(found(" * @property {string[]} [notes]") == ["Copy.notes is Note[], not string[]"])
    #expect(found(" * @property {string} [slot]") == ["Copy has no member slot"])
    #expect(PageTypes(" * @typedef {object} Disc").differences(from: schemas) == ["Disc is no schema"])
  }

  @Test func `the pages listen to every kind of event`() throws {
    let script = try Self.script("www/hub/events.js")
    let start = try #require(script.range(of: "const kinds = ["))
    let end = try #require(script.range(of: "]", range: start.upperBound..<script.endIndex))
    let kinds = script[start.upperBound..<end.lowerBound].split(separator: "\"").filter { $0.contains(".") }
    #expect(Set(kinds.map(String.init)) == Set(Event.Kind.allCases.map(\.rawValue)))
    #expect(kinds.count == Event.Kind.allCases.count)
  }

  @Test func `each type is used by a page`() throws {
    let types = PageTypes(try Self.script("www/hub/types.js")).types
    let folder = URL(fileURLWithPath: Repository.path("www"))
    let paths = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "js" }
    let scripts = try paths.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let inner = Set(types.values.joined().map { $0.type.replacingOccurrences(of: "[]", with: "") })
    for name in types.keys {
      #expect(scripts.contains("import(\"/hub/types.js\").\(name)") || inner.contains(name), "\(name) is not used")
    }
  }
}
